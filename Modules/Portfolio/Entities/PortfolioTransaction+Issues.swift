public import Models

extension PortfolioTransaction {
    /// Everything that is wrong with it beside its portfolio and its instrument; the book says whether the units are there.
    public func issues(_ portfolio: InvestmentPortfolio?, _ instrument: Instrument?) -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        func add(_ code: String, _ field: String, _ message: String) {
            issues.append(ValidationIssue(code: code, field: field, message: message))
        }
        switch kind {
        case .buy, .sell, .receive, .give, .transfer, .split, .merger, .spinOff:
            if instrumentID == nil { add("required", "instrument", "A \(kind.rawValue) needs an instrument.") }
            if units == nil { add("required", "units", "A \(kind.rawValue) needs units.") }
        default: break
        }
        if !kind.isCorporateAction, portfolioID == nil {
            add("required", "portfolio", "A \(kind.rawValue) needs a portfolio.")
        }
        switch kind {
        case .buy, .sell:
            if gross == nil { add("required", "price", PortfolioError.priceOrTotal.description) }
        case .fee, .tax, .deposit, .withdrawal, .exchange:
            if gross?.isZero ?? true { add("required", "amount", "A \(kind.rawValue) needs an amount above 0.") }
        case .dividend, .interest:
            if gross == nil, units == nil { add("required", "amount", "A \(kind.rawValue) needs an amount or units.") }
            if let gross, let taxes, taxes.currency == gross.currency, gross.ratio < taxes.ratio {
                add("tooMuch", "taxes", "\(taxes) is more than the \(gross) of the \(kind.rawValue).")
            }
        default: break
        }
        if kind == .exchange, let gross, let settled, gross.currency == settled.currency {
            add("sameCurrency", "amount", "An exchange is between two currencies.")
        }
        for (number, field) in [(units, "units"), (received, "received")] {
            if let number, !number.isPositive {
                add("notPositive", field, "\(UnitsText.text(number)) units are not possible: give more than 0.")
            }
        }
        for (amount, field) in [(gross, "amount"), (fees, "fees"), (taxes, "taxes"), (settled, "settled")] {
            // Tax may come back with a sale or an income.
            let isRefund = field == "taxes" && [.sell, .dividend, .interest].contains(kind)
            if let amount, amount.isNegative, !isRefund {
                add("negative", field, "\(amount) is negative: give it without a sign.")
            }
            if let amount { issues += ValidationIssue.issues(ofSize: amount, field: field) }
        }
        if let settled, settled.isZero {
            add("notPositive", "settled", "Settled is the money that moved: more than 0.")
        }
        if let rate, !rate.rate.isPositive { add("notPositive", "rate", "A rate has to be greater than 0.") }
        if kind.isCorporateAction, kind != .spinOff, let units, kind == .split, units == .one {
            add("noChange", "units", "A split of 1:1 changes nothing.")
        }
        if kind == .spinOff {
            if let share, share.isNegative || share > .one {
                add("outOfRange", "share", "The share of the cost has to lie between 0% and 100%.")
            }
            if share == nil { add("required", "share", "A spin-off needs the share of the cost that goes along.") }
        }
        if [.merger, .spinOff].contains(kind) {
            if toInstrumentID == nil { add("required", "instrument", "A \(kind.rawValue) needs a new instrument.") }
            if toInstrumentID != nil, toInstrumentID == instrumentID {
                add("sameInstrument", "instrument", "An instrument cannot become itself.")
            }
        }
        if kind == .transfer {
            if toPortfolioID == nil { add("required", "to", "A transfer needs a portfolio that it goes to.") }
            if toPortfolioID != nil, toPortfolioID == portfolioID {
                add("samePortfolio", "to", "A transfer has to go to another portfolio.")
            }
            if let received, let units, received > units {
                add("tooMuch", "received", "More arrives than was sent.")
            }
        }
        if let note { issues += ValidationIssue.lineIssues(note, field: "note") }
        if let portfolio { issues += currencyIssues(portfolio, instrument) }
        return issues
    }

    /// Amounts in currencies that are neither the instrument's nor the portfolio's.
    private func currencyIssues(_ portfolio: InvestmentPortfolio, _ instrument: Instrument?) -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        let isMoneyAlone =
            [.deposit, .withdrawal, .exchange].contains(kind)
            || ([.dividend, .interest].contains(kind) && instrumentID == nil)
        if isMoneyAlone, !portfolio.keepsCash {
            issues.append(
                ValidationIssue(
                    code: "keepsNoCash", field: "portfolio",
                    message: "'\(portfolio.name)' keeps no cash: its money comes from and goes to the world outside."))
        }
        guard let instrument else { return issues }
        let allowed: Set<Currency> = [instrument.currency, portfolio.currency]
        let isTrade = kind == .buy || kind == .sell
        if isTrade, let gross, gross.currency != instrument.currency {
            issues.append(
                ValidationIssue(
                    code: "currencyMismatch", field: "price",
                    message: "'\(instrument.name)' is traded in \(instrument.currency), not in \(gross.currency)."))
        }
        for (amount, field) in [(isTrade ? nil : gross, "amount"), (fees, "fees"), (taxes, "taxes")] {
            guard let amount, !allowed.contains(amount.currency) else { continue }
            issues.append(
                ValidationIssue(
                    code: "currencyMismatch", field: field,
                    message: "\(amount) is neither in \(instrument.currency), the instrument's currency, nor in "
                        + "\(portfolio.currency), the portfolio's."))
        }
        return issues
    }
}
