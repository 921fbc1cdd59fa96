import Foundation
package import PersistencePostgres
import Synchronization

/// A PostgreSQL server of the tests' own, in a temporary folder, reached by a socket in it. It ends with the tests, however they
/// end.
///
/// Its database `cst` belongs to the role `cst_owner`; `cst_app` may log in, too, and gets rights when the owner prepares it.
package final class PostgresTestServer: Sendable {
    /// There is no PostgreSQL, or it did not start.
    package struct Failed: Error, CustomStringConvertible {
        package let description: String
    }

    /// The server that all tests of one process share.
    package static let shared = Result { try PostgresTestServer() }

    /// The folder of its socket.
    package let folder: String
    private let input: Pipe
    private static let socketName = ".s.PGSQL.5432"

    /// Makes a server and starts it.
    ///
    /// - Parameter settings: more of them, as `name=value`.
    package init(settings: [String] = []) throws {
        let versions = "/usr/lib/postgresql"
        let installed = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
        let candidates = installed.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(versions)/\($0)/bin" }
        let bin = (candidates + ["/opt/homebrew/opt/postgresql@17/bin", "/usr/local/bin", "/usr/bin"]).first {
            FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
        }
        guard let bin else { throw Failed(description: "PostgreSQL is not installed.") }
        folder = "/tmp/cst-pg-\(UUID().uuidString.prefix(8))"
        // The server refuses to be run by root, and ends when nobody holds its input any more.
        let script = """
            set -e
            umask 077
            mkdir "$1"
            "$2/initdb" -D "$1/data" -U postgres --auth-local=trust --auth-host=scram-sha-256 --locale=C --encoding=UTF8 \
                --data-checksums -N >/dev/null
            # A database that asks for a password.
            sed -i '1i local locked all scram-sha-256\\nhost all all 127.0.0.0/8 scram-sha-256' "$1/data/pg_hba.conf"
            shift 2
            start() {
                "$BIN/postgres" -D "$FOLDER/data" -k "$FOLDER" -c listen_addresses= -c fsync=off "$@" >>"$FOLDER/log" 2>&1 &
                server=$!
            }
            start "$@"
            # Each line that comes stops all its processes, lets them go on, or kills them.
            while read -r line; do
                if [ "$line" != kill ]; then
                    kill "-$line" $server $(pgrep -P $server) || true
                    continue
                fi
                kill -KILL $server $(pgrep -P $server) || true
                wait $server || true
                rm -f "$FOLDER/.s.PGSQL.5432" "$FOLDER/.s.PGSQL.5432.lock" "$FOLDER/data/postmaster.pid"
                start "$@"
                # A process that was just begun may have outlived the others for a moment, and keeps a server from starting.
                until [ -S "$FOLDER/.s.PGSQL.5432" ]; do
                    ps -o stat= -p $server | grep -q '^[^Z]' || start "$@"
                    sleep 0.05
                done
            done
            kill -QUIT $server
            wait $server || true
            rm -rf "$FOLDER"
            """
        let process = Process()
        input = Pipe()
        let asOther = geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = asOther + ["bash", "-c", script, "server", folder, bin] + settings.flatMap { ["-c", $0] }
        process.environment = ["BIN": bin, "FOLDER": folder, "PATH": "/usr/bin:/bin", "LC_ALL": "C"]
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.standardError
        try process.run()
        try input.fileHandleForReading.close()
        let end = ContinuousClock.now + .seconds(60)
        while !FileManager.default.fileExists(atPath: "\(folder)/\(Self.socketName)") {
            guard process.isRunning, ContinuousClock.now < end else {
                throw Failed(description: "The server did not start.")
            }
            usleep(20_000)
        }
        try execute("CREATE ROLE cst_owner LOGIN", database: "postgres")
        try execute("CREATE ROLE cst_app LOGIN", database: "postgres")
        try execute("CREATE ROLE cst_secret LOGIN PASSWORD 'hunter3'", database: "postgres")
        try execute("CREATE DATABASE locked", database: "postgres")
        try execute("CREATE DATABASE cst OWNER cst_owner", database: "postgres")
    }

    /// Kills all processes of the server and starts it again.
    package func killAndRestart() throws { try input.fileHandleForWriting.write(contentsOf: Data("kill\n".utf8)) }

    /// Stops all its processes where they are.
    package func stop() throws { try input.fileHandleForWriting.write(contentsOf: Data("STOP\n".utf8)) }

    /// Lets them go on.
    package func goOn() throws { try input.fileHandleForWriting.write(contentsOf: Data("CONT\n".utf8)) }

    /// The address of a database for a role.
    package func address(as role: String, database: String = "cst") throws -> PostgresAddress {
        try PostgresAddress("postgresql://\(role)@\(folder.replacing("/", with: "%2F"))/\(database)")
    }

    /// Runs statements as the server's administrator, or as another role, and gives what they print.
    @discardableResult
    package func execute(_ sql: String, as role: String = "postgres", database: String = "cst") throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", role, "-d", database, "-c",
            sql,
        ]
        process.standardOutput = output
        let end = ContinuousClock.now + .seconds(30)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // The socket is there a moment before the server answers.
        if process.terminationStatus == 2, ContinuousClock.now < end {
            usleep(50_000)
            return try execute(sql, as: role, database: database)
        }
        guard process.terminationStatus == 0 else { throw Failed(description: "The server refused: \(sql)") }
        return text.trimmingCharacters(in: .newlines)
    }
}
