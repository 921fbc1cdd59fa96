import ExchangeRates
import Foundation
import HTTPNetworking
import Models
import PluginKit
import RateProviders
import Synchronization
import Testing

/// One container, as a program that keeps running has it, serves a week of requests.
@Suite struct RunningWeekTests {
    private static let coins = ["BTC": "bitcoin", "ETH": "ethereum", "SOL": "solana", "ADA": "cardano"]
    private static let timeToLiveOfTheECB: Double = 12 * 3600

    private let time = RunningTime()
    private let servers: SimulatedServers
    private let folder: TemporaryFolder

    init() throws {
        servers = SimulatedServers(time)
        folder = try TemporaryFolder()
    }

    /// What one of the concurrent requests asks, and what it is answered.
    private struct Asked {
        let from: String
        var zone = "GMT"
        var limit: Duration = .seconds(30)
        var rate: ConversionRate?
        var reason = ""

        func call(_ time: RunningTime) throws -> Call {
            Call(
                now: time.read(), zone: try #require(TimeZone(identifier: zone)),
                deadline: Deadline(in: limit, on: time), program: "test", command: "test")
        }
    }

    /// A table with a rate for each day of the week: the number of the day, after a factor.
    private func writeTable(_ factor: Int) throws {
        let first = CalendarDay(utc: noon)
        let rows = (-2...9).map { "GBP,USD,\(factor).\(first.adding(days: $0).dayNumber),\(first.adding(days: $0))" }
        _ = try folder.write((["from,to,rate,date"] + rows).joined(separator: "\n"), to: "rates.csv")
    }

