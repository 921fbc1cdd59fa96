import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// The API key goes to its server, and nowhere else.
struct SecretKeyTests {
    private static let key = "CG-k3yThatNobodyMaySee"

    /// How a server says the key back.
    enum Echo: String, CaseIterable, Sendable {
        case nowhere, inRates, inHeaders, inRefusal, inError, inHTML, inRedirect, inBrokenJSON

        func reply(_ key: String) -> Reply {
            let rates = RateServer.coingecko.body("70000")
            return switch self {
            case .nowhere: .text(rates)
            case .inRates: .text("{\"note\":\"\(key)\"," + rates.dropFirst())
            case .inHeaders: .text(rates, headers: ["ETag": "\"\(key)\"", "X-Your-Key": key])
            case .inRefusal:
                .text("{\"status\":{\"error_code\":10002,\"error_message\":\"Wrong key \(key)\"}}", status: 401)
            case .inError: .text("no service for \(key)", status: 500, headers: ["X-Your-Key": key])
            case .inHTML: .text("<html>\(key)</html>", type: "text/html")
            case .inRedirect: .redirect(to: "http://127.0.0.1:9/?x_cg_demo_api_key=\(key)")
            case .inBrokenJSON: .text("{\"\(key)")
            }
        }
    }

    @Test("the key is in no output, log, error or file", arguments: Echo.allCases)
    func nowhere(_ echo: Echo) async throws {
        let reply = echo.reply(Self.key)
        let servers = try RateServers([.coingecko: reply])
        let saver = try await Saver()
        let environment = servers.environment([.ecb, .coingecko]).merging([
            "CST_EXCHANGE_RATES_COINGECKO_API_KEY": Self.key
        ]) { $1 }
        for command in [
            "cst-plan required -v", "cst-plan required -v --format json", "cst-assets list --display USD -v",
            "cst-rates get BTC USD -v", "cst-rates get BTC USD --date 2026-03-02 -v --format json", "cst-rates list",
            "cst-rates doctor -v", "cst-rates config show", "cst-plan config show --format json",
            "cst-assets add Other --currency ETH", "cst-plan history",
        ] {
            let result = try await saver.run(command, environment)
            #expect(!result.output.contains(Self.key), "\(command)")
            #expect(!result.errors.contains(Self.key), "\(command)")
        }
        let sent = servers.requests(.coingecko).map { $0.headers["x-cg-demo-api-key"] }
        #expect(!sent.isEmpty && sent.allSatisfy { $0 == Self.key })
        #expect(servers.requests(.ecb).allSatisfy { !$0.headers.values.contains(Self.key) })
        let files = try #require(FileManager.default.enumerator(at: saver.folder.url, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
        // The database and what is kept of the ECB's answer are among them.
        #expect(files.count >= 2)
        for file in files {
            #expect(try Data(contentsOf: file).range(of: Data(Self.key.utf8)) == nil, "\(file.path)")
        }
    }
}
