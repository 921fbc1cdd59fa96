public import Models
public import Persistence

import struct Foundation.UUID

/// Portfolios and their transactions.
public struct PortfolioService: Sendable {
    let store: any Store
    let rates: PortfolioRates
    let settings: PortfolioSettings

    /// A service over a store and rates.
    public init(store: any Store, rates: PortfolioRates, settings: PortfolioSettings = PortfolioSettings()) {
        self.store = store
        self.rates = rates
        self.settings = settings
    }

    /// The fields of a portfolio, as text. What is nil was not said.
    public struct Fields: Sendable {
        /// The name.
        public var name: String?
        /// The code of the base currency.
        public var currency: String?
        /// Whether it keeps cash.
        public var keepsCash: Bool?
        /// A description; an empty text takes it away.
        public var description: String?

        /// Nothing is said.
        public init() {}
    }

    /// Adds a portfolio.
    ///
    /// - Throws: ``RequestError``, ``StoreError``.
    public func add(_ fields: Fields, _ call: Call) async throws -> Outcome<InvestmentPortfolio> {
        let id = UUID()
        return Outcome(
            try await store.write(call) { writer in
                var reader = RequestReader()
                let currency = try reader.read("currency") { try Currency(code: fields.currency ?? "") }
                let portfolio = InvestmentPortfolio(
                    id: id, name: fields.name?.trimmedName ?? "", currency: currency ?? .usd,
                    keepsCash: fields.keepsCash ?? false, details: fields.description?.orNothing)
                reader.add(try portfolio.issues(in: writer))
                try reader.check()
                try writer.insert(portfolio)
                return portfolio
            })
    }

    /// Changes a portfolio. Base currency and cash are fixed once there are transactions (P1).
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``PortfolioError``, ``StoreError``.
    public func edit(_ name: String, _ fields: Fields, _ call: Call) async throws -> Outcome<InvestmentPortfolio> {
        try await change(name, call) { portfolio, writer in
            var reader = RequestReader()
            if let name = fields.name { portfolio.name = name.trimmedName }
            if let text = fields.currency {
                portfolio.currency = try reader.read("currency") { try Currency(code: text) } ?? portfolio.currency
            }
            if let cash = fields.keepsCash { portfolio.keepsCash = cash }
            if let description = fields.description { portfolio.details = description.orNothing }
            reader.add(try portfolio.issues(in: writer))
            try reader.check()
        }
    }

    /// Archives or activates a portfolio.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func archive(_ name: String, _ isArchived: Bool, _ call: Call) async throws -> Outcome<InvestmentPortfolio> {
        try await change(name, call) { portfolio, _ in portfolio.isArchived = isArchived }
    }

    private func change(
        _ name: String, _ call: Call, _ body: @Sendable (inout InvestmentPortfolio, any StoreWriter) throws -> Void
    ) async throws -> Outcome<InvestmentPortfolio> {
        let found = try await store.read { try $0.find(InvestmentPortfolio.self, named: name) }
        return Outcome(
            try await store.write(call) { writer in
                let old = try writer.find(InvestmentPortfolio.self, named: found.id.uuidString)
                var portfolio = old
                try body(&portfolio, writer)
                guard portfolio != old else { return old }
                if portfolio.currency != old.currency || portfolio.keepsCash != old.keepsCash,
                    try writer.count(of: old) > 0
                {
                    throw PortfolioError.fixedOnceUsed(
                        field: portfolio.currency != old.currency ? "currency" : "cash", thing: old.name)
                }
                try writer.update(old, to: portfolio)
                return portfolio
            })
    }

    /// Deletes a portfolio that has no transactions.
    ///
    /// - Throws: ``LookupError``, ``PortfolioError/portfolioNotEmpty(_:_:)``, ``StoreError``.
    public func delete(_ name: String, _ call: Call) async throws -> Outcome<InvestmentPortfolio> {
        Outcome(
            try await store.write(call) { writer in
                let portfolio = try writer.find(InvestmentPortfolio.self, named: name)
                let count = try writer.count(of: portfolio)
                guard count == 0 else { throw PortfolioError.portfolioNotEmpty(portfolio.name, count) }
                try writer.delete(portfolio)
                return portfolio
            })
    }

    /// The portfolios in the order of their names.
    ///
    /// - Throws: ``StoreError``.
    public func portfolios(withArchived: Bool = false) async throws -> [InvestmentPortfolio] {
        try await store.read { try $0.all(InvestmentPortfolio.self).filter { withArchived || !$0.isArchived } }
    }

    /// The portfolio that a text means, or the only one.
    ///
    /// - Throws: ``LookupError``, ``PortfolioError``, ``StoreError``.
    public func portfolio(named name: String?) async throws -> InvestmentPortfolio {
        try await store.read { try $0.portfolio(named: name) }
    }
}

extension EntityReader {
    /// How many transactions a portfolio has, with those that go to it.
    fileprivate func count(of portfolio: InvestmentPortfolio) throws -> Int {
        try all(PortfolioTransaction.self, where: "portfolioID", is: portfolio.id).count
            + all(PortfolioTransaction.self, where: "toPortfolioID", is: portfolio.id).count
    }
}
