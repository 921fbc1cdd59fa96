import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import Presentation
import SavingsPages
import SavingsViews
import TestSupport
import Testing
import WebPages

/// While a month is in progress, its payments are the same on every page, and so is what comes after them.
@Suite("Pages of a month that is paid") struct PaidMonthPagesTests {
    private let store = MemoryStore()
    private let today = CalendarDay(dayNumber: 20_784)  // 27 November 2026
    private let bike: Goal
    private let cash = Asset(id: UUID(), name: "Cash", currency: .eur)

    init() async throws {
        bike = Goal(
            id: UUID(), name: "Bike", target: try money("1200 EUR"), start: today, deadline: try day("2027-06-30"))
        let records = [
            Record(bike), Record(cash), Record(AssetAllocation(assetID: cash.id, goalID: bike.id, size: .rest)),
        ]
        try await write(0) { writer in for record in records { try writer.apply(.insert(record)) } }
        try await pay("450 EUR", .opening, hour: 1)
    }

    private func write(_ hour: Double, _ body: @Sendable (any StoreWriter) throws -> Void) async throws {
        try await store.write(
            ChangeOrigin(instant: today.startInUTC.addingTimeInterval(hour * 3600), program: "test", command: ""), body)
    }

    private func pay(_ amount: String, _ kind: Transaction.Kind = .manual, hour: Double) async throws {
        let transaction = Transaction(
            id: UUID(), assetID: cash.id, amount: try money(amount), day: today, kind: kind,
            entered: today.startInUTC.addingTimeInterval(hour * 3600))
        try await write(hour) { try $0.apply(.insert(Record(transaction))) }
    }

    private func add(_ name: String, _ target: String, by deadline: String) async throws {
        let goal = Goal(id: UUID(), name: name, target: try money(target), start: today, deadline: try day(deadline))
        try await write(20) { try $0.apply(.insert(Record(goal))) }
    }

    private var now: Call {
        Call(now: today.startInUTC.addingTimeInterval(9 * 3600), today: today, program: "test", command: "test")
    }

    private var months: MonthService {
        MonthService(
            store: store, rates: ExchangeRateService(providers: []),
            settings: PlanningSettings(undoGrace: .seconds(86_400)))
    }

