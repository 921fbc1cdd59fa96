/// A table of figures. Where it is wider than its place it scrolls by itself, also by keyboard.
public struct DataTable: Sendable {
    /// One column.
    public struct Column: Sendable {
        let title: String
        let isNumeric: Bool

        /// A column of texts.
        public static func text(_ title: String) -> Column { Column(title: title, isNumeric: false) }
        /// A column of numbers.
        public static func number(_ title: String) -> Column { Column(title: title, isNumeric: true) }
    }

    private let caption: String
    private let columns: [Column]
    private var rows: [(key: String?, cells: [HTML])] = []
    private var totals: [HTML]?
    private let name: String

    /// A table.
    ///
    /// - Parameters:
    ///   - caption: what it shows.
    ///   - class: a class beside that of tables of figures.
    public init(_ caption: String, _ columns: [Column], class name: String? = nil) {
        self.caption = caption
        self.columns = columns
        self.name = name.map { "data \($0)" } ?? "data"
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { rows.isEmpty }

    /// Adds a row, whose first cell is its heading.
    ///
    /// - Parameter key: by which the row is known while the page is open.
    public mutating func add(_ cells: [HTML], key: String? = nil) { rows.append((key, cells)) }

    /// Sets the row of totals.
    public mutating func total(_ cells: [HTML]) { totals = cells }

    /// The table.
    public var html: HTML {
        // On narrow cards rows become blocks of names and values; the roles keep them a table for screen readers all the same.
        func cell(_ index: Int, _ content: HTML) -> HTML {
            let number: [HTML.Attribute] = columns[index].isNumeric ? [.class("num")] : []
            guard index > 0 else {
                return HTML("th", [.init("scope", "row"), .init("role", "rowheader")] + number, [content])
            }
            // What has no words has no name either.
            let label: [HTML.Attribute] =
                content.text.isEmpty ? [] : [.init("data-label", columns[index].title)]
            return HTML("td", [.init("role", "cell")] + number + label, [content])
        }
        func row(_ cells: [HTML], _ key: String? = nil) -> HTML {
            HTML(
                "tr", [.init("role", "row")] + (key.map { [.init("data-key", $0)] } ?? []),
                cells.enumerated().map { cell($0, $1) })
        }
        let head = HTML(
            "tr", [.init("role", "row")],
            columns.map { column in
                // A heading without words is none.
                if column.title.isEmpty { return HTML("td", [.init("role", "cell")]) }
                return HTML(
                    "th",
                    [.init("scope", "col"), .init("role", "columnheader")] + (column.isNumeric ? [.class("num")] : []),
                    text: column.title)
            })
        let foot = totals.map { [HTML("tfoot", [.init("role", "rowgroup")], [row($0)])] } ?? []
        return HTML(
            "div",
            [
                .class("table-region"), .init("role", "region"), .init("tabindex", "0"),
                .init("aria-label", "\(caption): table"),
            ],
            [
                HTML(
                    "table", [.class(columns.count > 2 ? "\(name) blocks" : name), .init("role", "table")],
                    [
                        HTML("caption", text: caption), HTML("thead", [.init("role", "rowgroup")], [head]),
                        HTML("tbody", [.init("role", "rowgroup")], rows.map { row($0.cells, $0.key) }),
                    ] + foot)
            ])
    }
}
