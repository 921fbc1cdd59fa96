import Foundation
import HouseholdLaws
import Models
import ProgramSupport
import TestSupport
import Testing

/// Somebody who edits allocations at random, with a household of assets in four currencies and goals in three.
///
/// What differs from the promises of the pages is collected, so that one run shows all of it.
struct AllocationEditor {
    private static let places = ["JPY": 0, "EUR": 2, "BTC": 8, "ETH": 18]
    private static let goals = ["USD", "EUR", "JPY", "EUR", "USD", "EUR"]
    /// Sizes that cannot be read, or are not possible.
    private static let wrongSizes = [
        "x", "-3", "0", "1,5,5", "1e3", "120%", "12.34567%", "0%", "%", " 5", "rest%",
        String(repeating: "9", count: 41),
        "1.0000000000000000001",
    ]

    /// An asset, with how many places its currency has.
    struct Asset {
        let id: String
        let currency: String
        let places: Int

        var path: String { "/assets/\(id)/allocations" }
    }

    /// An asset as it is: its balance, what is free, and the amount of each goal.
    struct State {
        /// The balance as a document writes it.
        let written: String
        let free: String
        let funded: [String: String]

        var balance: SlowFraction { SlowFraction(decimal: written) }
    }

    let folder: ProgramFolder
    let page: Visitor
    var program: APIClient
    var chance = SeededGenerator(seed: 0)
    private(set) var wrong: [String] = []
    /// How many editors were saved.
    private(set) var saves = 0
    private(set) var assets: [Asset] = []
    /// The goals in the order of their deadlines, by which ties are broken.
    private var order: [String] = []

