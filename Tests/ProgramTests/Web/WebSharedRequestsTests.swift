import Foundation
import LoopbackServer
import Persistence
import ProgramSupport
import Testing
import WebAccess

@testable import WebApplication

/// Two servers of one household that get the same at the same time, and want the same from outside.
struct WebSharedRequestsTests {
    @Test func `nothing is done twice, and nothing is asked for twice`() async throws {
        let (rates, gate) = (try RateServers(), DispatchSemaphore(value: 0))
        let node = try LoopbackServer { request, _ in
            gate.wait()
            guard String(decoding: request.body, as: UTF8.self).contains("eth_getBalance") else {
                return .text("oops", status: 500)
            }
            let second = #"{"jsonrpc":"2.0","id":2,"result":"0xde0b6b3a7640000"}"#
            return .text(#"[\#(second),{"jsonrpc":"2.0","id":1,"result":"0x1"}]"#)
        }
        let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
        let chain = [
            "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "jsonrpc",
            "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASE_URL": node.baseURL.absoluteString,
        ]
        let servers = try await SharedServers(
            ["cst-assets add Vault --currency ETH --chain ethereum --address \(address)"],
            environment: rates.environment([.ecb]).merging(chain) { own, _ in own })
        let ana = try await SharedBrowser("Ana", at: servers.programs[0])
        try await askForRates(ana, servers, rates)
        try await sendForms(ana, servers)
        try await readBalances(ana, servers, node, gate)
        for program in servers.programs { #expect(program.end() == 0) }
    }

    @Test(arguments: ["http://127.0.0.1:8800", "http://savings.example.org", "https://savings.example.org"])
    func `servers behind one address have one cookie`(_ text: String) async throws {
        let address = try #require(PublicAddress(argument: text))
        var names: Set<String> = []
        for port in 8801...8802 {
            let place = AccessPolicy.Place(port: port, address: address, isSecure: false, proxies: [])
            let policy = AccessPolicy(
                sessions: Sessions(now: { Date() }), list: try await AccessList(AccessNotes(MemoryNotes())),
                passwords: PasswordChecks(now: { Date() }), place: place, isReadOnly: false, now: { Date() })
            names.insert(policy.cookieName)
        }
        #expect(names.count == 1)
    }

    /// A form that reaches both at once is carried out once.
    private func sendForms(_ ana: SharedBrowser, _ servers: SharedServers) async throws {
        let list = try await servers.folders[0].run(
            "cst-assets", ["list", "--format", "json"], environment: servers.place.app)
        let savings = try SharedServers.id(of: "Savings", list)
        func deposits() async throws -> Int {
            let told = try await servers.folders[1].run(
                "cst-assets", ["transactions", "Savings", "--format", "csv"], environment: servers.place.app)
            return told.output.split(whereSeparator: \.isNewline).count
        }
        let before = try await deposits()
        for round in 1...8 {
            var form = try await ana.form(
                "/assets/\(savings)", to: "/assets/\(savings)/transactions", at: servers.programs[round % 2])
            form.fields["amount"] = "\(round).50"
            let filled = form
            let answers = try await withThrowingTaskGroup(of: DashboardAnswer.self) { group in
                for program in servers.programs + servers.programs {
                    group.addTask { try await ana.send(filled, at: program) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for answer in answers { #expect(answer.status == 303, "\(answer.status) \(answer.body.suffix(500))") }
            #expect(try await deposits() == before + round)
        }
        // Two changes of the same thing: one of them is told that it was changed meanwhile.
        let edit = "/assets/\(savings)/edit"
        var forms: [WebForm] = []
        for program in servers.programs {
            var form = try await ana.form(edit, to: edit, at: program)
            form.fields["name"] = "Savings \(program.port)"
            forms.append(form)
        }
        let (mine, yours) = (forms[0], forms[1])
        async let one = ana.send(mine, at: servers.programs[0])
        async let other = ana.send(yours, at: servers.programs[1])
        let statuses = try await [one.status, other.status].sorted()
        #expect(statuses.first == 303 && statuses.last != 303, "\(statuses)")
    }

    /// Rates that one has asked for the other one has, too.
    private func askForRates(_ ana: SharedBrowser, _ servers: SharedServers, _ rates: RateServers) async throws {
        for program in servers.programs + servers.programs {
            #expect(try await ana.get("/goals", at: program).status == 200)
        }
        // The page may be there before its rates.
        while rates.requests(.ecb).isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        async let first = ana.get("/goals", at: servers.programs[0])
        async let second = ana.get("/goals", at: servers.programs[1])
        for page in try await [first, second] { #expect(page.status == 200) }
        let asked = Dictionary(grouping: rates.requests(.ecb), by: \.target).mapValues(\.count)
        #expect(asked.values.allSatisfy { $0 == 1 }, "\(asked)")
    }

    /// Balances on chains are read by one of them, and the other one shows how far it is.
    private func readBalances(
        _ ana: SharedBrowser, _ servers: SharedServers, _ node: LoopbackServer, _ gate: DispatchSemaphore
    ) async throws {
        let (one, other) = (servers.programs[0], servers.programs[1])
        let form = try await ana.form("/assets", to: "/assets/sync", at: one)
        #expect(try await ana.send(form, at: one).status == 303)
        let asked = node.requests.count
        #expect(try await ana.send(form, at: other).status == 303)
        let running = try await ana.get("/assets/sync", at: other).body
        #expect(running.contains("Look again"), "\(running.suffix(1500))")
        #expect(node.requests.count == asked)
        for _ in 0..<50 { gate.signal() }
        var pages = ["Look again", "Look again"]
        while pages.contains(where: { $0.contains("Look again") }) {
            pages = [
                try await ana.get("/assets/sync", at: one).body, try await ana.get("/assets/sync", at: other).body,
            ]
        }
        for page in pages { #expect(page.contains(" of 1 read."), "\(page.suffix(1500))") }
        // Nobody keeps it: the other one may read now.
        #expect(try await ana.send(form, at: other).status == 303)
    }
}
