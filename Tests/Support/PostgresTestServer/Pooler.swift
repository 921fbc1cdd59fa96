import Foundation
package import PersistencePostgres

/// PgBouncer in transaction mode in front of the tests' server: one transaction of a client may be on another connection than the
/// one before. It ends with the tests, however they end.
package final class Pooler: Sendable {
    /// Where Debian has it.
    private static let program = "/usr/sbin/pgbouncer"

    /// Whether it is installed.
    package static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// The one that all tests of one process share.
    package static let shared = Result { try Pooler(PostgresTestServer.shared.get()) }

    /// The folder of its socket.
    package let folder: String
    private let input: Pipe

    private init(_ server: PostgresTestServer) throws {
        folder = "/tmp/cst-pb-\(UUID().uuidString.prefix(8))"
        // It refuses to be run by root, and ends when nobody holds its input any more.
        let script = """
            set -e
            umask 077
            mkdir "$1"
            printf '"cst_owner" ""\\n"cst_app" ""\\n' >"$1/users"
            cat >"$1/ini" <<END
            [databases]
            * = host=$2
            [pgbouncer]
            unix_socket_dir = $1
            listen_port = 5432
            auth_type = trust
            auth_file = $1/users
            pool_mode = transaction
            default_pool_size = 6
            max_client_conn = 200
            logfile = $1/log
            END
            \(Self.program) -q "$1/ini" >/dev/null 2>&1 &
            pooler=$!
            while read -r line; do :; done
            kill -KILL $pooler
            wait $pooler || true
            rm -rf "$1"
            """
        let process = Process()
        input = Pipe()
        let asOther = geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = asOther + ["bash", "-c", script, "pooler", folder, server.folder]
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.standardError
        try process.run()
        try input.fileHandleForReading.close()
        let end = ContinuousClock.now + .seconds(30)
        while !FileManager.default.fileExists(atPath: "\(folder)/.s.PGSQL.5432") {
            guard process.isRunning, ContinuousClock.now < end else {
                throw PostgresTestServer.Failed(description: "PgBouncer did not start.")
            }
            usleep(20_000)
        }
    }

    /// The address of the tests' database through it.
    package func address(as role: String) throws -> PostgresAddress {
        try PostgresAddress("postgresql://\(role)@\(folder.replacing("/", with: "%2F"))/cst")
    }
}
