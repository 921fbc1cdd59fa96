import Models

extension RateAnswer {
    /// The answer with what the law says about a rate's own time (V1): for a past day, one of a later day, or of too long
    /// before, is a gap; for today, one of more than seven days before is stale. A provider cannot get around this.
    func judged(by request: RateRequest) -> RateAnswer {
        var answer = RateAnswer(quotes: [], gaps: gaps)
        for quote in quotes {
            let own = CalendarDay(utc: quote.time)
            if let day = request.day, day < request.today {
                // One day is allowed, because it begins at different times around the world.
                if own > day.adding(days: 1) {
                    let reason = "\(quote.source) gave one of \(own), which is after \(day)"
                    answer.gaps.append(RateGap(from: quote.from, to: quote.to, reason: reason))
                } else if own.days(until: day) > RateRequest.oldestAge {
                    let reason = "\(quote.source) has none within \(RateRequest.oldestAge) days before \(day)"
                    answer.gaps.append(RateGap(from: quote.from, to: quote.to, reason: reason))
                } else {
                    answer.quotes.append(quote)
                }
                continue
            }
            let isOld = quote.isDated && own.days(until: request.today) > RateRequest.oldestAge
            answer.quotes.append(isOld && quote.state != .fallback ? quote.with(.stale) : quote)
        }
        return answer
    }
}
