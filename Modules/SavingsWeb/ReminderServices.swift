import Notifications
import Persistence
import PluginKit
import SavingsPages
import Values
import WebApplication

/// The use cases of reminders: of a program that links them.
struct ReminderServices: Sendable {
    private let preview: ReminderService
    private let quietHours: QuietHoursService
    private let deliveries: DeliveryService
    private let settings: ReminderSettings

    init(_ container: DIContainer) throws {
        let (store, settings, sources) = (
            try container.resolve(.store), try container.resolve(.reminderSettings), try container.resolve(.reminders)
        )
        self.settings = settings
        preview = ReminderService(store: store, settings: settings, sources: sources)
        quietHours = QuietHoursService(store: store, settings: settings)
        deliveries = DeliveryService(
            store: store, settings: settings, sources: sources, channels: try container.resolve(.channelList))
    }

    /// Requires them of a container, if the program links them.
    static func use(in builder: inout ContainerBuilder) {
        builder.use(.reminderSettings)
        builder.use(.reminders)
        builder.use(.channelList)
    }

    /// The reminders of the next 30 days, and what becomes of them.
    ///
    /// - Parameters:
    ///   - isSentHere: whether the dashboard sends them.
    ///   - choices: the channels that can be set up here.
    /// - Throws: ``ReminderError``, ``StoreError``, `CancellationError`, what a source throws.
    func outlook(
        _ reminders: ReminderService.Preview, isSentHere: Bool, choices: [ReminderChannel], _ call: Call
    ) async throws -> ReminderOutlook {
        ReminderOutlook(
            reminders, quietHours: try await quiet(), time: time, channels: try await deliveries.activity(call),
            isSentHere: isSentHere, choices: choices)
    }

    /// The time of day of reminders that have none of their own.
    var time: LocalTime { settings.time }

    /// The quiet hours.
    ///
    /// - Throws: ``StoreError``.
    func quiet() async throws -> QuietHoursService.Report { try await quietHours.report().value }

    /// The reminders of the next 30 days.
    ///
    /// - Throws: ``ReminderError``, ``StoreError``, `CancellationError`, what a source throws.
    func next(_ call: Call) async throws -> Outcome<ReminderService.Preview> { try await preview.preview(call) }

    /// Whether a program sends reminders through some channel.
    ///
    /// - Throws: ``StoreError``.
    func areSent(_ call: Call) async throws -> Bool {
        try await deliveries.activity(call).contains { $0.isCarriedOut(on: call.day) }
    }

    /// Sends what is due.
    ///
    /// - Throws: ``ReminderError``, ``StoreError``, `CancellationError`, what a source throws.
    func send(_ call: Call) async throws { _ = try await deliveries.send(call) }

    /// Changes the quiet hours.
    ///
    /// - Throws: ``RequestError``, ``ReminderError``, ``StoreError``.
    func set(_ hours: QuietHoursService.Request, _ call: Call) async throws -> Outcome<QuietHoursService.Report> {
        try await quietHours.set(hours, call)
    }

    /// Sends a test message through a channel.
    ///
    /// - Throws: ``ReminderError``, `CancellationError`.
    func test(_ channel: String, _ call: Call) async throws { _ = try await deliveries.test(channel, call) }
}

extension FigureSnapshot {
    /// The reminders of the next 30 days; nil where nothing is ever sent.
    nonisolated func nextReminders() async throws -> Outcome<ReminderService.Preview>? {
        try await figure("savings.reminders") { try await $0.savings.reminders.get()?.next($1) }
    }
}
