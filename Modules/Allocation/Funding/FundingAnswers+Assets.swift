package import Models

extension FundingAnswers {
    /// The balance of every asset at the end of each of some days, which are in order. Of a source that knows the present alone the
    /// balance of an earlier day is not known.
    ///
    /// - Throws: The store's error; what ``FundingSources/answering(_:keeping:_:)`` takes for questions.
    package func balances(onEach days: [CalendarDay], in reader: any EntityReader) throws -> [[AssetBalance]] {
        try balances(of: reader.all(Asset.self), on: days, in: reader).map { $0.map(\.ofItsDay) }
    }
}
