import FileFormats
import Foundation
import HTTPNetworking
import Portfolio
import Values

/// Reads the answer of a source: JSON by paths, or CSV by titles. What cannot be read in one way alone is refused.
struct PriceReading {
    let source: PriceSource
    let wanted: PriceRequest.Wanted
    let call: Call
    /// The day on which the answer was read, through which adjusted prices are adjusted.
    let readOn: CalendarDay

    /// Why an answer, or a price of it, cannot be used: a part of a sentence, without secrets.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private struct Entry {
        let date: Cell
        let price: Cell
        let currency: String?
    }

    private enum Cell {
        case text(String)
        case number(String)
        case nothing
    }

    /// The prices of a body.
    ///
    /// - Throws: ``Refusal``.
    func answer(_ body: Data, _ redactor: Redactor) throws(Refusal) -> PriceAnswer {
        var bytes = Array(body)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        func unreadable(_ reason: String) -> Refusal {
            let excerpt = redactor.excerpt(body)
            return Refusal(description: reason + (excerpt.isEmpty ? " (it is empty)" : " (it begins with: \(excerpt))"))
        }
        if first == UInt8(ascii: "<") { throw unreadable("the answer is a page, not prices") }
        let entries: [Entry]
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        var usual: DecimalMark? = .point
        if isJSON {
            guard let json = LosslessJSON(Data(bytes)) else { throw unreadable("the answer is no JSON") }
            entries = try self.entries(json)
        } else {
            guard let table = Self.table(bytes) else { throw unreadable("the answer is no table") }
            if table.delimiter == UInt8(ascii: ";") { usual = nil }
            do { entries = try self.entries(table.rows) } catch { throw unreadable(error.description) }
        }
        return try prices(entries, usual)
    }

    // MARK: - JSON

    private func entries(_ json: LosslessJSON) throws(Refusal) -> [Entry] {
        let (datePath, pricePath) = (JSONPath(source.date), JSONPath(source.price))
        let dates = datePath.values(in: json, names: true)
        let prices = pricePath.values(in: json, names: false)
        if dates.isEmpty { throw Refusal(description: "nothing stands at '\(source.date)'") }
        if prices.isEmpty { throw Refusal(description: "nothing stands at '\(source.price)'") }
        if datePath.list != pricePath.list, dates.count != prices.count {
            throw Refusal(description: "it has \(dates.count) days and \(prices.count) prices")
        }
        let currencies = source.currency.flatMap {
            Self.code($0) == nil ? JSONPath($0).values(in: json, names: false) : nil
        }
        if let currencies, currencies.isEmpty {
            throw Refusal(description: "nothing stands at '\(source.currency ?? "")'")
        }
        let byPlace = Dictionary(prices.map { ($0.place, $0.value) }, uniquingKeysWith: { first, _ in first })
        let codes = currencies.map { found in
            Dictionary(found.map { ($0.place, $0.value.string ?? "") }, uniquingKeysWith: { first, _ in first })
        }
        return dates.map { date in
            let currency = codes.map { $0[date.place] ?? ($0.count == 1 ? $0[[]] : nil) ?? "" }
            return Entry(
                date: Self.cell(date.value), price: byPlace[date.place].map(Self.cell) ?? .nothing,
                currency: currency ?? source.currency)
        }
    }

    private static func cell(_ value: LosslessJSON) -> Cell {
        switch value {
        case .string(let text): .text(text)
        case .number(let text): .number(text)
        case .null: .nothing
        default: .text(value.shown)
        }
    }

    // MARK: - CSV

    private static func table(_ bytes: [UInt8]) -> (rows: [CSVReader.Row], delimiter: UInt8)? {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        let marks: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        guard
            let delimiter = marks.max(by: { left, right in line.count { $0 == left } < line.count { $0 == right } }),
            let rows = try? CSVReader.rows(of: bytes, delimiter: delimiter), !rows.isEmpty
        else { return nil }
        return (rows, delimiter)
    }

    private func entries(_ rows: [CSVReader.Row]) throws(Refusal) -> [Entry] {
        let titles = rows.first?.cells.map(\.trimmedName) ?? []
        func place(_ title: String) throws(Refusal) -> Int {
            let places = titles.indices.filter { titles[$0] == title }
            guard let place = places.first else { throw Refusal(description: "it has no column '\(title)'") }
            guard places.count == 1 else { throw Refusal(description: "it has several columns '\(title)'") }
            return place
        }
        let (date, price) = (try place(source.date), try place(source.price))
        var currency: Int?
        if let text = source.currency, Self.code(text) == nil { currency = try place(text) }
        var entries: [Entry] = []
        for row in rows.dropFirst() {
            // A row that was moved by a mark too many would give the number of another column.
            guard row.cells.count == titles.count else {
                throw Refusal(
                    description: "line \(row.line) has \(row.cells.count) columns where the titles are \(titles.count)")
            }
            func cell(_ index: Int) -> Cell {
                let text = row.cells[index].trimmedName
                return text.isEmpty ? .nothing : .text(text)
            }
            entries.append(
                Entry(
                    date: cell(date), price: cell(price),
                    currency: currency.map { row.cells[$0].trimmedName } ?? source.currency))
        }
        return entries
    }

    // MARK: - Days and prices

    /// Words for a day without a price.
    private static let noPrice: Set<String> = ["", "-", ".", "n/a", "n/d", "na", "nan", "nd", "null", "none"]

    private func prices(_ entries: [Entry], _ usual: DecimalMark?) throws(Refusal) -> PriceAnswer {
        let priced = entries.filter {
            switch $0.price {
            case .nothing: false
            case .number: true
            case .text(let text): !Self.noPrice.contains(text.lowercased())
            }
        }
        let (days, numbers) = (try days(priced.map(\.date)), try numbers(priced.map(\.price), usual))
        var answer = PriceAnswer()
        for (index, entry) in priced.enumerated() {
            guard let day = days[index] else {
                answer.gaps.append(gap("\(shown(entry.date)) is no day"))
                continue
            }
            // Gaps of other days do not matter.
            guard day.day >= wanted.from else { continue }
            guard let number = numbers[index] else {
                answer.gaps.append(gap("\(shown(entry.price)) is no price of \(day.day)"))
                continue
            }
            guard let price = PriceText.money(number, entry.currency ?? wanted.currency.code, wanted.currency) else {
                let code = (entry.currency ?? "").printable
                answer.gaps.append(gap("the price of \(day.day) is in '\(code.prefix(20))', not in \(wanted.currency)"))
                continue
            }
            answer.prices.append(
                ProvidedPrice(
                    instrumentID: wanted.id, day: day.day, price: price,
                    adjustedThrough: source.isAdjusted ? readOn : nil, instant: day.instant, source: source.name))
        }
        return answer
    }

    private func gap(_ reason: String) -> PriceGap { PriceGap(wanted.id, "\(source.name): \(reason)", isOfDay: true) }

    private func shown(_ cell: Cell) -> String {
        switch cell {
        case .text(let text), .number(let text): "'\(String(text.printable.prefix(40)))'"
        case .nothing: "nothing"
        }
    }

    private func days(_ cells: [Cell]) throws(Refusal) -> [(day: CalendarDay, instant: Date?)?] {
        let texts = cells.map { if case .text(let text) = $0 { text } else { "" } }
        let read: [CalendarDay?]
        do {
            read = try ColumnTexts.days(texts, DateContext(today: call.day))
        } catch {
            throw Refusal(description: "its days can be read in two ways")
        }
        return zip(cells, read).map { cell, day -> (day: CalendarDay, instant: Date?)? in
            switch cell {
            case .number(let text): return Self.day(ofEpoch: text)
            case .text(let text): return day.map { ($0, InstantText.written(text)) }
            case .nothing: return nil
            }
        }
    }

    /// The day in UTC of seconds or milliseconds since 1970.
    private static func day(ofEpoch text: String) -> (day: CalendarDay, instant: Date?)? {
        guard let value = try? Ratio(decimal: text), let seconds = Int(value.decimalString(places: 0, rounding: .down)),
            // Smaller numbers are years, or days as 20260413.
            abs(seconds) >= 100_000_000
        else { return nil }
        let whole = abs(seconds) >= 100_000_000_000 ? seconds / 1000 : seconds
        guard whole < 100_000_000_000 else { return nil }
        let instant = Date(timeIntervalSince1970: Double(whole))
        return (CalendarDay(utc: instant), instant)
    }

    private func numbers(_ cells: [Cell], _ usual: DecimalMark?) throws(Refusal) -> [String?] {
        let texts = cells.map { if case .text(let text) = $0 { text } else { "" } }
        let read: [String?]
        do {
            read = try ColumnTexts.numbers(texts, usual: usual)
        } catch {
            throw Refusal(description: "its prices can be read in two ways")
        }
        return zip(cells, read).map { cell, text in
            if case .number(let number) = cell { PriceText.digits(number) } else { text }
        }
    }

    /// A code of a currency that stands in the table itself; nil for a path or a title.
    private static func code(_ text: String) -> String? {
        if Currency.whole(ofSubunit: text) != nil { return text }
        return text == text.uppercased() && (try? Currency(code: text)) != nil ? text : nil
    }
}
