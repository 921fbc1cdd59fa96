import Persistence
public import Values

public import struct Foundation.UUID

/// An event that was entered, with the states of its herds as they are afterwards.
public struct EnteredEvent: Sendable {
    /// The event.
    public let event: HerdEvent
    /// Its herd.
    public let herd: KnownHerd
    /// The herd that head came to; nil for none.
    public let other: KnownHerd?
    /// The count of a muster beside the book; nil for other events.
    public let muster: HerdState.Muster?
}

extension LivestockService {
    /// Enters an event.
    ///
    /// - Throws: ``LivestockError``, `LookupError`, `RequestError`, `StoreError`.
    public func enter(_ request: EventRequest, _ call: Call) async throws -> Outcome<EnteredEvent> {
        try require(.manager)
        let call = try await store.stamped(call)
        return try await store.write(call) { writer in
            let herd = try writer.find(Herd.self, named: request.herd)
            let holding = try writer.holding(named: herd.holdingID.uuidString)
            let other = try request.to.map { try writer.find(Herd.self, named: $0) }
            var reader = RequestReader()
            var day = try reader.eventDay(request.date, call)
            if request.kind == .join, request.date == nil, let start = request.start.flatMap({ try? CalendarDay($0) }) {
                day = try writer.joiningDay(of: herd, start: start, call)
            }
            var event = HerdEvent(
                id: UUID(), herdID: herd.id, otherID: other?.id, day: day, entered: call.now, kind: request.kind)
            try request.enter(into: &event, of: herd, holding.currency, &reader)
            try reader.check()
            try event.check(herd, other, in: writer)
            try writer.insert(event)
            try herd.checkBook(in: writer)
            try other?.checkBook(in: writer)
            return try writer.entered(event, herd, other, call)
        }
    }

    /// Corrects an event. It keeps its id, its kind and its place in the order of entry.
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LivestockError``, `LookupError`, `RequestError`, `StoreError`.
    public func correct(_ id: String, _ request: EventRequest, _ call: Call) async throws -> Outcome<EnteredEvent> {
        try require(.manager)
        return try await store.write(call) { writer in
            let old = try writer.find(HerdEvent.self, named: id)
            let (herd, other) = try writer.herds(of: old)
            let holding = try writer.holding(named: herd.holdingID.uuidString)
            var (event, reader) = (old, RequestReader())
            if request.date != nil { event.day = try reader.eventDay(request.date, call) }
            try request.enter(into: &event, of: herd, holding.currency, &reader)
            try reader.check()
            guard event != old else { throw LivestockError.nothingToChange }
            try event.check(herd, other, in: writer)
            try writer.update(old, to: event)
            try herd.checkBook(in: writer)
            try other?.checkBook(in: writer)
            return try writer.entered(event, herd, other, call)
        }
    }

    /// Takes an event away.
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LivestockError``, `LookupError`, `StoreError`.
    public func deleteEvent(_ id: String, _ call: Call) async throws -> Outcome<EnteredEvent> {
        try require(.manager)
        return try await store.write(call) { writer in
            let event = try writer.find(HerdEvent.self, named: id)
            let (herd, other) = try writer.herds(of: event)
            try writer.delete(event)
            try herd.checkBook(in: writer)
            try other?.checkBook(in: writer)
            return try writer.entered(event, herd, other, call, isDeleted: true)
        }
    }

