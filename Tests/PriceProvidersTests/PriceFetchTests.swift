import ExchangeRates
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import Persistence
import PluginKit
import Portfolio
import Testing

@testable import PriceProviders

/// What is fetched is kept, and valuing reads only that.
struct PriceFetchTests {
    private let folder: TemporaryFolder
    private let store = MemoryStore()

    init() throws { folder = try TemporaryFolder() }

    private func instrument(
        _ name: String, _ currency: Currency = .eur, type: InstrumentType = .etf, symbol: String? = nil,
        prices: String? = nil
    ) async throws -> Instrument {
        let instrument = Instrument(
            id: UUID(), name: name, type: type, currency: currency, symbol: symbol, prices: prices)
        try await store.write(call()) { try $0.insert(instrument) }
        return instrument
    }

    private func service(_ settings: [String: RawSetting]) async throws -> PriceFetchService {
        let container = try await sources(settings)
        return PriceFetchService(store: store, sources: PriceSources(try container.resolveAll(.prices)))
    }

    private func kept() async throws -> [String] {
        try await store.read { try $0.all(FetchedPrice.self) }.map {
            "\($0.day) \($0.price) \($0.source)\($0.isFallback ? " substitute" : "")"
        }.sorted()
    }

    private func table(_ rows: String) throws -> RawSetting {
        .text(try folder.write("instrument,price,currency,date,adjustedThrough\n\(rows)", to: "prices.csv"))
    }

