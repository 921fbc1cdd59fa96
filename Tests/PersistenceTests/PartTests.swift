import Models
import Persistence
import StoreConformance
import StoreSamples
import TestSupport
import Testing

import struct Foundation.UUID

/// Parts go with their owner and count for it, and what has to hold of both is checked once at the end of a write.
struct PartTests {
    private func invoice(_ number: Int, total: Int = 0) -> Invoice {
        Invoice(id: UUID(number), number: "R\(number)", total: total)
    }

    private func line(_ number: Int, of invoice: Int, _ amount: Int, on day: CalendarDay? = nil) -> InvoiceLine {
        InvoiceLine(id: UUID(number), invoiceID: UUID(invoice), day: day, amount: amount)
    }

    private func basis(_ number: Int, _ entry: Int) -> Call.ExpectedVersion {
        Call.ExpectedVersion(EntityKey(Invoice.self, UUID(number)), entry: entry)
    }

    @Test(arguments: StoreKind.allCases)
    func `invoices with lines keep what every kind promises`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await StoreConformance([invoice(1), invoice(2), invoice(3)]) { thing in
                var thing = thing
                thing.number = "A"
                return thing
            }.check(store)
        }
        try await kind.withStore { store in
            try await StoreConformance(
                [line(11, of: 1, 0), line(12, of: 1, 0)],
                edited: { thing in
                    var thing = thing
                    thing.day = CalendarDay(dayNumber: 20_000)
                    return thing
                }, prepare: { try $0.insert(invoice(1)) }
            ).check(store)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a dry run checks what shows at the end of a write`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            var dry = TestSupport.call(CalendarDay(dayNumber: 20_000))
            dry.isDryRun = true
            await #expect(throws: ValidationError.self) {
                try await store.write(dry) { try $0.insert(invoice(1, total: 3)) }
            }
            await #expect(throws: StoreError.self) { try await store.write(dry) { try $0.insert(line(11, of: 2, 0)) } }
            try await store.write(dry) { writer in
                try writer.insert(invoice(1, total: 3))
                try writer.insert(line(11, of: 1, 3))
            }
            #expect(try await store.read { try $0.all(Invoice.self).isEmpty })
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `parts go with their owner, and come back with it`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write(.test()) { writer in
                for number in 1...2 { try writer.insert(invoice(number, total: 3)) }
                for number in 1...2 {
                    try writer.insert(line(10 * number, of: number, 1))
                    try writer.insert(line(10 * number + 1, of: number, 2))
                    try writer.insert(LineMark(id: UUID(100 + number), lineID: UUID(10 * number)))
                }
            }
            try await store.write(.test("delete")) { try $0.delete(invoice(1, total: 3)) }
            try await store.read { reader in
                #expect(try reader.all(InvoiceLine.self).map(\.invoiceID) == [UUID(2), UUID(2)])
                #expect(try reader.all(LineMark.self).map(\.lineID) == [UUID(20)])
                let kinds = try reader.journal(of: nil, limit: 1)[0].changes.map(\.key.kind)
                #expect(kinds.sorted() == ["invoice", "invoiceLine", "invoiceLine"])
            }
            let history = History(guards: [])
            try await history.undo(in: store, .test("undo"))
            #expect(try await store.read { try $0.all(InvoiceLine.self).count } == 4)
            try await history.redo(in: store, .test("redo"))
            #expect(try await store.read { try $0.all(InvoiceLine.self).count } == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a change of a part counts for its owner`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write(.test()) { writer in
                for number in 1...2 { try writer.insert(invoice(number, total: 1)) }
                for number in 1...2 { try writer.insert(line(10 * number, of: number, 1)) }
            }
            try await store.write(.test("edit")) { writer in
                var dated = line(10, of: 1, 1)
                dated.day = CalendarDay(dayNumber: 20_000)
                try writer.update(line(10, of: 1, 1), to: dated)
            }
            try await store.read { reader in
                let versions = try [reader.version(of: basis(1, 2)), reader.version(of: basis(2, 2))]
                #expect(versions == [2, 1])
                #expect(try reader.changes(since: basis(1, 1)).map(\.change.key.kind) == ["invoiceLine"])
                #expect(try reader.changes(since: basis(2, 1)).isEmpty)
                #expect(try reader.journalHeads(of: EntityKey(Invoice.self, UUID(1)), from: nil, limit: 5).count == 2)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a write may break a whole in the middle, not at its end`(_ kind: StoreKind) async throws {
        var random = SeededGenerator(seed: 34)
        let rounds = (0..<(kind == .memory ? 700 : 150)).map { _ in
            (order: [0, 1, 2, 3].shuffled(using: &random), isMended: random.chance(1, in: 2))
        }
        try await kind.withStore { store in
            var total = 0
            try await store.write(.test()) { try $0.insert(invoice(1)) }
            for (number, round) in rounds.enumerated() {
                let (old, new) = (invoice(1, total: total), invoice(1, total: total + (round.isMended ? 6 : 7)))
                let revision = try await store.read { try $0.revision() }
                do {
                    try await store.write(.test("round \(number)")) { writer in
                        for step in round.order {
                            if step == 3 {
                                try writer.update(old, to: new)
                            } else {
                                try writer.insert(line(1000 + 3 * number + step, of: 1, step + 1))
                            }
                        }
                    }
                    #expect(round.isMended)
                    total += 6
                } catch is ValidationError {
                    #expect(!round.isMended)
                    #expect(try await store.read { try $0.revision() } == revision)
                }
            }
            // A deletion breaks it as well; an undo does not judge.
            let all = try await store.read { try $0.all(InvoiceLine.self) }
            #expect(all.count == total / 2)
            let first = try #require(all.first)
            await #expect(throws: ValidationError.self) { try await store.write(.test()) { try $0.delete(first) } }
            try await store.write(.test()) { writer in
                try writer.apply(.delete(Record(first)))
            }
            try await History(guards: []).undo(in: store, .test("undo"))
            #expect(try await store.read { try $0.all(InvoiceLine.self) } == all)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a whole that is known to be right is looked at again only where it changes`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let checks = Counter()
            let call = TestSupport.call(CalendarDay(dayNumber: 20_000))
            try await Invoice.$checks.withValue(checks) {
                try await store.write(call) { writer in
                    try writer.insert(invoice(1, total: 3), issuesOfWhole: []) { try writer.insert(line(11, of: 1, 3)) }
                }
            }
            #expect(checks.count == 0)
            let wrong = ValidationIssue(code: "sum", field: "total", message: "Wrong.")
            await #expect(throws: ValidationError.self) {
                try await store.write(call) { try $0.insert(invoice(2), issuesOfWhole: [wrong]) {} }
            }
            await #expect(throws: ValidationError.self) {
                try await store.write(call) { writer in
                    try writer.insert(invoice(2, total: 3), issuesOfWhole: []) { try writer.insert(line(12, of: 2, 3)) }
                    try writer.insert(line(13, of: 2, 1))
                }
            }
            // Parts that stand before their owner may be others than those that were looked at.
            await #expect(throws: ValidationError.self) {
                try await store.write(call) { writer in
                    try writer.insert(line(14, of: 3, 1))
                    try writer.insert(invoice(3, total: 3), issuesOfWhole: []) { try writer.insert(line(15, of: 3, 3)) }
                }
            }
            await #expect(throws: ValidationError.self) {
                try await store.write(call) { writer in
                    try writer.insert(invoice(4, total: 3), issuesOfWhole: []) { try writer.insert(line(16, of: 4, 3)) }
                    try writer.delete(line(16, of: 4, 3))
                }
            }
            await #expect(throws: StoreError.self) {
                try await store.write(call) { writer in
                    try writer.insert(invoice(5, total: 3), issuesOfWhole: []) { try writer.insert(line(17, of: 5, 3)) }
                    try writer.delete(invoice(5, total: 3))
                    try writer.insert(line(18, of: 5, 3))
                }
            }
            #expect(try await store.read { try $0.all(Invoice.self) } == [invoice(1, total: 3)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `however many parts are written, each owner is checked once`(_ kind: StoreKind) async throws {
        let count = kind == .memory ? 33_334 : 2_000
        let checks = Counter()
        try await kind.withStore { store in
            try await Invoice.$checks.withValue(checks) {
                try await store.write(.test()) { writer in
                    for number in 1...3 { try writer.insert(invoice(number, total: count)) }
                    for number in 0..<3 * count { try writer.insert(line(10 + number, of: 1 + number % 3, 1)) }
                }
            }
        }
        #expect(checks.count == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `a selection is what all are, filtered and sorted`(_ kind: StoreKind) async throws {
        var random = SeededGenerator(seed: 35)
        let lines = (0..<240).map { number in
            line(
                10 + number, of: 1 + number % 3, random.int(0...5),
                on: random.chance(1, in: 5) ? nil : CalendarDay(dayNumber: 20_000 + random.int(0...30)))
        }
        let trials = (0..<120).map { _ in
            (
                invoice: random.int(1...4), isRanged: random.chance(3, in: 4),
                bounds: (0...1).map { _ in random.chance(1, in: 3) ? nil : 19_995 + random.int(0...35) },
                isDescending: random.chance(1, in: 2),
                limit: random.chance(1, in: 3) ? nil : random.int(1...20)
            )
        }
        try await kind.withStore { store in
            try await store.write(.test()) { writer in
                for number in 1...3 {
                    let sum = lines.filter { $0.invoiceID == UUID(number) }.reduce(0) { $0 + $1.amount }
                    try writer.insert(invoice(number, total: sum))
                }
                for line in lines { try writer.insert(line) }
            }
            try await store.read { reader in
                for trial in trials {
                    let (from, through) = trial.isRanged ? (trial.bounds[0], trial.bounds[1]) : (nil, nil)
                    func cell(_ day: Int?) -> Cell? { day.map { .text("\(CalendarDay(dayNumber: $0))") } }
                    let selection = Selection(
                        where: "invoiceID", is: .text(UUID(trial.invoice).uuidString),
                        by: trial.isRanged ? "day" : nil, from: cell(from), through: cell(through),
                        isDescending: trial.isDescending, limit: trial.limit)
                    // An empty day is the least of all, and in no range.
                    var wanted = lines.filter { line in
                        line.invoiceID == UUID(trial.invoice)
                            && (from.map { (line.day?.dayNumber ?? 0) >= $0 } ?? true)
                            && (through.map { (line.day?.dayNumber ?? .max) <= $0 } ?? true)
                    }
                    wanted.sort { left, right in
                        let days = trial.isRanged ? (left.day?.dayNumber ?? 0, right.day?.dayNumber ?? 0) : (0, 0)
                        return (days.0, left.amount, left.id.uuidString) < (days.1, right.amount, right.id.uuidString)
                    }
                    if trial.isDescending { wanted.reverse() }
                    var found: [InvoiceLine] = []
                    var page = selection
                    while true {
                        let next = try reader.all(InvoiceLine.self, page)
                        if let limit = trial.limit { #expect(next.count <= limit) }
                        found += next
                        guard let last = next.last, trial.limit != nil else { break }
                        page = selection.after(last)
                    }
                    #expect(found == wanted, "\(trial)")
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the newest part of an owner is one selection`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let invoice = Invoice(id: UUID(1), number: "R1", total: 3)
            let days = [20_001, 20_009, 20_004].map(CalendarDay.init(dayNumber:))
            try await store.write(.test()) { writer in
                try writer.insert(invoice)
                for (number, day) in days.enumerated() { try writer.insert(line(10 + number, of: 1, 1, on: day)) }
            }
            let newest = try await store.read { reader in
                let newest = Selection(
                    where: "invoiceID", is: .text(invoice.id.uuidString), by: "day", isDescending: true, limit: 1)
                let line = try reader.all(InvoiceLine.self, newest).first
                return line?.day
            }
            #expect(newest == days[1])
        }
    }
}
