public import Persistence
public import Values

import struct Foundation.UUID

/// Holdings, herds, their events and prices: what can be done with them.
public struct LivestockService: Sendable {
    let store: any Store
    let settings: LivestockSettings

    /// A service over a store.
    public init(store: any Store, settings: LivestockSettings = LivestockSettings()) {
        self.store = store
        self.settings = settings
    }

    /// Refuses what the role does not allow, at one place (H18).
    func require(_ role: LivestockRole) throws(LivestockError) { try settings.currentRole.require(role) }
}

extension RequestReader {
    /// The value that a text stands for; nil where none is given or it is wrong.
    mutating func read<Value>(_ field: String, _ text: String?, _ body: (String) throws -> Value) throws -> Value? {
        guard let text else { return nil }
        return try read(field) { try body(text) }
    }

    /// One of the choices of a type, by its name.
    mutating func choice<Choice: ColumnChoice & CaseIterable>(
        _ field: String, _ text: String?, _ type: Choice.Type
    ) throws -> Choice? {
        try read(field, text) { text in
            guard let choice = Choice(rawValue: text) else {
                throw LivestockError.notAChoice(text, known: Choice.allCases.map(\.rawValue))
            }
            return choice
        }
    }

    /// A number of head.
    mutating func head(_ field: String, _ text: String?, least: Int = 1) throws -> Int? {
        try read(field, text) { text in
            guard text.utf8.count <= 8, let head = Int(text), (least...HerdEvent.mostHead).contains(head),
                text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { throw LivestockError.notAHead(text) }
            return head
        }
    }

    /// The day of an event, the call's where none is given; a later one than the present day is refused.
    mutating func eventDay(_ text: String?, _ call: Call) throws -> CalendarDay {
        let day = try read("date", text) { text in
            let day = try CalendarDay(text)
            guard day <= call.day else { throw LivestockError.dayInFuture(day) }
            return day
        }
        return day ?? min(call.today, call.day)
    }

    /// Changes an optional field to a text: an empty one takes it away, none leaves it.
    mutating func change<Value>(
        _ field: String, _ text: String?, _ value: inout Value?, _ body: (String) throws -> Value
    ) throws {
        guard let text else { return }
        if text.isEmpty { value = nil } else if let new = try read(field, text, body) { value = new }
    }
}

extension Warning {
    /// A saleyard that is neither known nor added, which may be misspelt.
    static func unknownSaleyard(_ name: String?, in reader: any EntityReader) throws -> Warning? {
        guard let name, !name.isEmpty, try !reader.knowsSaleyard(name) else { return nil }
        return Warning(
            code: "unknownSaleyard",
            message: "The saleyard '\(name.printable)' is not known: prices count for it that name it in the same way.",
            remedy: .addSaleyard(name))
    }
}

extension EntityReader {
    func knowsSaleyard(_ name: String) throws -> Bool {
        if ReferenceSaleyard.named(name) != nil { return true }
        return try all(Saleyard.self).contains { $0.name.word == name.word }
    }

    /// The states of all saleyards by their names: those that are known, and those that were added.
    func saleyardStates() throws -> [String: String] {
        var states = ReferenceSaleyard.states
        for yard in try all(Saleyard.self) { if let state = yard.state { states[yard.name.word] = state } }
        return states
    }
}

extension Remedy {
    /// Add a saleyard.
    public static func addSaleyard(_ name: String) -> Remedy { Remedy("livestock.addSaleyard", ["name": name]) }
}
