public import Models

/// Asks providers in order, each for the instruments of which the earlier ones gave no price that can be used.
public struct PriceSources: Sendable {
    private let providers: [any PriceProvider]
    private let clock: any Clock<Duration>

    /// Sources over providers in the order of the settings.
    ///
    /// - Parameter clock: measures the part of the time that each provider has, so that one that hangs does not use up the time of all.
    public init(_ providers: [any PriceProvider], clock: any Clock<Duration> = ContinuousClock()) {
        self.providers = providers
        self.clock = clock
    }

    /// A price of which all is known that has to be.
    public struct Row: Sendable, Hashable {
        /// The price, in the instrument's currency, above 0, and the only one of its day.
        public let price: ProvidedPrice
        /// The provider, or the source that it names.
        public let source: String
    }

    /// The prices that can be used, and what is missing.
    public struct Answer: Sendable {
        /// The prices, by instrument in the order of the request and by day.
        public fileprivate(set) var rows: [Row] = []
        /// Why instruments have no price, or prices cannot be used.
        public fileprivate(set) var gaps: [PriceGap] = []
    }

    /// The prices that the providers have of a request.
    ///
    /// - Throws: `CancellationError` only.
    public func prices(_ request: PriceRequest, _ call: Call) async throws -> Answer {
        var answer = Answer()
        var open = request.instruments
        for (rank, provider) in providers.enumerated() {
            let asked = open.filter(provider.mayKnow)
            guard !asked.isEmpty else { continue }
            let others = providers[(rank + 1)...].filter { later in asked.contains(where: later.mayKnow) }.count
            let given = try await ask(provider, PriceRequest(asked, to: request.to), within(call, others))
            answer.gaps += given.gaps
            for wanted in asked {
                var judge = PriceJudge(wanted, to: request.to, today: call.day)
                let rows = judge.usable(given.prices).map { Row(price: $0, source: $0.source ?? provider.name) }
                answer.rows += rows
                answer.gaps += judge.gaps
                if !rows.isEmpty { open.removeAll { $0.id == wanted.id } }
            }
            note(answer, of: asked, provider, call)
        }
        // A provider's reason does not matter where a later one had the price, unless it is about a price that is missing.
        let known = Set(answer.rows.map(\.price.instrumentID))
        for wanted in open where !answer.gaps.contains(where: { $0.instrumentID == wanted.id }) {
            answer.gaps.append(PriceGap(wanted.id, Self.unknown(wanted)))
        }
        var seen: Set<PriceGap> = []
        answer.gaps = answer.gaps.filter {
            seen.insert($0).inserted && (!known.contains($0.instrumentID) || $0.isOfDay)
        }
        let ranks = Dictionary(
            request.instruments.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        answer.rows.sort {
            (ranks[$0.price.instrumentID] ?? 0, $0.price.day) < (ranks[$1.price.instrumentID] ?? 0, $1.price.day)
        }
        return answer
    }

    private static func unknown(_ wanted: PriceRequest.Wanted) -> String {
        guard let source = wanted.source else { return "no provider knows a price of these days" }
        return "no provider knows a price of these days from the source '\(source.printable)'"
    }

    /// The call with an equal part of the time that is left.
    private func within(_ call: Call, _ others: Int) -> Call {
        guard let left = call.deadline.remaining, others > 0 else { return call }
        var call = call
        call.deadline = Deadline(in: left / (others + 1), on: clock)
        return call
    }

    private func ask(_ provider: any PriceProvider, _ request: PriceRequest, _ call: Call) async throws -> PriceAnswer {
        do {
            return try await provider.prices(request, call)
        } catch let error as CancellationError {
            throw error
        } catch {
            // A cancelled call often fails with an error of the network's own.
            try Task.checkCancellation()
            return PriceAnswer(gaps: request.instruments.map { PriceGap($0.id, "\(provider.name): \(error)") })
        }
    }

    /// Lets a fallback know for which instruments it was needed.
    private func note(_ answer: Answer, of asked: [PriceRequest.Wanted], _ provider: any PriceProvider, _ call: Call) {
        guard let fallback = provider as? FallbackPrices else { return }
        let given = Set(answer.rows.filter(\.price.isFallback).map(\.price.instrumentID))
        fallback.note(
            needed: Set(asked.filter { given.contains($0.id) }.map(\.name)), of: Set(asked.map(\.name)), at: call.now)
    }
}
