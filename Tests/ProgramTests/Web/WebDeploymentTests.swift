import Foundation
import ProgramSupport
import Testing

/// The files for servers, as they are published.
struct WebDeploymentTests {
    private static let host = "savings.example.org"

    private static var folder: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/Deployment")
    }

    /// A client that believes every certificate, and says what it saw in one line each.
    private static func client(_ host: String, _ port: Int, _ base: String, _ deposit: [String]) -> String {
        """
        import re, socket, ssl, subprocess, sys, time, urllib.parse
        def connect():
            plain = socket.create_connection(("127.0.0.1", \(port)), timeout=60)
            return ssl._create_unverified_context().wrap_socket(plain, server_hostname="\(Self.host)")
        def ask(method, path, headers={}, body="", host="\(host)"):
            with connect() as connection:
                lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", f"Content-Length: {len(body)}"]
                lines += [f"{name}: {value}" for name, value in headers.items()]
                connection.sendall(("\\r\\n".join(lines) + "\\r\\n\\r\\n" + body).encode())
                text = b""
                while part := connection.recv(65536):
                    text += part
            return text.decode()
        for _ in range(200):
            try:
                if " 200 " in ask("GET", "\(base)/health/live")[:20]:
                    break
            except OSError:
                pass
            time.sleep(0.05)
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://\(host)"}
        answer = ask("POST", "\(base)/login", form, urllib.parse.urlencode({"name": "Ana", "password": "correct horse battery"}))
        cookie = re.search(r"(?i)set-cookie: ([^;]+);", answer)
        print(answer.split()[1], re.search(r"(?i)location: (\\S+)", answer)[1], cookie[1].split("=")[0])
        page = ask("GET", "\(base)/goals", {"Cookie": cookie[1]})
        print(page.split()[1], *[len(re.findall(rf"(?im)^{name}:", page)) for name in
            ("content-security-policy", "strict-transport-security", "x-content-type-options")], "Car" in page)
        with connect() as stream:
            stream.sendall(f"GET \(base)/events HTTP/1.1\\r\\nHost: \(host)\\r\\nCookie: {cookie[1]}\\r\\n\\r\\n".encode())
            text = b""
            while b"retry" not in text:
                text += stream.recv(4096)
            subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
            while b"event: change" not in text:
                text += stream.recv(4096)
            print("streamed")
        """
    }

    @Test(arguments: [("nginx", ":/savings"), ("caddy", ":/savings"), ("caddy", "")])
    func `behind a proxy it logs in, shows and streams`(proxy: String, address: String) async throws {
        let port = try WebProgram.freePort()
        let base = address.replacing(":", with: "")
        // The port is part of the address unless it is the usual one.
        let host = address.hasPrefix(":") ? "\(Self.host):\(port)" : Self.host
        let people = try await WebPeople(try await Household().folder)
        let folder = people.folder
        let socket = "/tmp/cst-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(socket) }
        let made = try await folder.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj",
                "/CN=\(Self.host)", "-keyout", "key.pem", "-out", "cert.pem",
            ])
        try #require(made.status == 0, "\(made.errors)")
        let program = try WebProgram(
            folder, ["--bind", "unix:\(socket)", "--behind-proxy", "https://\(host)\(base)"])
        let server = try Self.start(proxy, base, folder, socket, port)
        defer { server.terminate() }
        let deposit = [try ProgramFolder.path(of: "cst-assets").path, "deposit", "Savings", "5"]
        let told = try await folder.run(
            "/usr/bin/python3", ["-c", Self.client(host, port, base, deposit)] + deposit)
        let cookie = base.isEmpty ? "__Host-cst" : "__Secure-cst"
        #expect(told.output == "303 \(base)/ \(cookie)\n200 1 1 1 True\nstreamed\n", "\(told.errors)")
        #expect(program.end() == 0)
    }

    /// The proxy with the published configuration, but for what only a test has.
    private static func start(
        _ proxy: String, _ base: String, _ folder: ProgramFolder, _ socket: String, _ port: Int
    ) throws -> Process {
        let place = folder.url.path
        let process = Process()
        process.environment = folder.environment
        if proxy == "nginx" {
            let part = try String(contentsOf: Self.folder.appending(path: "nginx.conf"), encoding: .utf8)
                .replacing("listen 443 ssl", with: "listen 127.0.0.1:\(port) ssl")
                .replacing("/etc/ssl/savings.pem", with: "\(place)/cert.pem")
                .replacing("/etc/ssl/savings.key", with: "\(place)/key.pem")
                .replacing("/run/cst/web.sock", with: socket).replacing("location / {", with: "location \(base)/ {")
            let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            let temporary = kinds.map { "\($0)_temp_path \(place)/\($0);" }
            let user = getuid() == 0 ? "user root;" : ""
            let whole =
                "\(user) daemon off; pid \(place)/nginx.pid; error_log \(place)/nginx.log; events {}\n"
                + "http { access_log off; \(temporary.joined(separator: " "))\n\(part)}\n"
            try folder.write(whole, to: "nginx.conf")
            process.executableURL = URL(filePath: "/usr/sbin/nginx")
            process.arguments = ["-c", "\(place)/nginx.conf", "-p", place, "-e", "\(place)/nginx.log"]
        } else {
            let part = try String(contentsOf: Self.folder.appending(path: "Caddyfile"), encoding: .utf8)
                .replacing("\(Self.host) {", with: "\(Self.host):\(port) {\n\ttls \(place)/cert.pem \(place)/key.pem")
                .replacing("/run/cst/web.sock", with: socket)
            try folder.write("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + part, to: "Caddyfile")
            process.executableURL = URL(filePath: "/usr/bin/caddy")
            process.arguments = ["run", "--config", "\(place)/Caddyfile", "--adapter", "caddyfile"]
        }
        let log = folder.url.appending(path: "proxy.log")
        try Data().write(to: log)
        process.standardError = try FileHandle(forWritingTo: log)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    @Test func `units are right, and leave little to whoever breaks in`() async throws {
        let folder = try ProgramFolder()
        for name in ["cst-web.service", "cst-backup.service", "cst-backup.timer"] {
            // The programs are where the package puts them, which this machine does not have.
            let unit = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
                .replacing("/usr/bin/cst-web", with: "/bin/true").replacing(#/Documentation=.*/#, with: "")
            try folder.write(unit, to: name)
        }
        for name in ["cst-web.service", "cst-backup.service", "cst-backup.timer"] {
            let path = folder.url.appending(path: name).path
            let told = try await folder.run("/usr/bin/systemd-analyze", ["verify", path])
            #expect(told.status == 0 && told.errors.isEmpty, "\(told.errors)")
        }
        for name in ["cst-web.service", "cst-backup.service"] {
            let told = try await folder.run(
                "/usr/bin/systemd-analyze",
                ["security", "--offline=true", "--threshold=25", folder.url.appending(path: name).path])
            #expect(told.status == 0, "\(told.output.suffix(300)) \(told.errors)")
        }
    }
}
