public import Persistence
public import Values

/// Shows and changes the quiet hours of a household.
public struct QuietHoursService: Sendable {
    private let store: any Store
    private let settings: ReminderSettings

    /// A service over a store, and the settings that hold until a person chooses.
    public init(store: any Store, settings: ReminderSettings) {
        self.store = store
        self.settings = settings
    }

    /// What a person wants.
    public enum Request: Sendable {
        /// Quiet hours between two times, as text.
        case hours(from: String, to: String)
        /// No quiet hours, whatever the settings say.
        case off
        /// Those of the settings.
        case settings
    }

    /// The quiet hours that hold.
    public struct Report: Sendable {
        /// The hours; nil for none.
        public let hours: QuietHours?
        /// Whether a person chose them; else they are those of the settings.
        public let isChosen: Bool
    }

    /// The quiet hours that hold.
    ///
    /// - Throws: ``StoreError``.
    public func report() async throws -> Outcome<Report> {
        Outcome(report(of: try await store.read { try QuietHoursChoice.find(in: $0) }))
    }

    /// Changes them; nothing is written when they are so already.
    ///
    /// - Throws: ``RequestError`` when a time cannot be read, ``ReminderError``, ``StoreError``.
    public func set(_ request: Request, _ call: Call) async throws -> Outcome<Report> {
        let wanted = try choice(request)
        try await store.write(call) { writer in
            let old = try QuietHoursChoice.find(in: writer)
            switch (old, wanted) {
            case (nil, nil): break
            case (nil, let new?): try writer.insert(new)
            case (let old?, nil): try writer.delete(old)
            case (let old?, let new?): if old != new { try writer.update(old, to: new) }
            }
        }
        return Outcome(report(of: wanted))
    }

    private func choice(_ request: Request) throws -> QuietHoursChoice? {
        switch request {
        case .hours(let from, let to):
            var reader = RequestReader()
            let start = try reader.read("from") { try LocalTime(entered: from) }
            let end = try reader.read("to") { try LocalTime(entered: to) }
            try reader.check()
            guard let start, let end, let hours = QuietHours(from: start, to: end) else {
                throw ReminderError.noQuietHours(from)
            }
            return QuietHoursChoice(hours: hours)
        case .off: return QuietHoursChoice(hours: nil)
        case .settings: return nil
        }
    }

    private func report(of choice: QuietHoursChoice?) -> Report {
        Report(hours: choice.map(\.hours) ?? settings.quietHours, isChosen: choice != nil)
    }
}
