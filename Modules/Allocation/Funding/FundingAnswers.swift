import ExchangeRates
import Models

import struct Foundation.UUID

/// What sources outside the store have said of balances so far.
public struct FundingAnswers: Sendable {
    /// One balance that a source was asked for.
    struct Question: Hashable, Sendable {
        let source: String
        let id: UUID
        let reference: String?
        let currency: Currency
        /// Nil for a source that knows the present alone.
        let day: CalendarDay?
        let windows: Set<ContributionWindow>
    }

    /// What one source is asked together.
    private struct Round: Hashable, Sendable {
        let source: String
        let day: CalendarDay
        let windows: Set<ContributionWindow>
    }

    /// A question with the asset that it is about.
    struct Asked: Sendable {
        let question: Question
        let asset: Asset
    }

    /// No answers, for assets that are kept by hand alone.
    public static let none = FundingAnswers(sources: [RecordedTransactions()])

    private let sources: [any FundingSource]
    /// The rates at which sources with prices were asked, and what was asked.
    private(set) var rates: FrozenRates
    private var conversions: Set<ExchangeRateService.WantedRate> = []
    private var answers: [Question: SourceBalance] = [:]
    /// The user's day at the instant of the call that asked.
    private var present: CalendarDay?

    /// - Parameter rates: those that the command has converted with already.
    init(sources: [any FundingSource], keeping rates: FrozenRates = FrozenRates([])) {
        self.sources = sources
        self.rates = rates
    }