    @Test func `a table is read anew, a corrected price takes the place of the old one, and is known afterwards`()
        async throws
    {
        _ = try await instrument("ACME", symbol: "ACM")
        let settings: [String: RawSetting] = [
            "prices.providers": ["fixed"],
            "prices.fixed.file": try table(
                "ACM,10.50,EUR,2026-05-19,\nACME,11,EUR,2026-05-20,2026-05-20\nX,1,EUR,2026-05-20,\n"),
        ]
        let fetching = try await service(settings)
        let first = try await fetching.fetch(["ACME"], call())
        #expect(first.value.prices.count == 2 && first.isComplete)
        #expect(try await kept() == ["2026-05-19 10.50 EUR fixed", "2026-05-20 11.00 EUR fixed"])
        _ = try table("ACM,10.50,EUR,2026-05-19,\nACME,12,EUR,2026-05-20,\nACME,7,USD,2026-05-18,\n")
        let second = try await fetching.fetch(["ACME"], from: "2026-05-01", call())
        #expect(second.value.prices.map(\.price.price.description) == ["12.00 EUR"] && second.value.known == 1)
        #expect(
            !second.isComplete
                && second.value.unavailable.map(\.reason) == ["the price of 2026-05-18 is in USD, not in EUR."])
    }

    @Test func `a price is that of the instrument with its name, else of all with its symbol`() async throws {
        _ = try await instrument("Listing A", symbol: "VUSA")
        _ = try await instrument("Listing B", symbol: "VUSA")
        _ = try await instrument("ACME", symbol: "AC")
        _ = try await instrument("Other", symbol: "ACME")
        let fetching = try await service([
            "prices.providers": ["fixed"],
            "prices.fixed.file": try table("VUSA,90,EUR,2026-05-20,\nACME,10,EUR,2026-05-20,\n"),
        ])
        let found = try await fetching.fetch(["Other", "ACME", "Listing A", "Listing B"], call())
        let texts = found.value.prices.map { "\($0.instrument.name) \($0.price.price)" }
        #expect(texts == ["ACME 10.00 EUR", "Listing A 90.00 EUR", "Listing B 90.00 EUR"])
        #expect(!found.isComplete && found.value.unavailable.map(\.item) == ["Other"])
    }

    @Test func `a substitute fills in, never in place of a real price, and is marked`() async throws {
        _ = try await instrument("ACME")
        let fetching = try await service([
            "prices.providers": ["fixed"], "prices.fallback": "mock",
            "prices.fixed.file": try table("ACME,10.50,EUR,2026-05-19,\n"),
        ])
        #expect(try await fetching.fetch(["ACME"], from: "2026-05-19", to: "2026-05-19", call()).isComplete)
        let other = try await instrument("Other")
        let outcome = try await fetching.fetch(["ACME", "Other"], from: "2026-05-19", to: "2026-05-20", call())
        #expect(!outcome.isComplete)
        #expect(outcome.value.prices.allSatisfy { $0.instrument == other && $0.price.isFallback })
        #expect(try await kept().filter { !$0.hasSuffix("substitute") } == ["2026-05-19 10.50 EUR fixed"])
    }

    @Test func `coins are priced by rates, with the rate's day and providers, and a weekend has the Friday's`()
        async throws
    {
        _ = try await instrument("Bitcoin", type: .crypto, symbol: "BTC")
        _ = try await instrument("Dollar fund", symbol: "USD")
        let rates = FixedRates(
            try FixedRateTable(
                csv: "from,to,rate,date\nBTC,EUR,60000.5,2026-05-15\nBTC,EUR,61000,2026-05-20\n", fileTime: noon))
        let service = PriceFetchService(
            store: store,
            sources: PriceSources([
                RatePrices(rates: PortfolioRates(ExchangeRateService(providers: [rates])))
            ]))
        let outcome = try await service.fetch(["Bitcoin"], from: "2026-05-14", call())
        #expect(
            try await kept() == ["2026-05-15 60000.50 EUR rates: fixed", "2026-05-20 61000.00 EUR rates: fixed"])
        #expect(outcome.isComplete)
        let fund = try await service.fetch(["Dollar fund"], call())
        #expect(!fund.isComplete && fund.value.prices.isEmpty)
    }

    @Test func `a program is asked about instruments, and only what fits is taken`() async throws {
        let asked = folder.url.appending(path: "asked").path
        let path = try folder.write(
            """
            #!/bin/sh
            cat > '\(asked)'
            echo '{"prices":[{"symbol":"ACM","date":"2026-05-20","price":"12.5","currency":"EUR","adjustedThrough":null},'
            echo '{"symbol":"ACM","date":"2026-05-19","price":12,"currency":"USD"},{"symbol":"ZZZ","date":"2026-05-20","price":1,'
            echo '"currency":"EUR"},{"symbol":"ACM","date":"soon","price":1,"currency":"EUR"}]}'

            """, to: "program")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        _ = try await instrument("ACME", symbol: "ACM")
        let fetching = try await service(["prices.providers": ["exec"], "prices.exec.command": .list([path])])
        let outcome = try await fetching.fetch(["ACME"], call())
        #expect(try await kept() == ["2026-05-20 12.50 EUR exec"])
        #expect(outcome.value.unavailable.count == 2)
        #expect(
            try String(contentsOfFile: asked, encoding: .utf8)
                == #"{"from":"2026-05-06","instruments":[{"currency":"EUR","isin":null,"symbol":"ACM"}],"method":"prices","to":"2026-05-20","version":1}"#
        )
        let offline = try await service([
            "prices.providers": ["exec"], "prices.exec.command": .list([path]), "network.offline": "true",
        ])
        #expect(try await !offline.fetch(["ACME"], call()).isComplete)
    }

    @Test func `later providers are asked for what earlier ones do not give, and a named source alone`() async throws {
        _ = try await instrument("ACME")
        _ = try await instrument("Named", prices: "exec")
        let fetching = try await service([
            "prices.providers": ["fixed", "mock"],
            "prices.fixed.file": try table("ACME,10.50,EUR,2026-05-20,\nNamed,7,EUR,2026-05-20,\n"),
        ])
        let outcome = try await fetching.fetch(["ACME", "Named"], call())
        #expect(outcome.value.prices.map(\.price.source) == ["fixed"])
        #expect(
            outcome.value.unavailable.map(\.reason) == [
                "no provider knows a price of these days from the source 'exec'."
            ])
    }

    @Test func `days that are none are refused, and cash needs no price`() async throws {
        _ = try await instrument("Cash", type: .cash)
        let fetching = try await service(["prices.providers": ["mock"]])
        for (from, to) in [("2026-05-21", nil), ("soon", nil), ("2026-05-20", "2026-05-19")] as [(String, String?)] {
            await #expect(throws: RequestError.self) { try await fetching.fetch([], from: from, to: to, call()) }
        }
        await #expect(throws: PortfolioError.self) { try await fetching.fetch(["Cash"], call()) }
        #expect(try await fetching.fetch([], call()).value.prices.isEmpty)
    }

    /// A source of somebody else's.
    private struct Broker: PriceProvider {
        let rows: [ProvidedPrice]

        let name = "broker"
        func prices(_ request: PriceRequest, _ call: Call) async throws -> PriceAnswer { PriceAnswer(prices: rows) }
    }

    @Test func `a source of another package is judged as ours are`() async throws {
        let acme = try await instrument("ACME")
        let day = try CalendarDay("2026-05-20")
        let rows = [
            ProvidedPrice(instrumentID: acme.id, day: day, price: try Money("5", .eur)),
            ProvidedPrice(instrumentID: acme.id, day: day.adding(days: 1), price: try Money("6", .eur)),
            ProvidedPrice(instrumentID: UUID(), day: day, price: try Money("7", .eur)),
        ]
        let service = PriceFetchService(store: store, sources: PriceSources([Broker(rows: rows)]))
        #expect(try await service.fetch(["ACME"], call()).isComplete)
        #expect(try await kept() == ["2026-05-20 5.00 EUR broker"])
    }
}
