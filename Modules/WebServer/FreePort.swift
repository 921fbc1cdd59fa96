import CommandSupport
import Foundation
import Values
import WebApplication

/// A port that nobody listens on.
enum FreePort {
    /// The port that was wanted, or the first free one of the usual ones.
    ///
    /// - Throws: ``CommandError`` when it is taken or the address is not of this machine.
    static func find(_ address: String, wanted: Int?, from first: Int) throws -> Int {
        if let wanted {
            if let reason = occupied(address, wanted) {
                throw CommandError(
                    .outside, "web.portTaken", "Port \(wanted) of \(address) cannot be used: \(reason).",
                    hint:
                        "Give another one, as in --port \(wanted == 65_535 ? first : wanted + 1), or end the program that has it."
                )
            }
            return wanted
        }
        for port in first..<8965 where occupied(address, port) == nil { return port }
        throw CommandError(
            .outside, "web.portTaken", "None of the ports 8765 to 8964 of \(address) can be used.",
            hint: "Give a --port.")
    }

    /// Why a port cannot be used; nil when it can.
    private static func occupied(_ address: String, _ port: Int) -> String? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let info = found?.pointee else {
            return "the address means nothing"
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(info.ai_family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard Foundation.bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, 1) == 0 else {
            return String(cString: strerror(errno))
        }
        return nil
    }
}