    private func ask(_ service: ExchangeRateService) async throws -> [Asked] {
        var all = Self.coins.keys.sorted().enumerated().map { Asked(from: $1, limit: .seconds(31 + $0)) }
        all += [
            Asked(from: "EUR", limit: .seconds(40)), Asked(from: "GBP", zone: "Pacific/Auckland"),
            Asked(from: "GBP", zone: "America/Los_Angeles"), Asked(from: "XRP", limit: .zero),
            Asked(from: "ADA", limit: .seconds(50)), Asked(from: "BTC", zone: "Asia/Tokyo", limit: .seconds(51)),
        ]
        let dollar = try Currency(code: "USD")
        return try await withThrowingTaskGroup(of: Asked.self) { group in
            for asked in all {
                group.addTask {
                    var asked = asked
                    let from = try Currency(code: asked.from)
                    let rates = try await service.rates(for: [.init(from: from, to: dollar)], asked.call(time))
                    do throws(RateGap) {
                        asked.rate = try rates.conversion(from: from, to: dollar).rate
                    } catch {
                        asked.reason = error.reason
                    }
                    return asked
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a thousand requests in a week get their own days, deadlines and states from one container`() async throws {
        try writeTable(1)
        var builder = ContainerBuilder(
            settings: InMemorySettings([
                "exchangeRates.providers": ["fixed", "ecb", "coingecko"],
                "exchangeRates.fixed.file": .text(folder.url.appending(path: "rates.csv").path),
            ]), time: TimeSource(now: time.read, clock: time))
        builder.add([NetworkPlugin(transport: servers), RatesPlugin()])
        let container = try await builder.build()
        let service = ExchangeRateService(
            providers: try container.resolveAll(.exchangeRates), patience: .seconds(3600))

        var served = 0
        var days: Set<CalendarDay> = []
        var coinsFetched = 0
        var centralBankFetched = -Self.timeToLiveOfTheECB
        for step in 0..<50 {
            let isDown = step % 10 == 7
            let isTableBroken = (30...31).contains(step)
            servers.isDown = isDown
            switch step {
            case 25: try writeTable(2)
            case 30: _ = try folder.write("from,to,rate,date\nGBP,USD", to: "rates.csv")
            case 32: try writeTable(3)
            default: break
            }
            // Twice: when the prices of coins have gone old, and two minutes later, when they have not.
            for isSecond in [false, true] {
                let seconds = servers.secondsPassed
                if !isDown, !isSecond { coinsFetched = seconds }
                let isCentralBankDue = Double(seconds) - centralBankFetched >= Self.timeToLiveOfTheECB
                if isCentralBankDue, !isDown { centralBankFetched = Double(seconds) }
                for asked in try await ask(service) {
                    served += 1
                    switch asked.from {
                    case "GBP":
                        let today = try asked.call(time).today
                        days.insert(today)
                        guard !isTableBroken else {
                            #expect(asked.rate == nil && asked.reason.contains("rates.csv"))
                            continue
                        }
                        let factor = step < 25 ? 1 : step < 30 ? 2 : 3
                        #expect(asked.rate?.rate == (try Ratio(decimal: "\(factor).\(today.dayNumber)")))
                        #expect(asked.rate?.state == .fixed && asked.rate?.time == today.startInUTC)
                    case "EUR":
                        let published = CalendarDay(utc: noon + centralBankFetched)
                        #expect(asked.rate?.time == published.startInUTC)
                        // Whoever of the others was first got the live one.
                        let states: [RateState] = isCentralBankDue ? isDown ? [.stale] : [.live, .cached] : [.cached]
                        #expect(asked.rate.map { states.contains($0.state) } == true)
                    case "XRP":
                        #expect(asked.rate == nil && asked.reason.contains("time allowed"))
                    default:
                        #expect(asked.rate?.rate == Ratio(Int128(SimulatedServers.price(coinsFetched))))
                        #expect(asked.rate?.time == noon + Double(coinsFetched))
                        let state = try #require(asked.rate?.state)
                        #expect(
                            isDown ? state == .stale : isSecond ? state == .cached : [.live, .cached].contains(state))
                    }
                }
                time.advance(by: isSecond ? 7 * 86_400 / 50 - 120 : 120)
            }
        }
        #expect(served == 1000)
        #expect(days.count >= 8, "midnight passed in both zones")
        // Each question went out with the deadline of one who asked it, whatever others had spent.
        for (question, limits) in servers.limits {
            let own: [Duration] =
                switch question {
                // These two are also asked for others' sake: between the pivots, while the table is broken or the ECB down.
                case "bitcoin,tether": [.seconds(30), .seconds(32), .seconds(40), .seconds(51)]
                case "bitcoin,cardano,tether": [.seconds(31), .seconds(50)]
                case "bitcoin,ethereum,tether": [.seconds(33)]
                case "bitcoin,solana,tether": [.seconds(34)]
                default: [30, 31, 32, 33, 34, 40, 50, 51].map { .seconds($0) }
                }
            #expect(limits.allSatisfy(own.contains), "\(question): \(Set(limits))")
        }
        #expect(servers.limits.count == 5)
        try await container.shutdown()
    }
}

/// The ECB and CoinGecko as they answer in the course of a week.
private final class SimulatedServers: HTTPTransport {
    private struct State {
        var isDown = false
        var limits: [String: [Duration]] = [:]
    }

    private let time: RunningTime
    private let state = Mutex(State())

    init(_ time: RunningTime) {
        self.time = time
    }

    /// Whether nobody answers.
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// The time that each question was given, each time it was asked.
    var limits: [String: [Duration]] { state.withLock { $0.limits } }
    var secondsPassed: Int { Int(time.read().timeIntervalSince(noon)) }

    static func price(_ seconds: Int) -> Int { 60_000 + seconds / 60 }

    func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let ids = query.first { $0.name == "ids" }?.value
        let isDown = state.withLock { state in
            state.limits[ids ?? "ecb", default: []].append(limit)
            return state.isDown
        }
        guard !isDown else { throw HTTPError.timedOut(host: request.host) }
        let seconds = secondsPassed
        guard let ids else {
            let cube = "<Cube time=\"\(CalendarDay(utc: time.read()))\"><Cube currency=\"USD\" rate=\"1.1\"/></Cube>"
            return HTTPResponse(status: 200, body: Data("<Envelope><Cube>\(cube)</Cube></Envelope>".utf8))
        }
        let updated = Int(noon.timeIntervalSince1970) + seconds
        let prices = ids.split(separator: ",").map {
            "\"\($0)\":{\"usd\":\(Self.price(seconds)),\"last_updated_at\":\(updated)}"
        }
        return HTTPResponse(status: 200, body: Data("{\(prices.joined(separator: ","))}".utf8))
    }
}
