import CommandSupport
import Foundation
import LoopbackServer
import ProgramSupport
import Testing

@testable import WebServer

/// The dashboard as phones in the same network reach it.
struct WebHomeNetworkTests {
    /// An address that only this machine has, and that the program does not take for this machine alone.
    private static let address = "127.0.0.2"

    /// A household with an owner who has a password.
    private static func people() async throws -> (folder: ProgramFolder, name: String, password: String) {
        let people = try await WebPeople(try await Household().folder)
        return (people.folder, "Ana", people.password)
    }

    private static func access(_ folder: ProgramFolder) throws -> String? {
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        return try files.first { $0.hasSuffix("access.json") }.map { try folder.read($0) }
    }

    @Test func `it makes a certificate, and lets the phone in that has the password`() async throws {
        let (folder, name, password) = try await Self.people()
        let port = try WebProgram.freePort()
        let options = ["--lan", "--bind", Self.address, "--port", "\(port)"]
        // The program that looks at the certificate has a clock of its own.
        let clock = ["CST_NOW": Date().formatted(.iso8601)]
        let program = try WebProgram(folder, options, environment: clock)
        #expect(program.start == "https://\(Self.address):\(port)/")
        let told = try program.output(upTo: "what links for guests show.\n")
        #expect(!told.contains("Sign in as"))
        let print = try #require(told.firstMatch(of: #/begins with\n([0-9A-F:]{47})\./#)).output.1
        #expect(told.contains("reaches \(Self.address):\(port) until you end this"))
        // The code is drawn with light blocks where there are no colours.
        #expect(told.contains(String(repeating: "█", count: 33)) && !told.contains("\u{1B}"))
        let file = folder.url.appending(path: "web-\(Self.address).pem")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let script = """
            import hashlib, http.client, ssl, sys, urllib.parse
            context = ssl.create_default_context(cafile="\(file.path)")
            def ask(method, path, body=None, **headers):
                connection = http.client.HTTPSConnection("\(Self.address)", \(port), context=context, timeout=30)
                connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
                answer = connection.getresponse()
                answer.read()
                digest = hashlib.sha256(connection.sock.getpeercert(True)).digest() if connection.sock else b""
                return answer, digest
            answer, digest = ask("GET", "/", Connection="keep-alive")
            print(answer.status, answer.getheader("Location"), digest[:16].hex(":").upper())
            print(ask("GET", "/", Host="evil.example")[0].status)
            answer, _ = ask("POST", "/login", urllib.parse.urlencode({"name": "\(name)", "password": "\(password)"}),
                Content_Type="application/x-www-form-urlencoded", Origin="https://\(Self.address):\(port)")
            print(answer.status, answer.getheader("Set-Cookie").split("=")[0])
            print(ask("GET", "/", Cookie=answer.getheader("Set-Cookie").split(";")[0])[0].status)
            """
        // The certificate is self-signed, and of its address.
        let asked = try await folder.run("/usr/bin/python3", ["-c", script])
        #expect(
            asked.output == "303 /login?next=%2F \(print)\n421\n303 __Host-cst\n200\n",
            "\(asked.output) \(asked.errors)")
        #expect(program.end() == 0)
        // The next start has the same certificate.
        func next() throws -> String {
            let context = try LocalDashboard.context(folder, clock)
            return try OwnCertificate(for: Self.address, in: context.databasePath, context).fingerprint
        }
        #expect(try next().hasPrefix(print))
        // A key that others could have read is made anew.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(try !next().hasPrefix(print))
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: ["text", "json"])
    func `a password that is made is shown on the terminal, whatever the format`(format: String) async throws {
        // The first start of all, without a folder for the data.
        let folder = try ProgramFolder()
        let options = ["--no-open", "--lan", "--bind", Self.address, "--port", "\(try WebProgram.freePort())"]
        let told = try await folder.runOnTerminal(
            "cst-web", options + ["--format", format], environment: ["CST_DATA": ""], prompt: "to have one made): ",
            reply: "\r",
            last: "shown this once.")
        #expect(told.status == 0 && !told.screen.contains("Once more"), "\(told.screen)")
        #expect(
            told.screen.contains(#/Sign in as .+ with the password [a-z0-9-]{19}, which is shown this once\./#),
            "\(told.screen)")
        #expect(try #require(try Self.access(folder)).contains(#""owner""#))
    }

    @Test func `nobody is added where the start fails, nothing is kept, or a log would keep the password`()
        async throws
    {
        let folder = try await Household().folder
        let lan = ["--no-open", "--lan", "--bind", Self.address]
        func refused(_ options: [String], _ status: Int32, _ words: String) async throws {
            let told = try await folder.run("cst-web", lan + options)
            #expect(told.status == status && told.errors.contains(words), "\(told.status) \(told.errors)")
            #expect(try Self.access(folder) == nil, "\(options)")
        }
        try await refused(["--demo"], 64, "leave out one")
        try await refused(["--port", "\(try WebProgram.freePort())"], 64, "cst-web user add")
        let taken = try LoopbackServer(always: .silence)
        let terminal = try await folder.runOnTerminal(
            "cst-web", ["--no-open", "--lan", "--bind", "127.0.0.1", "--port", "\(taken.port)"],
            prompt: "to have one made): ", reply: "\r", last: "shown this once.")
        #expect(terminal.status == 1 && terminal.screen.contains("cannot be used"), "\(terminal.screen)")
        #expect(try Self.access(folder) == nil)
    }

    @Test func `it answers to addresses of networks at home alone`() async throws {
        for address in ["10.0.0.1", "127.0.0.2", "172.16.0.1", "172.31.255.1", "192.168.1.20", "169.254.3.4"] {
            #expect(HomeNetwork.isPrivate(address), "\(address)")
        }
        for address in ["8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.1.1", "100.64.0.1", "::1", "home", "10.0.0"] {
            #expect(!HomeNetwork.isPrivate(address), "\(address)")
        }
        let folder = try ProgramFolder()
        let refusals = [
            (["--bind", "8.8.8.8"], "'8.8.8.8' is no address of a home network"),
            (["--bind", "10.0.0.1", "--behind-proxy", "https://a.example"], "makes its own certificate"),
            (["--bind", "10.0.0.1", "--tls-cert", "a", "--tls-key", "b"], "makes its own certificate"),
        ]
        for (options, reason) in refusals {
            let refused = try await folder.run("cst-web", ["--no-open", "--lan"] + options)
            #expect(refused.status == 64 && refused.errors.contains(reason), "\(refused.errors)")
        }
    }

    @Test func `passwords that are made differ and are long enough`() {
        let made = (0..<200).map { _ in HomeNetwork.newPassword() }
        #expect(Set(made).count == made.count && made.allSatisfy { $0.count == 19 })
    }
}