    init(_ folder: ProgramFolder) async throws {
        self.folder = folder
        for currency in Self.places.keys.sorted() {
            let words = ["add", "\(currency) 0", "--currency", currency, "--balance", "1000"]
            try #require(try await folder.run("cst-assets", words).status == 0)
        }
        let running = try await LocalDashboard(folder)
        page = try await running.comeIn()
        program = try await APIClient(running, folder, tokens: 4)
        for (number, currency) in Self.goals.enumerated() {
            let made = try await program.ask(
                "POST", "goals",
                [
                    "name": "Goal \(number)", "target": "5000", "currency": currency,
                    "deadline": "2027-0\(number + 1)-01",
                ])
            try #require(made.status == 201, "\(made.body)")
            order.append(try #require(try made.document["goal"]?["id"]?.text))
        }
        for number in 1...3 {
            for currency in Self.places.keys.sorted() {
                let made = try await program.ask(
                    "POST", "assets", ["name": "\(currency) \(number)", "currency": currency])
                try #require(made.status == 201, "\(made.body)")
            }
        }
        for row in try await program.ask("GET", "assets").document["assets"]?.elements ?? [] {
            let (id, currency) = (try #require(row["id"]?.text), try #require(row["currency"]?.text))
            assets.append(Asset(id: id, currency: currency, places: try #require(Self.places[currency])))
        }
    }

    private mutating func check(_ holds: Bool, _ words: @autoclosure () -> String) {
        guard !holds else { return }
        let text = words()
        if !wrong.contains(text) { wrong.append(text) }
    }

    private mutating func state(_ asset: Asset) async throws -> State {
        let row = try #require(try await program.ask("GET", "assets/\(asset.id)").document["asset"])
        var funded: [String: String] = [:]
        for part in row["allocations"]?.elements ?? [] {
            funded[try #require(part["goalId"]?.text)] = try #require(part["funded"]?["amount"]?.text)
        }
        return State(
            written: try #require(row["balance"]?["amount"]?.text),
            free: try #require(row["free"]?["amount"]?.text), funded: funded)
    }

    /// Puts something in, or takes something out; often more digits than the currency is paid in.
    private mutating func move(_ asset: Asset) async throws {
        let places = asset.places + chance.pick([0, 0, 1, 3])
        let most = (0..<chance.int(1...(places + 5))).reduce(Int128(1)) { most, _ in most * 10 }
        let units = Int128.random(in: 1...most, using: &chance)
        _ = try await program.ask(
            "POST", "assets/\(asset.id)/transactions",
            ["amount": units.amount(places: places), "type": chance.pick(["deposit", "deposit", "withdrawal"])])
    }

    /// What somebody types for one goal.
    private mutating func size(_ balance: SlowFraction, _ places: Int, isCareless: Bool) -> String {
        if isCareless, chance.chance(15, in: 100) { return chance.pick(Self.wrongSizes) }
        // Balances may have more digits than an amount may; a part of one is at most the tenth of it or the whole.
        let most = Swift.max(balance.units(places: places), 1)
        let units = chance.pick([
            most, Int128.random(in: 1...most, using: &chance),
            Int128.random(in: 1...Swift.max(most / 10, 1), using: &chance), 1,
        ])
        let amount = units.amount(places: places)
        return chance.pick([
            "", "", "rest", amount, amount, "\(chance.int(1...60))%",
            "\(Int128(chance.int(1...400_000)).amount(places: 4))%", "33.3333%",
            isCareless ? (units * 10 + 5).amount(places: places + 1) : "",
        ])
    }

    private mutating func preview(_ asset: Asset, _ typed: [String: String]) async throws -> AllocationEffect {
        let form = WebForm(action: "\(asset.path)/preview", fields: typed)
        let answer = try await page.post(
            form.action, form.body,
            [("Sec-Fetch-Site", "same-origin"), ("X-CSRF-Token", try await page.csrf()), ("X-Fragment", "1")])
        check([200, 422].contains(answer.status), "\(answer.status) \(typed)")
        let effect = AllocationEffect(answer.body)
        check((answer.status == 422) == !effect.issues.isEmpty, "\(answer.status) \(typed) \(effect.text)")
        return effect
    }

    /// Types every key of what is typed, one field after the other.
    private mutating func press(
        _ asset: Asset, _ typed: [String: String], _ before: [String: String], _ balance: SlowFraction
    ) async throws {
        var now = before
        for (goal, text) in typed.sorted(by: { $0.key < $1.key }) {
            for end in 0...text.count {
                now[goal] = String(text.prefix(end))
                let effect = try await preview(asset, now)
                guard !effect.issues.isEmpty else {
                    let most = SlowFraction.larger(balance, .zero)
                    check(!(most < effect.sum), "shows \(effect.sum) of \(balance): \(now)")
                    continue
                }
                // What is wrong by itself, and can be told at its field, is told there among others, too; that an amount gets too
                // many digits is found when all of them can be read.
                var only = now.mapValues { _ in "" }
                only[goal] = String(text.prefix(end))
                let alone = try await preview(asset, only)
                check(
                    alone.fields.isEmpty || effect.fields.contains(goal), "no field is named in \(effect.issues)")
            }
        }
    }

    /// Changes allocations once, and holds what is shown against what is there.
    mutating func edit(_ asset: Asset, presses: Bool) async throws {
        if chance.chance(6, in: 10) { try await move(asset) }
        let before = try await state(asset)
        let balance = before.balance
        let form = try await page.form(asset.path, to: asset.path)
        let shown = form.fields.filter { order.contains($0.key) }
        let isCareless = chance.chance(4, in: 10)
        var typed: [String: String] = [:]
        for goal in shown.keys.sorted() { typed[goal] = size(balance, asset.places, isCareless: isCareless) }
        if chance.chance(4, in: 10) {
            // Only some of them are changed.
            for goal in shown.keys.sorted().shuffled(using: &chance).prefix(3) { typed[goal] = shown[goal] }
        }
        let effect = try await preview(asset, typed)
        let most = SlowFraction.larger(balance, .zero)
        check(
            !effect.issues.isEmpty || !(most < effect.sum), "shows \(effect.sum) of \(balance): \(typed)")
        let told = try await program.ask("POST", "\(asset.path.dropFirst())/preview", ["sizes": typed])
        check(
            (told.status == 422) == !effect.issues.isEmpty,
            "page and API differ: \(told.status) \(effect.issues) \(typed)")
        if told.status == 200, effect.issues.isEmpty {
            let rows = try Self.funded(told.document)
            check(rows == effect.amounts, "the API shows \(rows), the page \(effect.amounts): \(typed)")
        }
        if presses { try await press(asset, typed, shown, balance) }
        var sent = form
        sent.fields.merge(typed) { $1 }
        let saved = try await page.send(sent)
        if saved.status == 303 {
            saves += 1
            try await compare(asset, effect, saved.header("Location") ?? "", balance, typed)
            try await limit(asset, balance)
        } else {
            let problem = AllocationEffect(saved.body).issues
            check(saved.status == 422 && !problem.isEmpty, "answers \(saved.status) to \(typed)")
            check(
                !effect.issues.isEmpty || effect.warns,
                "the preview of \(typed) of \(balance) says nothing of: \(problem)")
            let now = try await state(asset)
            check(now.funded == before.funded, "what was refused is written: \(typed)")
        }
    }

    /// The amounts of a document of allocations, by goal.
    static func funded(_ document: JSONNode) throws -> [String: String] {
        var found: [String: String] = [:]
        for row in document["allocations"]?.elements ?? [] {
            found[try #require(row["goalId"]?.text)] = try #require(row["funded"]?["amount"]?.text)
        }
        return found
    }

    /// Holds what was shown against what is there, on the page of the asset and for programs.
    private mutating func compare(
        _ asset: Asset, _ effect: AllocationEffect, _ location: String, _ balance: SlowFraction,
        _ typed: [String: String]
    ) async throws {
        let funded = try await Self.funded(program.ask("GET", String(asset.path.dropFirst())).document)
        let then = AllocationEffect(try await page.get(location).body, column: "Gets")
        check(effect.issues.isEmpty, "saved in spite of \(effect.issues): \(typed)")
        check(
            funded == effect.amounts && funded == then.amounts,
            "shown \(effect.amounts) then \(then.amounts) is \(funded)")
        let free = try await state(asset).free
        check(
            effect.free == free && then.free == free,
            "free was \(effect.free ?? "-") then \(then.free ?? "-") is \(free): \(typed) \(balance)")
    }

    /// Holds against the laws what each goal gets, and that what is free is the most that one more goal can get (L1, L3); what the
    /// rest gets is free for an amount, too.
    private mutating func limit(_ asset: Asset, _ balance: SlowFraction) async throws {
        let sizes = try await page.form(asset.path, to: asset.path).fields.filter { order.contains($0.key) }
        let now = try await state(asset)
        try checkSplit(now, sizes, asset)
        let without = order.filter { sizes[$0] == "" }
        guard !without.isEmpty else { return }
        let held = SlowFraction.larger(balance, .zero)
        let hundred = SlowFraction(SlowInteger(100))
        let taken = sizes.values.filter { $0 != "" && $0 != "rest" }.map { size in
            size.hasSuffix("%")
                ? held * SlowFraction(decimal: String(size.dropLast())) / hundred : SlowFraction(decimal: size)
        }.reduce(.zero, +)
        let units = SlowFraction.larger(held - taken, .zero).units(places: asset.places)
        let goal = chance.pick(without)
        if !sizes.values.contains("rest") {
            let free = units.amount(places: asset.places)
            check(
                SlowFraction(decimal: now.free) == SlowFraction(decimal: free),
                "free is shown as \(now.free) but is \(free) of \(balance): \(sizes.values.sorted())")
        }
        let more = try await put(units + 1, goal, sizes, asset)
        check(
            more.status == 422 && more.code == "allocation.amountTooLarge",
            "one unit more than is free is \(more.status) \(more.body) \(units) \(sizes) \(balance)")
        if units > 0 {
            let all = try await put(units, goal, sizes, asset)
            check(all.status == 200, "all that is free is \(all.status) \(all.body) \(units) \(sizes) \(balance)")
        }
    }

    /// Holds the amounts of goals against the slow model.
    private mutating func checkSplit(_ state: State, _ sizes: [String: String], _ asset: Asset) throws {
        let currency = try Currency(code: asset.currency)
        let used = order.filter { sizes[$0]?.isEmpty == false }
        let allocations = try used.compactMap { sizes[$0] }.map { size -> SlowAllocation in
            if size == "rest" { return .rest }
            guard size.hasSuffix("%") else { return .amount(try Money(size, currency)) }
            return .share(try Ratio(decimal: "\(size.dropLast())e-2"))
        }
        let split = try SlowSplit.funded(balance: try Money(state.written, currency), allocations: allocations)
        let funded = try used.map { try Money(state.funded[$0] ?? "0", currency) }
        check(
            funded == split && used.count == state.funded.count,
            "\(state.funded) of \(state.written) is not \(split): \(sizes)")
    }

    private mutating func put(
        _ units: Int128, _ goal: String, _ sizes: [String: String], _ asset: Asset
    ) async throws -> DashboardAnswer {
        var sizes = sizes
        sizes[goal] = units.amount(places: asset.places)
        return try await program.ask("PUT", String(asset.path.dropFirst()), ["sizes": sizes], [("If-Match", "*")])
    }
}
