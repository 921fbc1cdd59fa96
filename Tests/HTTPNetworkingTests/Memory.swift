import Foundation

/// The memory of this process.
enum Memory {
    /// The most bytes that were resident at one time, since the start.
    static func peak() throws -> Int {
        #if canImport(Glibc)
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
        #else
            return 0
        #endif
    }
}
