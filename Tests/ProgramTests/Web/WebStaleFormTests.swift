import Foundation
import ProgramSupport
import Testing

/// Forms of pages that others have made stale meanwhile: nothing is written over, and nothing that was typed is lost.
struct WebStaleFormTests {
    @Test func `what two people change is kept where it differs and asked about where it is the same`() async throws {
        let folder = try await Household().folder
        let path = try #require(try await folder.paths()["Car"])
        let visitor = try await LocalDashboard(folder).comeIn()
        func command(_ words: [String]) async throws {
            let told = try await folder.run("cst-plan", words)
            try #require(told.status == 0, "\(told.errors)")
        }
        func values() async throws -> [String: String] {
            try await visitor.form("\(path)/edit", to: "\(path)/edit").fields
        }
        let fields = [
            ("name", "Van", "Truck", "--name"), ("target", "15000.00", "16000.00", "--target"),
            ("deadline", "2027-05-31", "2028-06-30", "--deadline"), ("emoji", "🚐", "🛻", "--emoji"),
            ("description", "Mine", "Theirs", "--description"),
            ("link", "https://mine.org", "https://theirs.org", "--link"),
        ]
        // Each pair: mine in one field, theirs in another or in the same.
        for (mine, typed, _, _) in fields {
            for (theirs, same, other, option) in fields {
                for value in mine == theirs ? [same, other] : [other] {
                    let before = try await values()
                    let form = try await visitor.form("\(path)/edit", to: "\(path)/edit", [mine: typed])
                    try await command(["goal", "edit", before["name"] ?? "", option, value])
                    let answer = try await visitor.send(form)
                    if mine == theirs, value != typed {
                        #expect(answer.status == 409, "\(mine): \(answer.body.suffix(500))")
                        await #expect(try values()[mine] == value, "nothing was written")
                        // The typed text is still there, and saving again keeps it.
                        let again = try Visitor.form(in: answer.body, to: "\(path)/edit")
                        #expect(again.fields[mine] == typed)
                        #expect(try await visitor.send(again).status == 303)
                    } else {
                        #expect(answer.status == 303, "\(mine) \(theirs): \(answer.body.suffix(500))")
                    }
                    let after = try await values()
                    #expect(after[mine] == typed, "\(mine) \(theirs)")
                    if mine != theirs { #expect(after[theirs] == other, "\(mine) \(theirs)") }
                    // As it was, for the next pair.
                    try await command([
                        "goal", "edit", after["name"] ?? "", "--name", "Car", "--target", before["target"] ?? "",
                        "--deadline", before["deadline"] ?? "", "--emoji", "", "--description", "", "--link", "",
                    ])
                }
            }
        }
    }

    @Test func `what others change while a form is refused is not written over when it is sent again`() async throws {
        let folder = try await Household().folder
        let paths = try await folder.paths()
        let (goal, asset) = (try #require(paths["Car"]), try #require(paths["Savings"]))
        let visitor = try await LocalDashboard(folder).comeIn()
        func run(_ program: String, _ words: [String]) async throws {
            let told = try await folder.run(program, words)
            try #require(told.status == 0, "\(told.errors)")
        }
        // An edit: the other one's field stays, also when it changes after the refusal.
        let form = try await visitor.form("\(goal)/edit", to: "\(goal)/edit", ["target": "x"])
        try await run("cst-plan", ["goal", "edit", "Car", "--link", "https://example.org"])
        let refused = try await visitor.send(form)
        #expect(refused.status == 422)
        var again = try Visitor.form(in: refused.body, to: "\(goal)/edit", ["target": "15000"])
        try await run("cst-plan", ["goal", "edit", "Car", "--emoji", "🚙"])
        #expect(try await visitor.send(again).status == 303)
        let after = try await visitor.form("\(goal)/edit", to: "\(goal)/edit").fields
        #expect(after["link"] == "https://example.org" && after["emoji"] == "🚙" && after["target"] == "15000.00")
        // A number that was typed gets nobody else's currency.
        again = try await visitor.form("\(goal)/edit", to: "\(goal)/edit", ["target": "16000"])
        try await run("cst-plan", ["goal", "edit", "Car", "--target", "15000", "--currency", "USD"])
        let asked = try await visitor.send(again)
        #expect(asked.status == 409)
        let kept = try Visitor.form(in: asked.body, to: "\(goal)/edit").fields
        #expect(kept["target"] == "16000" && kept["currency"] == "EUR")
        // Allocations are saved together: what somebody else allocated after the refusal is told, and what was typed is kept.
        let fund = try #require(paths["Emergency fund"]?.split(separator: "/").last.map(String.init))
        let editor = try await visitor.form("\(asset)/allocations", to: "\(asset)/allocations", [fund: "x"])
        let bad = try await visitor.send(editor)
        #expect(bad.status == 422)
        try await run("cst-assets", ["allocate", "Savings", "Japan", "--share", "5%"])
        let before = try await folder.revision()
        let late = try await visitor.send(
            try Visitor.form(in: bad.body, to: "\(asset)/allocations", [fund: "10%"]))
        #expect(late.status == 409)
        #expect(try await folder.revision() == before)
        #expect(try Visitor.form(in: late.body, to: "\(asset)/allocations").fields[fund] == "10%")
    }

    @Test func `what is worked out is written only as it was shown`() async throws {
        let folder = try await Household().folder
        let visitor = try await LocalDashboard(folder).comeIn()
        let forms = await [
            try visitor.form("/budget?amount=1300", to: "/budget/apply"),
            try visitor.form("/month", to: "/month/start"),
        ]
        #expect(try await folder.run("cst-assets", ["deposit", "Savings", "5"]).status == 0)
        let before = try await folder.revision()
        for form in forms {
            let answer = try await visitor.send(form)
            #expect(answer.status == 409, "\(form.action)")
            #expect(answer.body.contains("The figures have changed since"))
        }
        #expect(try await folder.revision() == before)
    }

    @Test func `what was deleted or undone underneath loses nothing that was typed`() async throws {
        let folder = try await Household().folder
        let path = try #require(try await folder.paths()["Car"])
        let visitor = try await LocalDashboard(folder).comeIn()
        let form = try await visitor.form("\(path)/edit", to: "\(path)/edit", ["name": "Typed", "target": "4321"])
        #expect(try await folder.run("cst-plan", ["goal", "delete", "Car", "--yes"]).status == 0)
        let gone = try await visitor.send(form)
        #expect(gone.status == 409)
        let new = try Visitor.form(in: gone.body, to: "/goals/new")
        #expect(new.fields["name"] == "Typed" && new.fields["target"] == "4321")
        // Undone underneath: it is as it was when the form was made.
        #expect(try await folder.run("cst-plan", ["undo"]).status == 0)
        #expect(try await visitor.send(form).status == 303)
        let late = try await visitor.form(path, to: "\(path)/lifecycle")
        #expect(try await folder.run("cst-plan", ["goal", "edit", "Typed", "--name", "Other"]).status == 0)
        #expect(try await visitor.send(late).status == 409)
    }

    @Test func `an undo undoes what was on the page, or nothing`() async throws {
        let folder = try await Household().folder
        let visitor = try await LocalDashboard(folder).comeIn()
        let form = try await visitor.form("/activity", to: "/history/undo")
        #expect(try await folder.run("cst-assets", ["deposit", "Savings", "5"]).status == 0)
        let before = try await folder.revision()
        let answer = try await visitor.send(form)
        #expect(answer.status == 409)
        #expect(answer.body.contains("deposit Savings 5"))
        #expect(try await folder.revision() == before)
        #expect(try await visitor.save("/activity", to: "/history/undo").contains("done=\(before + 1)"))
    }

    @Test func `what is saved of a flex is what was shown`() async throws {
        let folder = try await Household().folder
        let visitor = try await LocalDashboard(folder).comeIn()
        let form = try await visitor.form("/flex?percent=70", to: "/flex/save")
        #expect(try await folder.run("cst-assets", ["deposit", "Savings", "5"]).status == 0)
        let before = try await folder.revision()
        let answer = try await visitor.send(form)
        #expect(answer.status == 409)
        #expect(answer.body.contains("The figures have changed since"))
        #expect(try await folder.revision() == before)
        let again = try Visitor.form(in: answer.body, to: "/flex/save")
        #expect(try await visitor.send(again).status == 303)
    }
}
