public import Foundation
public import Persistence
public import Values

/// Keeps rates that somebody enters by hand.
public struct GivenRateService: Sendable {
    private let store: any Store

    /// A service over a store.
    public init(store: any Store) { self.store = store }

    /// The fields of a rate as text.
    public struct Request: Sendable {
        /// The currency that one unit is of.
        public var from: String
        /// The currency of the price.
        public var to: String
        /// The price of one unit, in decimal digits.
        public var rate: String
        /// The day that it is of; nil for that of the call.
        public var date: String?

        /// A rate as it was typed.
        public init(from: String, to: String, rate: String, date: String? = nil) {
            self.from = from
            self.to = to
            self.rate = rate
            self.date = date
        }
    }

    /// All rates that were entered, the newest first.
    ///
    /// - Throws: ``StoreError``.
    public func all(_ call: Call) async throws -> Outcome<[GivenRate]> {
        Outcome(try await store.read { try $0.all(GivenRate.self).reversed() })
    }

    /// Enters a rate. One of the same two currencies and day gives way to it.
    ///
    /// - Throws: `RequestError` with everything that is wrong, ``StoreError``.
    public func give(_ request: Request, _ call: Call) async throws -> Outcome<GivenRate> {
        let given = try Self.read(request, call)
        return Outcome(
            try await store.write(call) { writer in
                let old = try writer.all(GivenRate.self).filter {
                    Set([$0.from, $0.to]) == [given.from, given.to] && $0.day == given.day
                }
                for old in old { try writer.delete(old) }
                try writer.insert(given)
                return given
            })
    }

    /// Deletes a rate.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func remove(_ id: UUID, _ call: Call) async throws -> Outcome<GivenRate> {
        Outcome(
            try await store.write(call) { writer in
                guard let given = try writer.find(GivenRate.self, id) else {
                    throw LookupError.unknown(kind: "rate", name: id.uuidString, nearest: nil)
                }
                try writer.delete(given)
                return given
            })
    }

    private static func read(_ request: Request, _ call: Call) throws -> GivenRate {
        var reader = RequestReader()
        func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }
        let from = try reader.read("from") { try Currency(code: trimmed(request.from)) }
        let to = try reader.read("to") { try Currency(code: trimmed(request.to)) }
        let rate = try reader.read("rate") { try Ratio(decimal: trimmed(request.rate)) }
        let day = try reader.read("date") {
            let text = request.date.flatMap { $0.isEmpty ? nil : $0 }
            let day = try text.map { try CalendarDay($0) } ?? call.today
            guard day <= call.today else { throw RateLookupError.futureDay(day) }
            return day
        }
        let given = GivenRate(from: from ?? .eur, to: to ?? .usd, rate: rate ?? .zero, day: day ?? call.today)
        if from != nil, to != nil, rate != nil { reader.add(given.issues) }
        try reader.check()
        return given
    }
}
