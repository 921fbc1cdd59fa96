import Foundation
import PersistencePostgres

/// A server and its standby, each with a socket in a folder of its own, both of which end with the tests.
final class ReplicatedServer: Sendable {
    struct Failed: Error {}

    private let folder: String
    private let input: Pipe
    private let output: Pipe

    /// - Parameter isSynchronous: whether a write waits until the standby shows it.
    init(isSynchronous: Bool) throws {
        folder = "/tmp/cst-rp-\(UUID().uuidString.prefix(8))"
        let script = """
            set -e
            umask 077
            export PATH="$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1):$PATH"
            mkdir "$1" "$1/a" "$1/b"
            cd "$1"
            initdb -D a/data -U postgres --auth=trust --locale=C --encoding=UTF8 -N >/dev/null
            start() {
                postgres -D $1/data -k "$PWD/$1" -c listen_addresses= -c fsync=off >>$1.log 2>&1 &
                eval "process_$1=$!"
                until psql -X -q -h "$PWD/$1" -U postgres -c 'SELECT 1' postgres >/dev/null 2>&1; do sleep 0.05; done
            }
            sql() { psql -X -q -A -t -h "$PWD/$1" -U postgres -d postgres -c "$2"; }
            # Makes the second a copy that follows the first.
            follow() {
                rm -rf $2/data
                pg_basebackup -h "$PWD/$1" -U postgres -D $2/data -R -X stream -c fast
                start $2
                until [ "$(sql $1 "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")" = 1 ]; do
                    sleep 0.05
                done
                if [ $SYNCHRONOUS = 1 ]; then
                    sql $1 "ALTER SYSTEM SET synchronous_commit = remote_apply"
                    sql $1 "ALTER SYSTEM SET synchronous_standby_names = '*'"
                    sql $1 "SELECT pg_reload_conf()" >/dev/null
                    until [ "$(sql $1 "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")" = 1 ]; do
                        sleep 0.05
                    done
                fi
            }
            start a
            sql a "CREATE ROLE cst_owner LOGIN"
            sql a "CREATE ROLE cst_app LOGIN"
            sql a "CREATE DATABASE cst OWNER cst_owner"
            first=a
            second=b
            follow a b
            echo ready
            while read -r line; do
                case $line in
                fail)
                    eval "process=\\$process_$first"
                    kill -KILL $process $(pgrep -P $process) || true
                    wait $process || true
                    rm -f $first/.s.PGSQL.5432*
                    sql $second "SELECT pg_promote()" >/dev/null
                    ;;
                detach)
                    sql $second "ALTER SYSTEM SET primary_conninfo = ''"
                    sql $second "SELECT pg_reload_conf()" >/dev/null
                    until [ "$(sql $first "SELECT count(*) FROM pg_stat_replication")" = 0 ]; do sleep 0.05; done
                    ;;
                follow)
                    follow $second $first
                    other=$first
                    first=$second
                    second=$other
                    ;;
                esac
                echo done
            done
            kill -QUIT $process_a $process_b || true
            wait || true
            cd /
            rm -rf "$1"
            """
        let process = Process()
        (input, output) = (Pipe(), Pipe())
        let asOther = geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = asOther + ["bash", "-c", script, "servers", folder]
        process.environment = [
            "PATH": "/usr/bin:/bin", "LC_ALL": "C", "SYNCHRONOUS": isSynchronous ? "1" : "0",
        ]
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.standardError
        try process.run()
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        try wait()
    }

    /// The address of both.
    func address(as role: String) throws -> PostgresAddress {
        let hosts = ["a", "b"].map { "\(folder)/\($0)".replacing("/", with: "%2F") }.joined(separator: ",")
        return try PostgresAddress("postgresql://\(role)@\(hosts)/cst")
    }

    /// Kills the server, and puts its standby in its place.
    func fail() throws { try run("fail") }

    /// Lets the standby receive nothing any more.
    func detach() throws { try run("detach") }

    /// Makes a standby of the server that was killed.
    func follow() throws { try run("follow") }

    private func run(_ word: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
        try wait()
    }

    private func wait() throws {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
            if byte == Data("\n".utf8) { return }
            line += byte
        }
        throw Failed()
    }
}
