import Allocation
public import Forecast
public import Models
public import Persistence
public import Planning
import Presentation
import SavingsViews
public import WebPages

import struct Foundation.UUID

/// Which goals a list shows, as its address says it.
public struct GoalFilter: Sendable {
    /// How many goals a page has.
    static let pageSize = 100

    let lifecycle: Goal.Lifecycle?
    let text: String
    let page: Int

    /// A filter.
    ///
    /// - Parameters:
    ///   - lifecycle: nil for all of them.
    ///   - text: a part of the name, in upper or lower case; empty for all.
    ///   - page: from 1 on.
    public init(lifecycle: Goal.Lifecycle?, text: String, page: Int) {
        self.lifecycle = lifecycle
        self.text = text
        self.page = max(1, page)
    }

    func shows(_ goal: Goal) -> Bool {
        (lifecycle == nil || goal.lifecycle == lifecycle)
            && (text.isEmpty || goal.name.lowercased().contains(text.lowercased()))
    }

    /// The address of the same list with another page or lifecycle.
    func path(lifecycle: Goal.Lifecycle??, page: Int) -> String {
        let lifecycle = lifecycle ?? self.lifecycle
        let state = lifecycle.map(\.rawValue) ?? "all"
        let query = text.isEmpty ? "" : "&q=\(text.urlEscaped)"
        return "/goals?state=\(state)\(query)\(page == 1 ? "" : "&page=\(page)")"
    }
}

extension Page {
    /// Every goal, a hundred to a page.
    public static func goals(_ report: MonthlyPlanReport, _ filter: GoalFilter, _ style: PageStyle) -> Page {
        let shown = report.rows.filter { filter.shows($0.plan.goal) }
        let rows = shown.dropFirst((filter.page - 1) * GoalFilter.pageSize).prefix(GoalFilter.pageSize)
        let choices: [(String, Goal.Lifecycle?)] =
            [("All", nil)] + Goal.Lifecycle.allCases.map { ($0.rawValue.capitalizedFirst, $0) }
        let filters = HTML(
            "nav", [.class("filters"), .init("aria-label", "Which goals")],
            choices.map { title, lifecycle in
                let count = report.rows.count { lifecycle == nil || $0.plan.goal.lifecycle == lifecycle }
                return .link(
                    "\(title) (\(count))", to: filter.path(lifecycle: .some(lifecycle), page: 1),
                    lifecycle == filter.lifecycle ? [.init("aria-current", "true")] : [])
            })
        let search = HTML(
            "form", [.class("fields row"), .init("method", "get"), .init("action", "/goals"), .init("role", "search")],
            style.kept + [
                FormFields(["q": filter.text], prefix: "search").input("q", "Search by name", type: "search"),
                .hidden("state", filter.lifecycle?.rawValue ?? "all"),
                HTML("div", [.class("actions")], [HTML("button", text: "Search")]),
            ])
        let list =
            rows.isEmpty
            ? HTML.paragraph(report.rows.isEmpty ? "There are no goals yet." : "No goal is like that.", "empty")
            : HTML.group([
                HTML("ul", [.class("goal-list"), .init("data-live-list", "goals")], rows.map { style.row($0.plan) }),
                rows.contains { style.hasMark($0.plan) } ? .progressLegend : .nothing,
            ])
        return Page(
            "Goals", in: "Goals",
            [
                HTML("h1", text: "Goals"),
                style.writing == nil
                    ? .nothing : HTML("p", [.class("actions")], [.button("New goal", to: "/goals/new")]), filters,
                search,
                .card("\(shown.count) \(shown.count == 1 ? "goal" : "goals")", id: "goals", isWide: true, [list]),
                pager(filter, count: shown.count), style.gaps(rows.flatMap(\.unavailable)), style.rates(report.rates),
            ])
    }

    private static func pager(_ filter: GoalFilter, count: Int) -> HTML {
        let last = max(1, (count + GoalFilter.pageSize - 1) / GoalFilter.pageSize)
        guard last > 1 else { return .nothing }
        var links: [HTML] = []
        if filter.page > 1 { links.append(.link("Previous", to: filter.path(lifecycle: nil, page: filter.page - 1))) }
        links.append(HTML("span", text: " Page \(min(filter.page, last)) of \(last) "))
        if filter.page < last { links.append(.link("Next", to: filter.path(lifecycle: nil, page: filter.page + 1))) }
        return HTML("nav", [.class("pager"), .init("aria-label", "Pages of the list")], links)
    }

    /// One goal with everything about it.
    ///
    /// - Parameters:
    ///   - forecast: what may become of it.
    ///   - gap: why that cannot be said, if so.
    ///   - changes: the newest entries of its journal.
    ///   - treat: the fields of how its payment is treated.
    public static func goal(
        _ found: MonthlyPlanningService.GoalReport, schedule: [ScheduledPayment],
        forecast: GoalForecast?, gap: String?, changes: [HistoryEntry], treat: FormFields = FormFields(prefix: "treat"),
        remindersAreSent: Bool = true, _ style: PageStyle
    ) -> Page {
        let plan = found.row.plan
        let goal = plan.goal
        var cards: [HTML] = []
        if goal.lifecycle == .active, style.writing != nil {
            cards.append(.card("This month", id: "treat", [style.paymentForm(plan, treat)]))
        }
        if !plan.progress.funding.isEmpty || goal.keepsAllocations { cards.append(style.fundingCard(plan, forecast)) }
        if let forecast { cards += style.pictureCards(forecast) }
        if let gap {
            cards.append(.card("What may become of it", id: "forecast", [.paragraph("This is not known. \(gap)")]))
        }
        var below: [HTML] = schedule.isEmpty ? [] : [style.scheduleCard(schedule, plan)]
        if !changes.isEmpty {
            below.append(
                .card(
                    "Changes", id: "changes", isWide: true,
                    [HTML("ul", [.class("activity")], changes.map { style.item($0) })]))
        }
        cards.append(.card("Details", id: "standing", [style.details(plan, remindersAreSent: remindersAreSent)]))
        return Page(
            goal.name, in: "Goals",
            [
                style.lead(plan),
                goal.lifecycle == .active ? style.farDeadline(goal) : .nothing, .columns(cards), .cards(below),
                style.gaps(plan.progress.unavailable),
                style.rates(plan.progress.rates),
            ])
    }
}

extension PageStyle {
    /// The assets that fund a goal.
    fileprivate func fundingCard(_ plan: GoalPlan, _ forecast: GoalForecast?) -> HTML {
        var table = DataTable(
            plan.goal.snapshot == nil ? "Funded by" : "Was funded by", [.text("Asset"), .number("Amount")])
        for part in plan.progress.funding {
            let asset = HTML("a", [.href("/assets/\(part.assetID.uuidString.lowercased())")], [.name(part.asset)])
            table.add([
                plan.goal.snapshot == nil ? asset : .name(part.asset),
                amount(part.amount, part.gap == nil ? nil : .atLeast),
            ])
        }
        // A bar of one part says nothing.
        let picture: [HTML] =
            forecast.flatMap { forecast in
                forecast.parts.count { $0.value?.isPositive == true } > 1
                    ? [compositionChart(forecast)] : nil
            } ?? []
        let none = HTML.paragraph("No asset funds it yet, so nothing is saved for it.")
        return .card(
            "Assets that fund it", id: "funding",
            action: plan.goal.keepsAllocations && writing != nil
                ? .button("Fund it", to: "\(path(plan.goal))/fund") : .nothing,
            [HTML("div", [.init("data-live-id", "funding")], [table.isEmpty ? none : table.html])] + picture)
    }
}

extension String {
    /// The text with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
