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
    /// - Throws: `ValidationError` with everything that is wrong, ``StoreError``.
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

    /// Takes a rate away.
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
        var issues: [ValidationIssue] = []
        func value<Value>(_ field: String, _ read: () throws -> Value) -> Value? {
            do { return try read() } catch let problem as any Problem {
                issues.append(ValidationIssue(code: problem.code, field: field, message: problem.description))
            } catch {
                issues.append(ValidationIssue(code: "unreadable", field: field, message: "\(error)"))
            }
            return nil
        }
        let from = value("from") { try Currency(code: request.from.trimmingCharacters(in: .whitespaces)) }
        let to = value("to") { try Currency(code: request.to.trimmingCharacters(in: .whitespaces)) }
        let rate = value("rate") { try Ratio(decimal: request.rate.trimmingCharacters(in: .whitespaces)) }
        let text = request.date.flatMap { $0.isEmpty ? nil : $0 }
        let day = value("date") { try text.map { try CalendarDay($0) } ?? call.today }
        if let day, day > call.today {
            let error = RateLookupError.futureDay(day)
            issues.append(ValidationIssue(code: error.code, field: "date", message: error.description))
        }
        if let from, let to, let rate, let day {
            let given = GivenRate(from: from, to: to, rate: rate, day: day)
            issues += given.issues
            if issues.isEmpty { return given }
        }
        throw ValidationError(issues)
            ?? ValidationError(
                issue: ValidationIssue(
                    code: "required", field: "rate", message: "A rate needs two currencies, a price and a day."))
    }
}
