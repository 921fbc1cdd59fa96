import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// A command that contacts nobody begins without the library for doing so, and the thirty behind it.
#if !canImport(Darwin)
    struct LoadedLibraryTests {
        /// The libraries that a command loads, by the names of their files.
        private static func libraries(
            _ program: String, _ words: [String], in folder: ProgramFolder, _ environment: [String: String] = [:]
        ) async throws -> Set<String> {
            let debugging = ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.url.appending(path: "loaded").path]
            let result = try await folder.run(program, words, environment: environment.merging(debugging) { $1 })
            #expect(result.status != 64, "\(result)")
            var names: Set<String> = []
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            where file.hasPrefix("loaded.") {
                // 4711:	file=libz.so.1 [0];  needed by …
                for line in try folder.read(file).split(separator: "\n") {
                    guard let name = line.split(separator: "file=").dropFirst().first?.split(separator: " ").first
                    else { continue }
                    names.insert(URL(filePath: String(name)).lastPathComponent)
                }
                try FileManager.default.removeItem(at: folder.url.appending(path: file))
            }
            #expect(!names.isEmpty)
            return names
        }

        @Test(arguments: [
            "cst-plan --version", "cst-plan required", "cst-plan doctor", "cst-plan demo", "cst-assets list",
            "cst-assets add Savings --currency EUR", "cst-assets sync", "cst-rates get USD EUR", "cst-web --help",
        ])
        func `what contacts nobody loads nothing for it`(command: String) async throws {
            let words = command.split(separator: " ").map(String.init)
            let loaded = try await Self.libraries(words[0], Array(words.dropFirst()), in: ProgramFolder())
            for part in ["curl", "FoundationNetworking", "ldap", "krb5", "gnutls", "rtmp"] {
                #expect(!loaded.contains { $0.contains(part) }, "\(command): \(loaded.sorted())")
            }
        }

        @Test func `a request loads it`() async throws {
            let server = try LoopbackServer(always: .text("{}"))
            let loaded = try await Self.libraries(
                "cst-rates", ["get", "BTC", "USD"], in: ProgramFolder(),
                [
                    "CST_NETWORK_OFFLINE": "false", "CST_EXCHANGE_RATES_PROVIDERS": "coinbase",
                    "CST_EXCHANGE_RATES_COINBASE_BASE_URL": "http://127.0.0.1:\(server.port)",
                ])
            #expect(!server.requests.isEmpty)
            #expect(loaded.contains { $0.contains("libcurl") })
        }
    }
#endif
