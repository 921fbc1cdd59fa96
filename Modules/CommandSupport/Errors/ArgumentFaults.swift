#if CommandLine
    public import Models

    /// Collects what is wrong with a command's arguments, so that all of it is told at once.
    public struct ArgumentFaults {
        private var errors: [CommandError] = []
        private var faults: [Fault] = []

        /// Nothing is wrong yet.
        public init() {}

        /// The value that `body` reads from a field's text; nil when it throws, which is kept for ``check()``.
        public mutating func read<Value>(_ field: String, _ body: () throws -> Value) -> Value? {
            do {
                return try body()
            } catch {
                let error = CommandError(error)
                errors.append(error)
                faults += error.lines.map { Fault(code: error.code, field: field, message: $0) }
                return nil
            }
        }

        /// Adds the faults of the value that was made of the arguments, except those of fields that could not be read: their
        /// place was held by something else.
        public mutating func add(_ faults: [Fault]) {
            let unread = Set(self.faults.map(\.field))
            self.faults += faults.filter { !unread.contains($0.field) }
        }

        /// Throws everything that was found, as one ``CommandError``; it is a usage error when an argument could not be read.
        public func check() throws {
            guard !faults.isEmpty else { return }
            let status = errors.contains { $0.status == .usage } ? CommandError.Status.usage : .data
            let code = faults.count == 1 ? errors.first?.code ?? "invalid" : "invalid"
            throw CommandError(status, code, faults.map(\.message).joined(separator: "\n"), details: faults)
        }
    }
#endif
