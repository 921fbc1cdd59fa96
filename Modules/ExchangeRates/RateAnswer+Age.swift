import Values

import struct Foundation.Date

extension RateAnswer {
    /// The answer with what the law says about a rate's own time (V1): one of a later day than the one asked for is a gap, for a
    /// past day also one of too long before; for today, one of more than seven days before is stale. A provider cannot get
    /// around this.
    func judged(by request: RateRequest) -> RateAnswer {
        var answer = RateAnswer(quotes: [], gaps: gaps)
        let day = min(request.day ?? request.today, request.today)
        for quote in consistent(&answer.gaps) {
            let own = CalendarDay(utc: quote.time)
            let isOld = own.days(until: day) > RateRequest.oldestAge
            // One day is allowed, because it begins at different times around the world.
            if own > day.adding(days: 1), quote.isDated || day < request.today {
                answer.gaps.append(quote.gap("\(quote.source) gave a rate of \(own), which is after \(day)"))
            } else if isOld, day < request.today {
                answer.gaps.append(
                    quote.gap(
                        "\(quote.source) gave a rate of \(own), more than \(RateRequest.oldestAge) days before \(day)"))
            } else {
                let isStale = isOld && quote.isDated && quote.state != .fallback
                answer.quotes.append(isStale ? quote.with(.stale) : quote)
            }
        }
        return answer
    }

    /// The quotes without those of one pair and time that contradict each other: nobody can tell which one is meant.
    private func consistent(_ gaps: inout [RateGap]) -> [RateQuote] {
        let groups = Dictionary(grouping: quotes, by: Moment.init)
        let contradictory = groups.filter { _, same in same.contains { $0.contradicts(same[0]) } }
        guard !contradictory.isEmpty else { return quotes }
        var seen: Set<Moment> = []
        for quote in quotes {
            let moment = Moment(quote)
            guard contradictory[moment] != nil, seen.insert(moment).inserted else { continue }
            gaps.append(quote.gap("\(quote.source) gave rates that contradict each other"))
        }
        return quotes.filter { contradictory[Moment($0)] == nil }
    }

    /// A pair in either direction at a time.
    private struct Moment: Hashable {
        let ends: Set<Currency>
        let time: Date

        init(_ quote: RateQuote) {
            ends = [quote.from, quote.to]
            time = quote.time
        }
    }
}

extension RateQuote {
    /// Whether another rate of the same pair and time cannot be true beside this one.
    fileprivate func contradicts(_ other: RateQuote) -> Bool {
        from == other.from ? rate != other.rate : !rate.isNearReciprocal(of: other.rate)
    }

    fileprivate func gap(_ reason: String) -> RateGap { RateGap(from: from, to: to, reason: reason) }
}

extension Ratio {
    /// Whether two rates of opposite directions say the same, as far as rounding and the spread of a market allow: to a
    /// hundredth.
    func isNearReciprocal(of other: Ratio) -> Bool {
        let off = self * other - .one
        let hundredth = Ratio(1).divided(by: Ratio(100)) ?? .one
        return off < hundredth && Ratio(0) - hundredth < off
    }
}
