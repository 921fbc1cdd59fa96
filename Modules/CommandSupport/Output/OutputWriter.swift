#if CommandLine
    import Foundation
    import Models
    import Presentation

    /// Writes answers to standard output or a file, and everything else to standard error.
    struct OutputWriter: Sendable {
        let options: GlobalOptions
        let program: String

        func write(_ answer: Answer, _ style: TextStyle) throws {
            let text: String
            switch options.format {
            case .text: text = answer.lines.map { style.printable($0) + "\n" }.joined()
            case .json: text = answer.document.jsonText
            case .csv: text = answer.document.csvText
            }
            try write(text)
        }

        func write(_ text: String) throws {
            if let path = options.output, path != "-" {
                try OutputFile.write(text, path: path)
            } else {
                try OutputWriter.write(text, to: 1)
            }
        }

        func note(_ line: String) {
            guard !options.quiet else { return }
            try? OutputWriter.write("\(program): \(TextWidth.printable(line))\n", to: 2)
        }

        /// Warnings that stand beside an answer or an error; JSON has a place of its own for them.
        func note(_ warnings: [Warning]) {
            guard options.format != .json else { return }
            for warning in warnings { note("Warning: \(warning.message)") }
        }

        func report(_ error: CommandError) {
            if options.format == .json {
                try? OutputWriter.write(JSONValue(error).text + "\n", to: 2)
            } else {
                let text = error.lines.map { "\(program): \(TextWidth.printable($0))\n" }.joined()
                try? OutputWriter.write(text, to: 2)
            }
        }

        /// Writes everything or throws; a reader that has gone away is no fault.
        static func write(_ text: String, to descriptor: Int32) throws {
            var text = text
            try text.withUTF8 { bytes in
                var rest = UnsafeRawBufferPointer(bytes)
                while !rest.isEmpty {
                    let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
                    if count >= 0 {
                        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                    } else if errno == EPIPE {
                        return
                    } else if errno == EBADF {
                        throw CommandError(
                            .outside, "notWritten", "Standard output is closed: the answer could not be written.",
                            hint: "Leave it open, or name a file with --output.")
                    } else if errno != EINTR {
                        throw CommandError(
                            .outside, "notWritten",
                            "The answer could not be written: \(String(cString: strerror(errno))).",
                            hint: "Check the room on the disk.")
                    }
                }
            }
        }
    }

    extension JSONValue {
        fileprivate init(_ error: CommandError) {
            self = [
                "error": [
                    "code": .string(error.code), "message": .string(error.message), "hint": JSONValue(error.hint),
                    "details": .array(
                        error.details.map {
                            [
                                "code": .string($0.code), "field": .string($0.field), "message": .string($0.message),
                            ]
                        }),
                ]
            ]
        }
    }
#endif
