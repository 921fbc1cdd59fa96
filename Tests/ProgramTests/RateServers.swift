import Foundation
import LoopbackServer

/// A server that a program asks for rates.
enum RateServer: String, CaseIterable, Sendable {
    case ecb, coingecko, coinbase

    /// The answer in the provider's own format with this JSON value, or text, as its rate; without one there is no rate.
    func body(_ rate: String?) -> String {
        switch self {
        case .ecb:
            let text = rate?.replacing("\"", with: "")
            let entry = text.map { "<Cube currency=\"USD\" rate=\"\($0)\"/>" } ?? ""
            return "<gesmes:Envelope xmlns:gesmes=\"g\"><Cube><Cube time=\"2026-04-13\">\(entry)</Cube></Cube>"
                + "</gesmes:Envelope>"
        case .coingecko:
            let entry = rate.map { "\"usd\":\($0)," } ?? ""
            return "{\"bitcoin\":{\(entry)\"last_updated_at\":1776070740}}"
        case .coinbase:
            let entry = rate.map { "\"BTC\":\($0)" } ?? ""
            return "{\"data\":{\"currency\":\"USD\",\"rates\":{\(entry)}}}"
        }
    }

    /// 1 EUR = 1.25 USD, 1 BTC = 70000 USD at CoinGecko and 80000 USD at Coinbase.
    var usualAnswer: Reply {
        switch self {
        case .ecb: .text(body("1.25"), type: "text/xml")
        case .coingecko: .text(body("70000"))
        case .coinbase: .text(body("\"0.0000125\""))
        }
    }

    /// The end of the address that is asked for the newest rates.
    var path: String {
        switch self {
        case .ecb: "/eurofxref-daily.xml"
        case .coingecko: "/simple/price"
        case .coinbase: "/exchange-rates"
        }
    }
}

/// A server for each provider, so that each is a host of its own.
struct RateServers: Sendable {
    private let servers: [RateServer: LoopbackServer]

    /// Servers that give the usual answers except those named here.
    init(_ others: [RateServer: Reply] = [:]) throws {
        try self.init { server in
            let reply = others[server] ?? server.usualAnswer
            return { _, _ in reply }
        }
    }

    init(_ handler: (RateServer) -> LoopbackServer.Handler) throws {
        servers = Dictionary(
            uniqueKeysWithValues: try RateServer.allCases.map { ($0, try LoopbackServer(handler($0))) })
    }

    func requests(_ server: RateServer) -> [ReceivedRequest] { servers[server]?.requests ?? [] }

    /// What lets a program ask these providers, in this order.
    func environment(_ order: [RateServer] = RateServer.allCases) -> [String: String] {
        var values = [
            "CST_EXCHANGE_RATES_PROVIDERS": order.map(\.rawValue).joined(separator: ","),
            "CST_NETWORK_OFFLINE": "false", "CST_NETWORK_BUDGET": "20s",
            // A proxy of the machine would be asked instead.
            "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1",
        ]
        for (name, server) in servers {
            values["CST_EXCHANGE_RATES_\(name.rawValue.uppercased())_BASE_URL"] = server.baseURL.absoluteString
        }
        return values
    }
}
