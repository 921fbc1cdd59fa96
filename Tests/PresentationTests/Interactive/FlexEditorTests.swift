import ExchangeRates
import FlexAdjustment
import Foundation
import Models
import Persistence
import Planning
import Presentation
import TerminalUI
import TestSupport
import Testing

@testable import SavingsViews

struct FlexEditorTests {
    static func editor(
        _ goals: [Goal], _ request: FlexRequest = FlexRequest(), style: TextStyle = TextStyle(isColored: false)
    ) async throws -> FlexEditor {
        let store = MemoryStore()
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            // As they are: a name may be one that no program of ours would have let in.
            for goal in goals { try $0.apply(.insert(Record(goal))) }
        }
        let rates = FixedRates(
            try FixedRateTable(csv: "from,to,rate,date\nEUR,JPY,160,\n", fileTime: Date(timeIntervalSince1970: 0)))
        let report = try await MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: [rates]))
            .plan(.init(call: try call("2026-04-13"), convention: .payments(.day(1)), displayCurrency: currency("EUR")))
        return try FlexEditor(FlexPlanner(report), request, style: style)
    }

    /// Three goals that ask for 150, 300 and 300 EUR.
    static func goals() throws -> [Goal] {
        [
            try goal("Car", target: "1200 EUR", start: "2026-04-01", deadline: "2026-12-31", id: id(1)),
            try goal("Rent", target: "600 EUR", start: "2026-04-01", deadline: "2026-06-30", id: id(2)),
            try goal("Trip", target: "300 EUR", start: "2026-04-01", deadline: "2026-05-31", id: id(3)),
        ]
    }

    static func id(_ number: Int) throws -> UUID {
        try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000\(number)"))
    }

    private func pressing(
        _ keys: [Key], _ request: FlexRequest = FlexRequest()
    ) async throws -> (FlexEditor, FlexEditor.Decision?) {
        var editor = try await Self.editor(Self.goals(), request)
        var decision: FlexEditor.Decision?
        for key in keys { decision = editor.press(key) }
        return (editor, decision)
    }

    private func characters(_ text: String) -> [Key] { text.map(Key.character) }

    @Test(arguments: [
        ([Key.right], "1.01"), ([.left], "0.99"), ([.farRight], "1.1"), ([.pageUp, .pageUp], "1.2"),
        ([.farLeft, .right], "0.91"), ([.pageDown], "0.9"), (Array(repeating: .pageDown, count: 9), "0.5"),
        (Array(repeating: .farRight, count: 9), "1.5"),
    ])
    func `arrows move the factor within its bounds`(keys: [Key], factor: String) async throws {
        let (editor, decision) = try await pressing(keys)
        #expect(decision == nil)
        #expect(try editor.plan.request.target == .factor(ratio(factor)))
        #expect(try editor.plan.totalAdjusted.adding(editor.plan.unplaced) == editor.plan.totalTarget)
    }

    @Test func `a factor between two percents goes to the next one on either side`() async throws {
        let request = FlexRequest(target: .factor(try ratio("0.805")))
        #expect(try await pressing([.right], request).0.plan.request.target == .factor(ratio("0.81")))
        #expect(try await pressing([.left], request).0.plan.request.target == .factor(ratio("0.8")))
    }

    @Test(arguments: [
        // 1 % of 750 EUR is 7.50, so steps are 5 EUR.
        ([Key.right], "750 EUR", "755 EUR"), ([.left], "747.33 EUR", "745 EUR"), ([.right], "747.33 EUR", "750 EUR"),
        ([.farLeft], "747 EUR", "700 EUR"), ([.farLeft, .farLeft], "60 EUR", "0 EUR"),
    ])
    func `arrows move a budget by round sums`(keys: [Key], budget: String, expected: String) async throws {
        let (editor, _) = try await pressing(keys, FlexRequest(target: .budget(money(budget))))
        #expect(try editor.plan.request.target == .budget(money(expected)))
    }

    @Test func `states are tried out for the selected goal, and taken back where the plan has them anyway`()
        async throws
    {
        var (editor, _) = try await pressing([.down] + characters("p") + [.down, .down] + characters("s"))
        #expect(editor.plan.rows.map(\.state) == [.flexible, .protected, .skipped])
        #expect(try editor.plan.request.states == [Self.id(2): .protected, Self.id(3): .skipped])
        _ = editor.press(.character("f"))
        #expect(try editor.plan.request.states == [Self.id(2): .protected])
        for key in [Key.home] + characters("p") { _ = editor.press(key) }
        #expect(editor.plan.rows.map(\.state) == [.protected, .protected, .flexible])
        for key in [Key.up, .up, .end, .down, .down] + characters("p") { _ = editor.press(key) }
        #expect(editor.plan.rows.map(\.state) == [.protected, .protected, .protected])
    }

    @Test func `strategies come round`() async throws {
        var (editor, _) = try await pressing([])
        var seen = [editor.plan.request.strategy]
        for key in [Key.tab] + characters("ttt") {
            _ = editor.press(key)
            seen.append(editor.plan.request.strategy)
        }
        #expect(seen == FlexStrategy.allCases)
        _ = editor.press(.tab)
        #expect(editor.plan.request.strategy == FlexStrategy.allCases[0])
    }

    @Test func `a factor becomes the budget it comes to, and is there again afterwards`() async throws {
        var (editor, _) = try await pressing([.farLeft] + characters("m"))
        #expect(try editor.plan.request.target == .budget(money("675 EUR")))
        #expect(editor.press(.right) == nil)
        #expect(try editor.plan.request.target == .budget(money("680 EUR")))
        _ = editor.press(.character("m"))
        #expect(try editor.plan.request.target == .factor(ratio("0.9")))
    }

    @Test func `quick actions skip the month, pay half, exactly, or reset`() async throws {
        let request = FlexRequest(
            target: .factor(try ratio("1.2")), strategy: .minimizeRisk, states: [try Self.id(1): .protected])
        var (editor, _) = try await pressing(characters("n"), request)
        #expect(editor.plan.rows.map(\.state) == [.protected, .skipped, .skipped])
        #expect(try editor.plan.totalAdjusted == money("150 EUR"))
        _ = editor.press(.character("n"))
        #expect(editor.press(.character("h")) == nil)
        #expect(editor.plan.rows.map(\.state) == [.protected, .flexible, .flexible])
        #expect(try editor.plan.totalAdjusted == money("450 EUR"))
        _ = editor.press(.character("e"))
        #expect(try editor.plan.totalAdjusted == money("750 EUR"))
        _ = editor.press(.character("r"))
        #expect(editor.plan.request == request)
    }

    @Test func `what was skipped is given to the others only with a factor`() async throws {
        let (editor, _) = try await pressing(characters("sg"))
        #expect(editor.plan.request.target == .factor(.one, redistributingSkipped: true))
        #expect(try editor.plan.totalTarget == money("750 EUR"))
        let (refused, _) = try await pressing(characters("mg"))
        #expect(refused.notice != nil)
        #expect(try refused.plan.request.target == .budget(money("750 EUR")))
    }

    @Test func `half of what the bounds do not allow is refused, told, and changes nothing`() async throws {
        let bounds = try FlexBounds(lower: ratio("0.8"), upper: ratio("1.2"))
        var (editor, _) = try await pressing(characters("h"), FlexRequest(bounds: bounds))
        #expect(editor.plan.request.target == .factor(.one))
        #expect(editor.frame(ScreenSize(columns: 80, rows: 24)).joined().contains("outside the bounds"))
        _ = editor.press(.left)
        #expect(editor.notice == nil)
    }

    @Test(arguments: [
        (Key.enter, FlexEditor.Decision.save), (.escape, .leave), (.character("q"), .leave),
        (.character("\u{04}"), .leave),
    ])
    func `keys that end the screen do not while help is shown`(key: Key, decision: FlexEditor.Decision) async throws {
        #expect(try await pressing([key]).1 == decision)
        var (editor, inHelp) = try await pressing([.character("?"), key])
        #expect(inHelp == nil)
        #expect(editor.press(key) == decision)
    }

    @Test func `keys without a meaning change nothing`() async throws {
        let (editor, decision) = try await pressing(characters("xyz1日"))
        #expect(decision == nil)
        #expect(editor.plan.request == FlexRequest())
    }
}
