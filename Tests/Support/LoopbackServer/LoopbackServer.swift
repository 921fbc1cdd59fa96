public import Foundation
import Synchronization

/// A small HTTP server on 127.0.0.1 for tests: it answers as told, misbehaves as told, and remembers what it was
/// asked. Every connection carries one request and has a thread of its own. It stops when the last reference goes.
public final class LoopbackServer: Sendable {
    /// Decides the reply to a request; `index` counts requests from 0.
    public typealias Handler = @Sendable (_ request: ReceivedRequest, _ index: Int) -> Reply

    /// The port the system chose.
    public let port: UInt16
    private let listener: Socket
    private let record = ServerRecord()

    /// Starts to listen.
    ///
    /// - Throws: `LoopbackServerError` when no socket can be had.
    public init(_ handler: @escaping Handler) throws {
        let (socket, port) = try Socket.listening()
        self.port = port
        listener = socket
        let record = record
        Thread.detachNewThread {
            while let client = socket.accepted() {
                record.opened(client)
                Thread.detachNewThread {
                    Connection(socket: client, record: record).serve(handler)
                    record.closed(client)
                }
            }
            socket.end()
        }
    }

    /// Starts a server that gives the same reply to everything.
    ///
    /// - Throws: `LoopbackServerError` when no socket can be had.
    public convenience init(always reply: Reply) throws {
        try self.init { _, _ in reply }
    }

    /// Starts a server that gives these replies in order, and the last of them from then on.
    ///
    /// - Throws: `LoopbackServerError` when no socket can be had.
    public convenience init(inOrder first: Reply, _ others: Reply...) throws {
        let replies = [first] + others
        try self.init { _, index in replies[min(index, replies.count - 1)] }
    }

    deinit {
        listener.stop()
        record.stopAll()
    }

    /// The root, `http://127.0.0.1:PORT/`.
    public var baseURL: URL {
        var parts = URLComponents()
        parts.scheme = "http"
        parts.host = "127.0.0.1"
        parts.port = Int(port)
        parts.path = "/"
        return parts.url ?? URL(fileURLWithPath: "/")
    }

    /// A URL on this server from a path with or without a query, such as `prices?ids=bitcoin`.
    public func url(_ target: String) -> URL {
        URL(string: target, relativeTo: baseURL)?.absoluteURL ?? baseURL
    }

    /// The requests read so far, in order.
    public var requests: [ReceivedRequest] { record.requests }

    /// How many body bytes of streamed replies the system has taken from the server. What a client that hung up
    /// never read is in it as far as it fitted the socket buffers.
    public var streamedBytes: Int { record.streamedBytes }

    /// Waits until no connection is open: every client has hung up or got its answer.
    public func waitUntilIdle() async {
        await record.waitUntilIdle()
    }
}

/// A failure of the server itself.
public enum LoopbackServerError: Error, Sendable, CustomStringConvertible {
    /// A socket call failed with this `errno`.
    case socket(Int32)

    /// What failed, with the system's code.
    public var description: String {
        switch self {
        case .socket(let code): "The loopback server could not listen on 127.0.0.1 (errno \(code))."
        }
    }
}
