import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// Two servers of one household that get the same at the same time, and want the same from outside.
struct WebSharedRequestsTests {
    @Test func `a form that reaches both at once is carried out once`() async throws {
        let servers = try await SharedServers()
        let ana = try await SharedBrowser("Ana", at: servers.programs[0])
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
        for program in servers.programs { #expect(program.end() == 0) }
    }

    @Test func `what one has from outside the other one has, too`() async throws {
        let rates = try RateServers()
        let servers = try await SharedServers(environment: rates.environment([.ecb]))
        let ana = try await SharedBrowser("Ana", at: servers.programs[0])
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
        for program in servers.programs { #expect(program.end() == 0) }
    }

    @Test func `balances on chains are read by one of them, and the other one shows how far it is`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let node = try LoopbackServer { request, _ in
            gate.wait()
            guard String(decoding: request.body, as: UTF8.self).contains("eth_getBalance") else {
                return .text("oops", status: 500)
            }
            return .text(
                #"[{"jsonrpc":"2.0","id":2,"result":"0xde0b6b3a7640000"},{"jsonrpc":"2.0","id":1,"result":"0x1"}]"#)
        }
        let servers = try await SharedServers(
            [
                "cst-assets add Vault --currency ETH --chain ethereum --address 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
            ],
            environment: [
                "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "jsonrpc", "CST_NETWORK_OFFLINE": "false",
                "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASE_URL": node.baseURL.absoluteString,
            ])
        let (one, other) = (servers.programs[0], servers.programs[1])
        let ana = try await SharedBrowser("Ana", at: one)
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
        for program in servers.programs { #expect(program.end() == 0) }
    }
}
