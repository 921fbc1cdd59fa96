import Persistence
public import Values

import struct Foundation.UUID

/// A herd with its holding and its state on a day.
public struct KnownHerd: Sendable, Hashable {
    /// The herd.
    public let herd: Herd
    /// Its holding.
    public let holding: Holding
    /// Its state.
    public let state: HerdState
}

extension LivestockService {
    /// Adds a herd, with the head, weight, gain, offspring and price that it has on a day, in one transaction.
    ///
    /// - Throws: ``LivestockError``, `LookupError`, `RequestError`, `StoreError`.
    public func addHerd(_ fields: HerdFields, _ call: Call) async throws -> Outcome<KnownHerd> {
        try require(.owner)
        let call = try await store.stamped(call)
        return try await store.write(call) { writer in
            try writer.insertHerd(fields, in: writer.holding(named: fields.holding), call, settings.assumptions)
        }
    }

    /// Adds a first herd, with its holding where there is none, in one transaction.
    ///
    /// - Throws: ``LivestockError``, `LookupError`, `RequestError`, `StoreError`.
    public func begin(
        _ holding: HoldingFields?, _ herd: HerdFields, _ call: Call
    ) async throws -> Outcome<KnownHerd> {
        try require(.owner)
        let call = try await store.stamped(call)
        return try await store.write(call) { writer in
            let place = try holding.map { try writer.insertHolding($0) } ?? writer.holding(named: herd.holding)
            return try writer.insertHerd(herd, in: place, call, settings.assumptions)
        }
    }

    /// Changes a herd, not its species. A price is entered beside earlier ones.
    ///
    /// - Throws: ``LivestockError``, `LookupError`, `RequestError`, `StoreError`.
    public func editHerd(_ name: String, _ fields: HerdFields, _ call: Call) async throws -> Outcome<KnownHerd> {
        try require(.owner)
        let call = try await store.stamped(call)
        return try await store.write(call) { writer in
            let old = try writer.find(Herd.self, named: name)
            var (herd, reader) = (old, RequestReader())
            var holding = try writer.holding(named: old.holdingID.uuidString)
            if let other = fields.holding {
                let target = try writer.find(Holding.self, named: other)
                guard target.currency == holding.currency else {
                    throw LivestockError.currencyMismatch(
                        target.name, target.currency, expected: holding.currency)
                }
                herd.holdingID = target.id
                holding = target
            }
            try fields.enter(into: &herd, &reader)
            let day = try reader.eventDay(fields.date, call)
            let price = try fields.ownPrice(of: herd, in: holding, on: day, call, &reader)
            try reader.check()
            guard herd != old || price != nil else { throw LivestockError.nothingToChange }
            if herd.name != old.name { try writer.checkNameIsFree(herd) }
            if herd != old { try writer.update(old, to: herd) }
            if let price { try writer.insert(price) }
            try herd.checkBook(in: writer)
            return Outcome(
                try writer.known(herd, on: call.today),
                warnings: try writer.warnings(of: herd, as: fields, price, nil, call, settings.assumptions))
        }
    }

    /// Deletes a herd with its events and own prices. One that shares events with others stays, for their head would change.
    ///
    /// - Returns: the herd, and how many events went with it.
    /// - Throws: ``LivestockError``, `LookupError`, `StoreError`.
    public func deleteHerd(_ name: String, _ call: Call) async throws -> Outcome<(herd: Herd, events: Int)> {
        try require(.owner)
        return Outcome(
            try await store.write(call) { writer in
                let herd = try writer.find(Herd.self, named: name)
                let events = try writer.events(of: herd.id)
                let others = Set(events.flatMap { [$0.event.herdID, $0.event.otherID].compactMap(\.self) })
                let names = try others.filter { $0 != herd.id }.compactMap { try writer.find(Herd.self, $0)?.name }
                guard names.isEmpty else { throw LivestockError.movedHead(herd: herd.name, others: names.sorted()) }
                for price in try writer.all(LivestockPrice.self, where: "herdID", is: herd.id) {
                    try writer.delete(price)
                }
                for (event, _) in events { try writer.delete(event) }
                try writer.delete(herd)
                return (herd, events.count)
            })
    }
}

extension StoreWriter {
    /// Adds a herd with the events by which it begins and its own price.
    ///
    /// - Throws: ``LivestockError``, `RequestError`, `StoreError`.
    fileprivate func insertHerd(
        _ fields: HerdFields, in holding: Holding, _ call: Call, _ assumptions: ValuationAssumptions
    ) throws -> Outcome<KnownHerd> {
        let new = try fields.newHerd(in: holding, call)
        let herd = new.herd
        try checkNameIsFree(herd)
        try insert(herd)
        for event in new.events { try insert(event) }
        if let price = new.price { try insert(price) }
        return Outcome(
            try known(herd, on: call.today),
            warnings: try warnings(of: herd, as: fields, new.price, new.events.first?.weight, call, assumptions))
    }
}

