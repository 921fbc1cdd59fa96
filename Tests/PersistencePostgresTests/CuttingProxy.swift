import Foundation
import Synchronization

/// Stands between a store and its server, passes on one message of PostgreSQL's protocol after the other, and cuts the connection
/// after as many as it is told.
final class CuttingProxy: Sendable {
    private struct State {
        /// How many messages pass until the next cut; nil for all.
        var left: Int?
        var passed = 0
        var isRefusing = false
        var isFrozen = false
        var open: [CInt] = []
        var isClosed = false
    }

    let folder: String
    private let target: String
    private let listener: CInt
    private let state = Mutex(State())

    /// A proxy with a socket in a folder of its own, for the server with its socket in another one.
    init(of serverFolder: String) throws {
        folder = "/tmp/cst-px-\(UUID().uuidString.prefix(8))"
        target = serverFolder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.withAddress(folder, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
            throw POSIXError(.EIO)
        }
        Thread.detachNewThread { [self] in accept() }
    }

    /// Cuts the connection after so many more messages, in whatever direction; once.
    ///
    /// - Parameter isFinal: whether no connection is made afterwards.
    func cut(after count: Int, isFinal: Bool = false) {
        state.withLock {
            $0.left = count
            $0.passed = 0
            $0.isRefusing = false
        }
        isFinalCut.withLock { $0 = isFinal }
    }

    private let isFinalCut = Mutex(false)

    /// Lets everything pass again.
    ///
    /// - Returns: whether the connection was cut.
    func stopCutting() -> Bool {
        state.withLock { state in
            let isCut = state.left.map { $0 <= 0 } ?? false
            state.left = nil
            state.isRefusing = false
            return isCut
        }
    }

    /// Passes nothing on any more, and closes nothing: as a server that hangs.
    func freeze() { state.withLock { $0.isFrozen = true } }

    func close() {
        let open = state.withLock {
            $0.isClosed = true
            return $0.open
        }
        for descriptor in open + [listener] { shutdown(descriptor, Int32(SHUT_RDWR)) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func accept() {
        while !state.withLock({ $0.isClosed }) {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else { return }
            guard !state.withLock({ $0.isRefusing }) else {
                Foundation.close(client)
                continue
            }
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
                Foundation.close(client)
                Foundation.close(server)
                continue
            }
            state.withLock { $0.open += [client, server] }
            Thread.detachNewThread { [self] in pass(from: client, to: server, hasGreeting: true) }
            Thread.detachNewThread { [self] in pass(from: server, to: client, hasGreeting: false) }
        }
    }

    /// Passes on message by message; the first one of a client has no type before its length.
    private func pass(from source: CInt, to sink: CInt, hasGreeting: Bool) {
        var isGreeting = hasGreeting
        while let message = Self.message(from: source, isGreeting: isGreeting) {
            isGreeting = false
            guard mayPass() else { break }
            var rest = message[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }

    private func mayPass() -> Bool {
        while state.withLock({ $0.isFrozen && !$0.isClosed }) { usleep(10_000) }
        return state.withLock { state in
            guard let left = state.left else { return true }
            // A cut connection stays cut; later ones pass.
            guard left > 0 else {
                let isCut = state.passed >= 0
                state.passed = -1
                if isCut { state.isRefusing = isFinalCut.withLock { $0 } }
                return !isCut
            }
            state.left = left - 1
            return true
        }
    }

    private static func message(from source: CInt, isGreeting: Bool) -> [UInt8]? {
        guard var message = bytes(isGreeting ? 4 : 5, from: source) else { return nil }
        let length = message.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length >= 4, let body = length == 4 ? [] : bytes(length - 4, from: source) else { return nil }
        message += body
        return message
    }

    private static func bytes(_ count: Int, from source: CInt) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = bytes.withUnsafeMutableBytes {
                recv(source, $0.baseAddress.map { $0 + filled }, count - filled, 0)
            }
            guard read > 0 else { return nil }
            filled += read
        }
        return bytes
    }

    static func withAddress(_ folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