    private var planning: MonthlyPlanningService {
        MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: []))
    }

    private func style() throws -> PageStyle {
        PageStyle(try #require(NumberFormat.named("en")), hidesAmounts: false, zone: .gmt, today: today)
    }

    private func start() async throws { _ = try await months.take(.start, of: nil, months.request(now)) }

    /// The words of a page, without its tags.
    private static func words(_ page: Page) -> String {
        page.content.text.replacing(#/<[^>]*>/#, with: "").replacing("\u{A0}", with: " ")
            .replacing("&#39;", with: "'")
    }

    private func overview() async throws -> String {
        let report = try await planning.required(now).value
        let assets = try AssetValuationReport([], warnings: [], display: .eur)
        let overview = Page.overview(report, flex: nil, assets: assets, history: nil, changes: [], try style())
        return Self.words(Page.overview([overview]))
    }

    private func goalPage() async throws -> String {
        let found = try await planning.goal(named: "Bike", now).value
        return Self.words(
            Page.goal(
                found, schedule: try found.row.plan.plannedSchedule(), forecast: nil, gap: nil, changes: [], try style()
            ))
    }

    private func monthPage(writing: Bool = false) async throws -> String {
        let month = try await months.status(of: nil, months.request(now))
        let token = FormToken(csrf: "csrf", entry: 1, set: "set", hidesAmounts: false) { "once" }
        return Self.words(Page.month(month, all: [month], writing ? try style().writing(token) : try style()))
    }

    @Test func `what is paid is not due, and the next payment is named with its amount`() async throws {
        try await start()
        #expect(try await overview().contains("1 payment is due by Dec 1, 2026."))
        #expect(try await goalPage().contains("107.15 EUR to set aside by Dec 1, 2026"))
        try await pay("107.15 EUR", hour: 10)
        let overview = try await overview()
        #expect(
            overview.contains(
                "All payments are made that are due by Dec 1, 2026. Next: 107.15 EUR on Jan 1, 2027."), "\(overview)")
        #expect(overview.contains("paid for Dec 1, 2026, next payment 107.15 EUR on Jan 1, 2027"))
        let goal = try await goalPage()
        #expect(goal.contains("0.00 EUR to set aside by Dec 1, 2026"), "\(goal)")
        #expect(goal.contains("Paid for Dec 1, 2026. Next: 107.15 EUR by Jan 1, 2027."))
    }

    @Test func `a goal that is added to a started month counts in one total on both pages`() async throws {
        try await start()
        try await pay("107.15 EUR", hour: 10)
        try await add("Vacation", "600 EUR", by: "2027-09-27")
        let (overview, month) = (try await overview(), try await monthPage())
        #expect(overview.contains("60.00 EUR") && overview.contains("1 payment is due by Dec 1, 2026."))
        #expect(month.contains("60.00 EUR to set aside"), "\(month)")
        #expect(
            month.contains(
                "0.00 EUR for the goals of December 2026 + 60.00 EUR for Vacation, which is not part of the month."))
        #expect(!month.contains("for goals that are not part of it"))
        #expect(month.contains("not part of it: added, resumed or known in full only after the start"))
        let report = try await planning.required(now).value
        let status = try await months.status(of: nil, months.request(now))
        #expect(status.total == report.plannedTotal && status.planned.isZero)
    }

    @Test func `a month with something to pay is closed by two presses`() async throws {
        try await start()
        let unpaid = try await monthPage(writing: true)
        #expect(unpaid.contains("Close the month…"))
        let question = "December 2026 has not begun, and 107.15 EUR is not paid. Close it all the same?"
        #expect(unpaid.contains(question), "\(unpaid)")
        try await pay("107.15 EUR", hour: 10)
        let paid = try await monthPage(writing: true)
        #expect(paid.contains("Close the month") && !paid.contains("Close the month…"), "\(paid)")
    }

    @Test func `where a goal pays twice until the next payment day, the sum names the days of its parts`() async throws
    {
        try await start()
        _ = try await months.take(.close, of: nil, months.request(now))
        #expect(try await overview().contains("To set aside by Jan 1, 2027"))
        try await add("Vacation", "600 EUR", by: "2027-09-27")
        let overview = try await overview()
        #expect(overview.contains("To set aside with the next payments"), "\(overview)")
        #expect(overview.contains("60.00 EUR is due by Dec 1, 2026, 125.00 EUR by Jan 1, 2027."), "\(overview)")
        #expect(!overview.contains("payments are due by") && !overview.contains("To set aside by"))
    }

    @Test func `on its first day a goal says that what is put in is no payment, unless a month counts it`() async throws
    {
        let sentence = "What is put in today is what the goal begins with; payments count from tomorrow."
        #expect(try await goalPage().contains(sentence))
        try await start()
        #expect(try await !goalPage().contains(sentence))
    }

    @Test func `undoing the start says what would no longer count as paid`() async throws {
        try await start()
        #expect(try await !monthPage().contains("If its start is undone"))
        try await pay("107.15 EUR", hour: 10)
        let month = try await monthPage()
        #expect(
            month.contains(
                "If its start is undone, no money is lost, but this no longer counts as paid for the month: 107.15 EUR for 'Bike'."
            ),
            "\(month)")
        _ = try await months.take(.undo, of: nil, months.request(now))
        // 642.85 in seven payments: nothing of it is paid.
        #expect(try await goalPage().contains("91.84 EUR to set aside by Dec 1, 2026"))
    }

    @Test func `an edit is compared from the next date that is not paid`() async throws {
        try await start()
        try await pay("107.15 EUR", hour: 10)
        var dearer = bike
        dearer.target = try money("1800 EUR")
        let preview = try await planning.preview(of: bike, edited: dearer, planning.request(now))
        // 642.85 and 1,242.85 in the six payments from January on.
        #expect(try preview.before.requirement.payments.first?.date == day("2027-01-01"))
        let effect = try style().editEffect(FormFields(prefix: "edit"), preview)
        let words = effect.text.replacing(#/<[^>]*>/#, with: " ").replacing("\u{A0}", with: " ")
            .replacing(#/ +/#, with: " ")
        #expect(words.contains("Next payment 107.15 EUR on Jan 1, 2027 207.15 EUR on Jan 1, 2027"), "\(words)")
        // Saved, the page of the goal says the same.
        let (old, new) = (bike, dearer)
        try await write(12) { try $0.apply(.update(Record(old), to: Record(new))) }
        #expect(try await goalPage().contains("Next: 207.15 EUR by Jan 1, 2027."))
    }

    @Test func `a decision says what it makes of the payment after it`() async throws {
        _ = try await planning.decide("Bike", .init(.flexible, custom: "60.61"), now)
        // 689.39 in six payments.
        let (goal, all) = (try await goalPage(), try await overview())
        #expect(goal.contains("For the next date you decided on 60.61 EUR; 107.15 EUR is required."), "\(goal)")
        #expect(goal.contains("Dec 1, 202660.61 EUR60.61 EUR510.61 EURJan 1, 2027114.90 EUR"), "\(goal)")
        #expect(all.contains("For the next date you decided on 60.61 EUR in all; 107.15 EUR is required."), "\(all)")
        #expect(all.contains("Dec 1, 2026Bike60.61 EURJan 1, 2027Bike114.90 EUR"), "\(all)")
    }

    @Test func `the total shows the formula of its payments`() async throws {
        #expect(try await overview().contains("Bike (1,200.00 − 450.00) ÷ 7 payments"))
        try await start()
        try await pay("100 EUR", hour: 10)
        let page = try await overview()
        #expect(page.contains("Bike 107.15 fixed at the start of the month − 100.00 paid since"), "\(page)")
        _ = try await planning.decide("Bike", .init(.skipped), now)
        #expect(try await overview().contains("No payment is due by Dec 1, 2026. Next: "))
    }
}
