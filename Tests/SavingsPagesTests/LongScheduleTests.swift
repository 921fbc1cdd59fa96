import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import Presentation
import SavingsPages
import TestSupport
import Testing
import WebPages

/// However far away a deadline is, a page is as small as any other, and says that a digit may have slipped.
struct LongScheduleTests {
    private static func report(_ deadline: String, on today: String = "2026-04-13") async throws
        -> (found: MonthlyPlanningService.GoalReport, style: PageStyle)
    {
        let store = MemoryStore()
        let goal = Goal(
            id: UUID(), name: "Retirement", target: try Money("480000", .eur), start: try day(today),
            deadline: try day(deadline))
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            try $0.apply(.insert(Record(goal)))
        }
        let planning = MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: []))
        let found = try await planning.goal(named: "Retirement", call(today)).value
        let numbers = try #require(NumberFormat.named("en"))
        return (found, PageStyle(numbers, hidesAmounts: false, zone: .gmt, today: try day(today)))
    }

    private static func rows(_ caption: String, in text: String) -> [String] {
        guard let table = text.components(separatedBy: "<caption>\(caption)</caption>").dropFirst().first else {
            return []
        }
        let body = table.components(separatedBy: "</table>")[0].components(separatedBy: "<tbody").last ?? ""
        return Array(body.components(separatedBy: "<tr").dropFirst())
    }

    @Test(arguments: [("2045-06-30", 20), ("2090-01-01", 31), ("9999-12-31", 31)])
    func `the next payments are shown one by one, and the others by year`(deadline: String, years: Int) async throws {
        let (found, style) = try await Self.report(deadline)
        let schedule = try found.row.plan.schedule()
        let text = Page.goal(found, schedule: schedule, forecast: nil, gap: nil, changes: [], style).content.text
        #expect(text.utf8.count < 60_000, "\(text.utf8.count)")
        #expect(Self.rows("Payments with running totals", in: text).count == 12)
        let byYear = Self.rows("Payments by year", in: text)
        #expect(byYear.count == years, "\(byYear.count)")
        #expect(text.contains("All \(schedule.count) payments, by year"))
        // The last row ends with all that is paid.
        let total = try #require(schedule.last?.total.amountText)
        #expect(byYear.last?.contains("value=\"\(total)\"") == true, "\(byYear.last ?? "")")
        let second = schedule.filter { $0.payment.date.parts.year == 2027 }.map(\.payment.amount)
        let sum = try Money.sum(second, in: .eur).amountText
        #expect(byYear.dropFirst().first?.contains("value=\"\(sum)\"") == true, "\(byYear)")
        #expect(text.contains("more than 50 years away") == (deadline > "2076-04-13"))
    }

    @Test func `a short schedule is shown whole`() async throws {
        let (found, style) = try await Self.report("2027-04-01")
        let schedule = try found.row.plan.schedule()
        #expect(schedule.count == 12)
        let text = Page.goal(found, schedule: schedule, forecast: nil, gap: nil, changes: [], style).content.text
        #expect(Self.rows("Payments with running totals", in: text).count == 12)
        #expect(!text.contains("Payments by year"))
    }

    @Test func `each year has a page, whichever is asked for`() async throws {
        let (found, style) = try await Self.report("9999-12-31")
        let (plan, schedule) = (found.row.plan, try found.row.plan.schedule())
        func page(_ year: Int?) -> String { Page.payments(of: plan, schedule, year: year, style).content.text }
        let table = "Payments with running totals"
        #expect(Self.rows(table, in: page(2030)).count == 12 && page(2030).contains("year=2029"))
        #expect(page(2030).contains("year=2031") && page(2030).contains("Jan 1, 2030"))
        #expect(Self.rows(table, in: page(nil)).count == 8 && !page(nil).contains("Earlier"))
        #expect(page(9999).contains("Dec 1, 9999") && !page(9999).contains("Later"))
        for odd in [-5, 0, 1999, 12_345] { #expect(Self.rows(table, in: page(odd)).count >= 8, "\(odd)") }
        #expect(Page.payments(of: plan, [], year: 2030, style).content.text.contains("Nothing is to be paid."))
    }

    @Test(arguments: [
        ("2076-04-13", false), ("2076-04-14", true), ("2077-01-01", true), ("2026-12-31", false), ("9999-12-31", true),
    ])
    func `a deadline more than fifty years away is warned of, and another is not`(
        deadline: String, isFar: Bool
    ) async throws {
        let store = MemoryStore()
        let goals = GoalService(store: store, display: DisplayCurrency(.eur))
        var fields = GoalFields()
        (fields["name"], fields["target"], fields["deadline"]) = ("Retirement", "100", deadline)
        let now = try call("2026-04-13")
        let added = try await goals.add(fields, now)
        #expect(added.warnings.contains { $0.code == "deadlineFar" } == isFar)
        // An edit of anything else does not warn again.
        var name = GoalFields()
        name["name"] = "Old age"
        let id = added.value.id.uuidString
        #expect(try await goals.edit(id, name, now).warnings.allSatisfy { $0.code != "deadlineFar" })
        var near = GoalFields()
        near["deadline"] = "2030-01-01"
        #expect(try await goals.edit(id, near, now).warnings.isEmpty)
        var far = GoalFields()
        far["deadline"] = deadline
        #expect(try await goals.edit(id, far, now).warnings.contains { $0.code == "deadlineFar" } == isFar)
    }

    @Test func `a page of a list has its part, and links to the parts beside it`() {
        let list = ListPage(2, of: 250, size: 100)
        #expect(list.places == 100..<200)
        let links = list.pager { "/x?page=\($0)" }.text
        #expect(links.contains("/x?page=1") && links.contains("/x?page=3") && links.contains("Page 2 of 3"))
        #expect(ListPage(9, of: 250, size: 100).places == 200..<250)
        #expect(ListPage(-4, of: 250, size: 100).places == 0..<100)
        #expect(ListPage(1, of: 0, size: 100).places == 0..<0)
        #expect(ListPage(1, of: 100, size: 100).pager { "\($0)" }.text.isEmpty)
        #expect([1, 2, 3, 4, 5].spread(3) == [1, 3, 5] && [1, 2].spread(3) == [1, 2])
        #expect(Array(0..<100_000).spread(400).count == 400 && Array(0..<100_000).spread(400).last == 99_999)
    }
}
