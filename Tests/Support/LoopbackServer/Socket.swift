import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The few POSIX socket calls the server needs, with the differences between the platforms in one place.
struct Socket: Sendable {
    let descriptor: Int32

    /// A socket that listens on a free port of 127.0.0.1, and that port.
    static func listening() throws -> (socket: Socket, port: UInt16) {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw LoopbackServerError.socket(errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = 0
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard bound else {
            let reason = errno
            close(descriptor)
            throw LoopbackServerError.socket(reason)
        }
        return (Socket(descriptor: descriptor), UInt16(bigEndian: address.sin_port))
    }

    /// Waits for a client; `nil` once the socket was shut down.
    func accepted() -> Socket? {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return nil }
        #if !canImport(Glibc)
            var on: Int32 = 1
            setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return Socket(descriptor: client)
    }

    /// Reads what is there, at most `count` bytes; empty when the client has hung up.
    func read(_ count: Int = 65_536) -> Data {
        var buffer = [UInt8](repeating: 0, count: count)
        let got = recv(descriptor, &buffer, count, 0)
        return got > 0 ? Data(buffer[..<got]) : Data()
    }

    /// Sends everything; false when the client has hung up.
    func write(_ data: Data) -> Bool {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var rest = data[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Lets the time pass; true as soon as the client hangs up or sends something it should not. A negative time
    /// waits for that alone.
    func clientLeaves(withinMilliseconds time: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, time) > 0
    }

    /// Makes the coming `end()` a reset instead of an orderly close.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Wakes every call that waits on this socket.
    func stop() {
        #if canImport(Glibc)
            shutdown(descriptor, Int32(SHUT_RDWR))
        #else
            shutdown(descriptor, SHUT_RDWR)
        #endif
    }

    func end() {
        close(descriptor)
    }
}
