import Foundation
import ProgramSupport
import Testing

/// Settings that a running dashboard takes over, and those that it keeps until it ends.
struct WebLiveSettingsTests {
    private static let place = "settings/cst/config.yaml"

    private static func folder(_ settings: String) throws -> ProgramFolder {
        let folder = try ProgramFolder()
        try folder.write(settings, to: place)
        return folder
    }

    @Test func `a currency, numbers and a time are in use with the next page`() async throws {
        let folder = try Self.folder("display:\n  currency: EUR\n")
        let rates = try folder.write("from,to,rate,date\nEUR,USD,1.25,2026-04-13\n", to: "rates.csv")
        #expect(
            try await folder.run("cst-assets", ["add", "Savings", "--currency", "EUR", "--balance", "1000"]).status == 0
        )
        let visitor = try await LocalDashboard(folder, environment: ["CST_EXCHANGE_RATES_FIXED_FILE": rates]).comeIn()
        #expect(try await visitor.get("/assets").body.contains("1,000.00"))
        let target = try await visitor.save(
            "/settings/everyday", to: "/settings/everyday",
            ["display.currency": "USD", "web.numbers": "de", "reminders.time": "07:40"])
        let saved = try await visitor.get(target).body
        #expect(saved.contains("Saved.") && !saved.contains("started again"), "\(saved)")
        let assets = try await visitor.get("/assets").body
        #expect(assets.contains("1.000,00") && assets.contains("1.250,00"), "\(assets)")
        #expect(try await visitor.get("/reminders").body.contains("07:40, unless"))
        let settings = try await visitor.get("/api/v1/settings").body
        #expect(!settings.contains("settings.pending"))
        // Earlier entries are still there: the store is the same.
        #expect(try await visitor.get("/assets").body.contains("Savings"))
    }

    @Test func `a file that somebody edits is taken over, and a broken one is not`() async throws {
        let folder = try Self.folder("web:\n  numbers: en\n")
        #expect(
            try await folder.run("cst-assets", ["add", "Savings", "--currency", "EUR", "--balance", "1000"]).status == 0
        )
        let visitor = try await LocalDashboard(folder).comeIn()
        #expect(try await visitor.get("/assets").body.contains("1,000.00"))
        try folder.write("web:\n  numbers: de\n  copies: false\n", to: Self.place)
        #expect(try await visitor.get("/assets").body.contains("1.000,00"))
        try folder.write("web:\n  numbers: klingon, or so\n", to: Self.place)
        #expect(try await visitor.get("/assets").body.contains("1.000,00"))
        #expect(try await visitor.get("/settings").body.contains("cannot be used as it is"))
    }

    @Test func `what is read at the start says so, and is listed until then`() async throws {
        let folder = try Self.folder("web:\n  numbers: en\n")
        let visitor = try await LocalDashboard(folder).comeIn()
        #expect(try await visitor.get("/settings/web").body.contains("Takes effect when the program is started again."))
        try await visitor.save("/settings/web", to: "/settings/web", ["web.uploadLimit": "5", "web.numbers": "de"])
        let page = try await visitor.get("/settings").body
        #expect(page.contains("Takes effect when the program is started again: web.uploadLimit."), "\(page)")
    }

    @Test func `things kept in memory outlast a change of settings`() async throws {
        let folder = try Self.folder("persistence:\n  provider: memory\n")
        let visitor = try await LocalDashboard(folder).comeIn()
        try await visitor.save(
            "/assets/new", to: "/assets/new", ["name": "Jar", "currency": "EUR", "balance": "12"])
        try await visitor.save("/settings/everyday", to: "/settings/everyday", ["display.currency": "EUR"])
        #expect(try await visitor.get("/assets").body.contains("Jar"))
    }
}