    /// What each asset holds on a day, from all sources together.
    ///
    /// - Throws: ``UnansweredQuestions`` when a source outside has to be asked first, the store's error.
    func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow> = [], in reader: any EntityReader
    ) throws -> [AssetBalance] {
        try balances(of: assets, on: [day], windows: { _ in windows }, in: reader).first ?? []
    }

    /// The same on each of several days. What has to be asked is asked for all of them at once.
    ///
    /// - Parameters:
    ///   - windows: when contributions count, for each day.
    ///   - isOneByOne: whether contributions are read one by one instead of as sums.
    /// - Throws: ``UnansweredQuestions`` with those of every day, the store's error.
    func balances(
        of assets: [Asset], on days: [CalendarDay],
        windows: (CalendarDay) -> Set<ContributionWindow> = { _ in [] }, isOneByOne: Bool = false,
        in reader: any EntityReader
    ) throws -> [[AssetBalance]] {
        let windows = days.map(windows)
        let noSums = windows.map { _ in Set<ContributionWindow>() }
        let earliest = isOneByOne ? windows.joined().map(\.after).min() : nil
        var contributions = days.map { _ in [UUID: [SourceContributions]]() }
        var parts = days.map { _ in [UUID: [SourceBalance]]() }
        var manual = days.map { _ in [UUID: Money]() }
        var missing: [Asked] = []
        var asked: Set<Question> = []
        var used: [UUID: [ConversionRate]] = [:]
        var unfrozen: Set<ExchangeRateService.WantedRate> = []
        var kinds = Kinds()
        for source in sources {
            let own = kinds.add(source, assets)
            guard !own.isEmpty else { continue }
            if let priced = source.priced {
                let wanted = try priced.conversions(of: own, in: reader)
                let all = wanted.values.reduce(into: Set()) { $0.formUnion($1) }
                guard all.isSubset(of: conversions) else {
                    unfrozen.formUnion(all)
                    continue
                }
                used.merge(wanted.mapValues(rates.used)) { $0 + $1 }
            }
            let sums = isOneByOne && source is RecordedTransactions ? noSums : windows
            if let stored = try source.stored(own, on: days, windows: sums, at: rates, in: reader) {
                if let earliest, let last = days.max(), earliest < last,
                    let found = try source.singleContributions(
                        of: own, in: earliest.adding(days: 1)...last, at: rates, in: reader)
                {
                    for index in days.indices {
                        for (asset, all) in found { contributions[index][asset, default: []].append(all) }
                    }
                }
                for (index, balances) in stored.enumerated() {
                    parts[index].reserveCapacity(balances.count)
                    for (asset, balance) in balances { parts[index][asset, default: []].append(balance) }
                    if source is RecordedTransactions { manual[index] = balances.mapValues(\.balance) }
                }
                continue
            }
            for (index, day) in days.enumerated() {
                for asset in own {
                    let question = Question(
                        source: source.name, id: asset.id, reference: asset.reference, currency: asset.currency,
                        day: source.knowsThePast ? day : nil, windows: source.knowsThePast ? windows[index] : [])
                    if let answer = answers[question] {
                        let isOfNow = answer.isOfNow || (!source.knowsThePast && present.map { day < $0 } ?? false)
                        if isOneByOne, !answer.contributions.isEmpty {
                            contributions[index][asset.id, default: []].append(
                                SourceContributions(answer.contributions))
                        }
                        parts[index][asset.id, default: []].append(
                            try answer.counting(windows[index], until: day, isOfNow: isOfNow))
                    } else if asked.insert(question).inserted {
                        // A source that knows the present alone is asked the same for every day.
                        missing.append(Asked(question: question, asset: asset))
                    }
                }
            }
        }
        guard missing.isEmpty, unfrozen.isEmpty else {
            throw UnansweredQuestions(questions: missing, conversions: unfrozen)
        }
        return days.indices.map { index in
            assets.map { asset in
                AssetBalance(
                    asset: asset, manual: manual[index][asset.id] ?? .zero(asset.currency),
                    parts: parts[index][asset.id] ?? [], contributions: contributions[index][asset.id] ?? [],
                    isSourceKnown: asset.source.map(kinds.known.contains) ?? true,
                    isAddressKnown: kinds.addressed.contains(asset.id),
                    movesWithoutPayments: kinds.moving.contains(asset.id), duplicate: kinds.duplicates[asset.id],
                    rates: used[asset.id] ?? [], remedyForEntries: kinds.remedies[asset.id],
                    valueMoves: kinds.priced.contains(asset.id))
            }
        }
    }

    /// Facts that the sources give about assets whatever the day.
    private struct Kinds {
        /// The names of the sources.
        var known: Set<String> = []
        /// Assets for which a source answers that they do not name: by their address.
        var addressed: Set<UUID> = []
        /// Those whose balance moves without payments.
        var moving: Set<UUID> = []
        /// Those whose value moves by prices.
        var priced: Set<UUID> = []
        /// Those whose balance is the same money as that of another one.
        var duplicates: [UUID: Asset] = [:]

        /// The steps by which the money of assets is entered that take no entries.
        var remedies: [UUID: Remedy] = [:]

        /// Adds a source, and returns the assets that it answers for.
        mutating func add(_ source: any FundingSource, _ assets: [Asset]) -> [Asset] {
            known.insert(source.name)
            guard !(source is RecordedTransactions) else { return assets }
            let own = assets.filter(source.answers)
            for asset in own { if let remedy = source.remedyForEntries(into: asset) { remedies[asset.id] = remedy } }
            if source.valueMoves { priced.formUnion(own.map(\.id)) }
            if source.movesWithoutPayments { moving.formUnion(own.map(\.id)) }
            addressed.formUnion(own.filter { $0.source != source.name }.map(\.id))
            duplicates.merge(source.duplicates(among: own)) { first, _ in first }
            return own
        }
    }

    /// The assets whose balance is more than the transactions that the store holds, or may be.
    func assetsFromOutside(_ assets: [Asset]) -> [Asset] {
        let others = sources.filter { !($0 is RecordedTransactions) }
        return assets.filter { asset in
            asset.source != nil || asset.address != nil || others.contains { $0.answers(for: asset) }
        }
    }

    /// Whether the store keeps what all sources of some assets say, so that nobody has to be asked.
    func isStored(_ assets: [Asset], in reader: any EntityReader) throws -> Bool {
        try sources.allSatisfy { source in
            let own = assets.filter(source.answers)
            guard !own.isEmpty, !source.needsRates else { return true }
            return try source.storedBalances(of: [], on: CalendarDay(dayNumber: 0), windows: [], in: reader) != nil
        }
    }

    /// The sources that answer for an asset.
    func sources(of asset: Asset) -> [any FundingSource] { sources.answering(for: asset) }

    /// Requests the rates that sources with prices need. Earlier ones stay.
    mutating func ask(
        for wanted: Set<ExchangeRateService.WantedRate>, _ service: Result<ExchangeRateService, FundingSources.NoRates>,
        _ call: Call
    ) async throws {
        guard !wanted.isEmpty else { return }
        conversions.formUnion(wanted)
        switch service {
        case .success(let service): rates = try await service.rates(for: conversions, keeping: rates, call)
        case .failure(let error): rates = rates.adding(FrozenRates([], failures: [error.reason]))
        }
    }

    /// Asks the sources, all at once. A source that says nothing of an asset leaves a gap.
    mutating func ask(_ questions: [Asked], _ call: Call) async throws {
        let now = CalendarDay(utc: call.now, secondsFromUTC: call.zone.secondsFromGMT(for: call.now))
        let rounds = Dictionary(grouping: questions) { asked in
            Round(source: asked.question.source, day: asked.question.day ?? now, windows: asked.question.windows)
        }
        let sources = sources
        let found = try await withThrowingTaskGroup(of: [(Question, SourceBalance)].self) { group in
            for (round, questions) in rounds {
                guard let source = sources.first(where: { $0.name == round.source }) else { continue }
                group.addTask {
                    let balances = try await source.balances(
                        of: questions.map(\.asset), on: round.day, windows: round.windows, call)
                    return questions.map { asked in
                        let silence = SourceBalance(of: asked.asset, gap: "\(source.name) said nothing of it")
                        return (asked.question, balances[asked.asset.id] ?? silence)
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        present = now
        for (question, balance) in found { answers[question] = balance }
    }
}

/// Thrown by a decision that needs answers from outside: ask, and decide again.
struct UnansweredQuestions: Error {
    var questions: [FundingAnswers.Asked] = []
    var conversions: Set<ExchangeRateService.WantedRate> = []
}

extension FrozenRates {
    /// The rates of some conversions, as far as they are known.
    fileprivate func used(_ conversions: Set<ExchangeRateService.WantedRate>) -> [ConversionRate] {
        conversions.compactMap { try? conversion(from: $0.from, to: $0.to).rate }
            .sorted { ConversionRate.precedes($0, $1) }
    }
}

extension FundingSource {
    /// The source as one with prices; nil when it is none. A cast to a protocol is slow at the start of a program.
    var priced: (any PricedFundingSource)? { needsRates ? self as? any PricedFundingSource : nil }

    /// The balances that the store holds, at rates where they matter; nil when they have to be asked outside.
    fileprivate func stored(
        _ assets: [Asset], on days: [CalendarDay], windows: [Set<ContributionWindow>], at rates: FrozenRates,
        in reader: any EntityReader
    ) throws -> [[UUID: SourceBalance]]? {
        guard let priced else {
            return try storedBalances(of: assets, on: days, windows: windows, in: reader)
        }
        return try priced.balances(of: assets, on: days, windows: windows, at: rates, in: reader)
    }

    /// The contributions that the store holds one by one.
    fileprivate func singleContributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, at rates: FrozenRates, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions]? {
        guard let priced else {
            return try storedContributions(of: assets, in: days, in: reader)
        }
        return try priced.contributions(of: assets, in: days, at: rates, in: reader)
    }
}
