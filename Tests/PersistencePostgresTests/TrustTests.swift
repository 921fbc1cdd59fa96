import Foundation
import Models
import Persistence
import PersistencePostgres
import PostgresTestServer
import StoreSamples
import Testing

@Suite("Servers and their certificates")
struct TrustTests {
    /// Certificates of an authority of the test's own, in a folder.
    private static let script = """
        set -euo pipefail
        cd "$1"
        new() { openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$1.key" "${@:2}" 2>/dev/null; }
        new authority -x509 -days 2 -subj /CN=authority -out authority.crt
        new stranger -x509 -days 2 -subj /CN=stranger -out stranger.crt
        for name in right other; do
            [ $name = right ] && names=IP:$2 || names=DNS:other.example
            new $name -subj /CN=server -out $name.csr
            openssl x509 -req -in $name.csr -CA authority.crt -CAkey authority.key -CAcreateserial -days 2 -out $name.crt \\
                -extfile <(echo "subjectAltName=$names") 2>/dev/null
        done
        cp other.crt server.crt
        cp other.key server.key
        chmod 600 server.key
        if [ "$(id -u)" = 0 ]; then chmod 755 . && chown postgres server.crt server.key; fi
        """

    private static func run(_ script: String, _ words: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bash", "-c", script, "script"] + words
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    @Test func `the certificate has to be that of the host, from an authority that is known`() async throws {
        // Any address of this machine but the usual one, of which nobody else can take the place.
        let host = "127.\(Int.random(in: 1...250)).\(Int.random(in: 0...250)).\(Int.random(in: 2...250))"
        try await withTemporaryFolder { folder in
            try Self.run(Self.script, folder, host)
            let server = try PostgresTestServer(settings: [
                "listen_addresses=\(host)", "ssl=on", "ssl_cert_file=\(folder)/server.crt",
                "ssl_key_file=\(folder)/server.key",
            ])
            let owner = PostgresServer(try server.address(as: "cst_owner"), household: "none")
            try await owner.prepare(.samples, for: "cst_secret")
            let file = "\(folder)/password"
            try Data("hunter3\n".utf8).write(to: URL(fileURLWithPath: file))
            #expect(chmod(file, 0o600) == 0)
            func problem(_ options: String) async throws -> String {
                let address = try PostgresAddress("postgresql://cst_secret@\(host)/cst\(options)")
                let store = try PostgresStore(
                    PostgresServer(address, household: "x", passwordFile: file, patience: .seconds(10)),
                    kinds: .samples, connections: 1)
                defer { Task { await store.close() } }
                do {
                    try await store.write(.test()) { try $0.insert(asset(Int.random(in: 1...9_999_999))) }
                    return store.warnings().map(\.code).joined()
                } catch { return "\(error)" }
            }
            let known = "?sslrootcert=\(folder)/authority.crt"
            let other = try await problem(known)
            #expect(other.contains("its certificate is not that of the host") && !other.contains("hunter3"), "\(other)")
            // Whoever says less gets less, and is warned.
            #expect(try await problem(known + "&sslmode=verify-ca") == "weakConnection")
            #expect(try await problem("?sslmode=require") == "weakConnection")
            try Self.run(
                "cat \"$1\"/right.crt >\"$1\"/server.crt && cat \"$1\"/right.key >\"$1\"/server.key", folder)
            try server.execute("SELECT pg_reload_conf()")
            // The server takes note of it a moment later.
            var right = other
            for _ in 0..<100 where right.contains("certificate") { right = try await problem(known) }
            #expect(right == "", "\(right)")
            let strange = try await problem("?sslrootcert=\(folder)/stranger.crt")
            #expect(strange.contains("its certificate is not that of the host"), "\(strange)")
            let missing = try await problem("?sslrootcert=\(folder)/nothing.crt")
            #expect(missing.contains("sslrootcert"), "\(missing)")
        }
    }

    @Test func `a server that is too old, and a host that is none`() async throws {
        let server = try OldServer(version: "13.22")
        defer { server.close() }
        for (host, words) in [
            (server.folder.replacing("/", with: "%2F"), "older than version 14"),
            ("nowhere.invalid", "there is no host of that name"),
            ("127.0.0.1:1", "cannot be reached"),
        ] {
            let store = try PostgresStore(
                PostgresServer(
                    PostgresAddress("postgresql://cst_app@\(host)/cst"), household: "x", patience: .seconds(2)),
                kinds: .samples, connections: 1)
            let error = await #expect(throws: StoreError.self) { try await store.read { try $0.revision() } }
            #expect(error.map { "\($0)".contains(words) } == true, "\(String(describing: error))")
            await store.close()
        }
    }
}