    /// The events of a herd, or all, in the order of the book, with the herds that they belong to.
    ///
    /// - Throws: ``LivestockError``, `LookupError`, `StoreError`.
    public func events(
        of name: String?, from first: CalendarDay? = nil, to last: CalendarDay? = nil, _ call: Call
    ) async throws -> Outcome<(events: [HerdEvent], herds: [UUID: Herd])> {
        try LivestockError.checkPeriod(from: first, to: last)
        let last = last ?? (call.isForToday ? nil : call.today)
        return Outcome(
            try await store.read { reader in
                let herds = try reader.all(Herd.self)
                let events: [HerdEvent]
                if let name {
                    events = try reader.events(of: herds.find(named: name).id).map(\.event)
                } else {
                    events = try reader.all(HerdEvent.self)
                }
                let wanted = events.filter { event in
                    first.map { event.day >= $0 } ?? true && last.map { event.day <= $0 } ?? true
                }
                return (wanted, Dictionary(herds.map { ($0.id, $0) }) { first, _ in first })
            })
    }
}

extension HerdEvent {
    /// Refuses what a herd does not allow, before the store does.
    fileprivate func check(_ herd: Herd, _ other: Herd?, in reader: any EntityReader) throws {
        if let other {
            if other.id == herd.id { throw LivestockError.sameHerd(herd.name) }
            if other.species != herd.species {
                throw LivestockError.speciesDiffers(herd: herd.name, other: other.name)
            }
        }
        if let error = RequestError(try issues(in: reader)) { throw error }
    }
}

extension RequestError {
    /// The refusal of a value with issues; nil for none.
    fileprivate init?(_ issues: [ValidationIssue]) {
        var reader = RequestReader()
        reader.add(issues)
        do throws(RequestError) {
            try reader.check()
            return nil
        } catch {
            self = error
        }
    }
}

extension StoreReader {
    /// The herds of an event.
    fileprivate func herds(of event: HerdEvent) throws -> (Herd, Herd?) {
        (
            try find(Herd.self, named: event.herdID.uuidString),
            try event.otherID.map { try find(Herd.self, named: $0.uuidString) }
        )
    }

    /// The day from which a joining counts where none is given: its start, or the first day on which the herd has head, at most today.
    fileprivate func joiningDay(of herd: Herd, start: CalendarDay, _ call: Call) throws -> CalendarDay {
        let first = try events(of: herd.id).first { event, isReceived in isReceived || event.kind.isArrival }
        return min(max(start, first?.event.day ?? start), call.today)
    }

    /// An event with the states of its herd as far as head is counted: just before and after it.
    private func change(by event: HerdEvent, _ herd: Herd) throws -> EnteredChange? {
        var state = HerdState(herd.species, name: herd.name, isMale: herd.isMale)
        for (each, isReceived) in try events(of: herd.id) {
            let before = state
            try state.apply(isReceived ? each.arrivalToCount : each.departure)
            if each.id == event.id { return EnteredChange(event: event, herd: herd, before: before, after: state) }
        }
        return nil
    }

    /// An event with the states of its herds, and what the reader should know.
    fileprivate func entered(
        _ event: HerdEvent, _ herd: Herd, _ other: Herd?, _ call: Call, isDeleted: Bool = false
    ) throws -> Outcome<EnteredEvent> {
        let day = max(call.today, event.day)
        let known = try known(herd, on: day)
        var muster: HerdState.Muster?
        var warnings: [Warning] = []
        if !isDeleted, let effect = try change(by: event, herd) {
            if event.kind == .muster { muster = effect.after.muster }
            warnings += effect.breedingWarnings(other) + effect.unusualNumbers(other)
        }
        if let muster, muster.difference != 0, !muster.isAdopted {
            warnings.append(
                Warning(
                    code: "musterDiffers",
                    message: "\(muster.counted) head of '\(herd.name)' were counted, and the book has \(muster.book).",
                    remedy: .adoptMuster(herd.name, muster.counted)))
        }
        return Outcome(
            EnteredEvent(
                event: event, herd: known, other: try other.map { try self.known($0, on: day) }, muster: muster),
            warnings: warnings)
    }
}

extension Remedy {
    /// Adopt the count of a muster.
    public static func adoptMuster(_ name: String, _ counted: Int) -> Remedy {
        Remedy("livestock.adoptMuster", ["name": name, "counted": "\(counted)"])
    }
}
