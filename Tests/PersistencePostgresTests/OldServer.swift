import Foundation
import Synchronization

/// Answers a connection as a server of some version does, and nothing after that.
final class OldServer: Sendable {
    /// The folder of its socket.
    let folder: String
    private let listener: CInt

    init(version: String) throws {
        folder = "/tmp/cst-old-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard CuttingProxy.withAddress(folder, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
            throw POSIXError(.EIO)
        }
        let greeting = Self.greeting(version)
        Thread.detachNewThread { [listener] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                // The first message is the only one that needs an answer.
                var bytes = [UInt8](repeating: 0, count: 4096)
                _ = recv(client, &bytes, bytes.count, 0)
                _ = send(client, greeting, greeting.count, Int32(MSG_NOSIGNAL))
                while recv(client, &bytes, bytes.count, 0) > 0 {}
                Foundation.close(client)
            }
        }
    }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func greeting(_ version: String) -> [UInt8] {
        func message(_ type: Character, _ body: [UInt8]) -> [UInt8] {
            let length = UInt32(body.count + 4)
            return Array("\(type)".utf8) + withUnsafeBytes(of: length.bigEndian) { Array($0) } + body
        }
        func parameter(_ name: String, _ value: String) -> [UInt8] {
            message("S", Array("\(name)\0\(value)\0".utf8))
        }
        return message("R", [0, 0, 0, 0]) + parameter("server_version", version)
            + parameter("server_encoding", "UTF8") + parameter("client_encoding", "UTF8")
            + message("K", [0, 0, 0, 1, 0, 0, 0, 1]) + message("Z", Array("I".utf8))
    }
}