extension HerdFields {
    /// A new herd of a holding, with the events by which it begins and its own price.
    ///
    /// - Throws: `RequestError`.
    func newHerd(
        in holding: Holding, _ call: Call
    ) throws -> (herd: Herd, events: [HerdEvent], price: LivestockPrice?) {
        var reader = RequestReader()
        let species = try reader.choice("species", self.species ?? "", Species.self)
        var herd = Herd(id: UUID(), holdingID: holding.id, name: "", species: species ?? .cattle, category: "")
        try enter(into: &herd, &reader)
        let day = try reader.eventDay(date, call)
        let events = try firstEvents(of: herd.id, on: day, call, &reader)
        let price = try ownPrice(of: herd, in: holding, on: day, call, &reader)
        try reader.check()
        return (herd, events, price)
    }

    /// The events by which a herd begins.
    fileprivate func firstEvents(
        of herd: UUID, on day: CalendarDay, _ call: Call, _ reader: inout RequestReader
    ) throws -> [HerdEvent] {
        let kilograms = try reader.read("weight", weight) { try Kilograms(weight: $0) }
        let daily = try reader.read("gain", gain) { try Kilograms(gain: $0) }
        var events: [HerdEvent] = []
        if let count = try reader.head("head", head) {
            let groups = try reader.offspring(offspring, born: born)
            events.append(
                HerdEvent(
                    id: UUID(), herdID: herd, day: day, entered: call.now, kind: .opening, head: count,
                    weight: kilograms, offspring: groups))
        } else if weight != nil || offspring != nil || born != nil {
            let missing = ValidationIssue(
                code: "required", field: "head", message: "A weight and offspring need a number of head.")
            if head == nil { reader.add([missing]) }
        }
        if let daily {
            events.append(
                HerdEvent(
                    id: UUID(), herdID: herd, day: day, entered: call.now, position: 1, kind: .gain, gain: daily))
        }
        return events
    }

    /// The herd's own price; nil where none is given.
    fileprivate func ownPrice(
        of herd: Herd, in holding: Holding, on day: CalendarDay, _ call: Call, _ reader: inout RequestReader
    ) throws -> LivestockPrice? {
        guard let entered = try reader.read("price", price, { try EnteredPrice($0, holding.currency) }) else {
            return nil
        }
        return LivestockPrice(
            herdID: herd.id, level: .own, species: herd.species, category: herd.category, basis: entered.basis,
            price: entered.price, day: day, entered: call.now.wholeMilliseconds)
    }
}

extension RequestReader {
    /// Offspring that come with head: how many, and when they were born.
    ///
    /// - Parameter old: those that a correction is of: a part that is not said stays as it is.
    mutating func offspring(
        _ text: String?, born: String?, instead old: [OffspringGroup] = []
    ) throws -> [OffspringGroup] {
        guard text != nil || born != nil else { return old }
        guard old.count < 2 else {
            let message = "The offspring are of several days: delete the event, and enter them as they are."
            add([ValidationIssue(code: "severalGroups", field: "offspring", message: message)])
            return old
        }
        let count = try head("offspring", text) ?? old.first?.head
        let day = try read("born", born) { try CalendarDay($0) } ?? old.first?.born
        if count == nil, text == nil {
            let message = "Say how many offspring were born on that day."
            add([ValidationIssue(code: "required", field: "offspring", message: message)])
        } else if day == nil, born == nil {
            let message = "Say on which day the offspring were born."
            add([ValidationIssue(code: "required", field: "born", message: message)])
        }
        guard let count, let day else { return old }
        return [OffspringGroup(born: day, head: count, birthWeight: old.first?.birthWeight, gain: old.first?.gain)]
    }
}

extension StoreReader {
    /// The holding that a name means; the only one where none is named.
    func holding(named name: String?) throws -> Holding {
        if let name { return try find(Holding.self, named: name) }
        let all = try all(Holding.self)
        guard let only = all.first, all.count == 1 else { throw LivestockError.holdingNeeded }
        return only
    }

    /// A herd with its holding and its state on a day.
    func known(_ herd: Herd, on day: CalendarDay) throws -> KnownHerd {
        var book = try book(for: [herd])
        try book.advance(to: day)
        return KnownHerd(
            herd: herd, holding: try holding(named: herd.holdingID.uuidString),
            state: book.states[herd.id] ?? HerdState(herd.species, name: herd.name))
    }

    /// The book of some herds, and of those that head came to them from, however far back.
    func book(for herds: [Herd]) throws -> HerdsBook {
        var known = Dictionary(herds.map { ($0.id, $0) }) { first, _ in first }
        var open = herds.map(\.id)
        var events: [UUID: HerdEvent] = [:]
        while let id = open.popLast() {
            for (event, _) in try self.events(of: id) {
                events[event.id] = event
                if known[event.herdID] == nil, let giver = try find(Herd.self, event.herdID) {
                    known[giver.id] = giver
                    open.append(giver.id)
                }
            }
        }
        return HerdsBook(Array(known.values), Array(events.values))
    }
}
