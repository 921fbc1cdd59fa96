/// Why a server did not do what it was asked.
struct ServerFailure: Error {
    /// The kind of a failure.
    enum Sort {
        /// The server refused it, with a code of SQLSTATE.
        case refused(String)
        /// The connection is gone, or there was none.
        case lost
        /// There was no answer in time.
        case late
        /// A connection could not be made, for a reason that will not go away.
        case unreachable(String)
    }

    let sort: Sort

    static let lost = ServerFailure(sort: .lost)
    static let late = ServerFailure(sort: .late)
    /// Somebody else changed what was taken for granted: as when a server ends one of two that stood in each other's way.
    static let superseded = ServerFailure(code: "40001")

    init(sort: Sort) { self.sort = sort }

    /// A failure by its code; some say that the connection goes.
    init(code: String) { sort = .refused(code) }

    var code: String? { if case .refused(let code) = sort { code } else { nil } }

    /// Whether the same may succeed on another connection, a moment later.
    var isPassing: Bool {
        switch sort {
        case .lost: true
        case .late, .unreachable: false
        case .refused(let code):
            // Two that wait for each other; a server that stops, starts, or has become one that only reads; one that does not keep a
            // statement any more.
            ["26000", "40001", "40P01", "57P01", "57P02", "57P03", "25P03", "25006", "53300"].contains(code)
                || code.hasPrefix("08")
        }
    }
}
