import CPostgres

extension PostgresLink {
    /// Why there is no connection, from the code in libpq's message; the rest of it may be anything.
    var connectionFailure: ServerFailure {
        let message = cpq_error_message(connection).map { String(cString: $0) } ?? ""
        let codes = message.split { !$0.isASCII || !($0.isUppercase || $0.isNumber) }.filter { $0.utf8.count == 5 }
        let code = codes.last { $0.contains { $0.isNumber } && !$0.allSatisfy { $0 == "5" } && $0 != "FATAL" }
        if let code, ["08", "28", "3D", "42", "53", "57", "25"].contains(code.prefix(2)) {
            return ServerFailure(code: String(code))
        }
        if message.contains("root certificate") {
            let detail = "the certificates to check its own against are missing: name their file with sslrootcert"
            return ServerFailure(sort: .unreachable(detail))
        }
        if message.contains("certificate") || message.contains("SSL") {
            return ServerFailure(sort: .unreachable("its certificate is not that of the host, or it has none"))
        }
        if message.contains("could not translate host name") {
            return ServerFailure(sort: .unreachable("there is no host of that name"))
        }
        if message.contains("read-only") || message.contains("read-write") { return ServerFailure(code: "25006") }
        return .lost
    }
}
