import Values

/// The flows of one kind, by month and by the node of a tree that they belong to.
struct FlowTotal {
    /// A node of the tree. The first is the root, whose own flows are those without a name.
    private struct Node {
        let path: [String]
        /// The node above; the root's is itself.
        let parent: Int
        var children: [Int] = []
        /// Own flows, in all months.
        var count = 0
        /// Those of them that could not be converted.
        var missing = 0
        /// Their sums by month, and by currency and day.
        var sums: [CalendarMonth: [CurrencyDay: Money]] = [:]
    }

    private var nodes = [Node(path: [], parent: 0)]
    private var places: [[String]: Int] = [[]: 0]

    /// Takes in a flow that can be converted.
    mutating func add(_ flow: Flow, at place: CurrencyDay, by grouping: FlowReport.Grouping) throws(MoneyError) {
        let node = node(at: grouping.path(of: flow))
        nodes[node].count += 1
        let month = flow.day.month
        let sum = nodes[node].sums[month]?[place] ?? .zero(flow.amount.currency)
        nodes[node].sums[month, default: [:]][place] = try sum.adding(flow.amount)
    }

    /// Takes in a flow that cannot be converted: it is counted, and adds nothing.
    mutating func add(missing flow: Flow, by grouping: FlowReport.Grouping) {
        let node = node(at: grouping.path(of: flow))
        nodes[node].count += 1
        nodes[node].missing += 1
    }

    private mutating func node(at path: [String]) -> Int {
        if let known = places[path] { return known }
        let parent = node(at: path.dropLast())
        nodes.append(Node(path: path, parent: parent))
        let index = nodes.count - 1
        places[path] = index
        nodes[parent].children.append(index)
        return index
    }

    /// The flows in whole units, month by month.
    ///
    /// - Parameters:
    ///   - isSpent: whether amounts count without their minus.
    ///   - factor: the rate of a currency on a day.
    func divided(
        in display: Currency, isSpent: Bool, factor: (CurrencyDay) -> Ratio
    ) throws(MoneyError) -> Divided {
        var divided = Divided(count: nodes.count)
        divided.nodes = nodes.map { ($0.path, $0.count, $0.missing, $0.children) }
        for index in nodes.indices {
            divided.nodes[index].children.sort {
                nodes[$0].path.last?.utf8 ?? "".utf8 < nodes[$1].path.last?.utf8 ?? "".utf8
            }
        }
        var ranks = [Int](repeating: 0, count: nodes.count)
        for node in divided.nodes { for (rank, child) in node.children.enumerated() { ranks[child] = rank } }
        // Nodes without a flow in a month have no part in it.
        for (month, active) in months {
            var own: [Int: Ratio] = [:]
            for index in active {
                let sum = (nodes[index].sums[month] ?? [:]).reduce(Ratio.zero) { sum, part in
                    sum + part.value.ratio * factor(part.key)
                }.minorUnits(of: display)
                own[index] = isSpent ? Ratio.zero - sum : sum
            }
            var whole = own
            var children: [Int: [Int]] = [:]
            // Nodes stand behind their parents.
            for index in active.reversed() where index > 0 {
                let parent = nodes[index].parent
                whole[parent, default: .zero] = whole[parent, default: .zero] + whole[index, default: .zero]
                children[parent, default: []].append(index)
            }
            guard let total = whole[0, default: .zero].rounded(.halfEven) else { throw .tooLarge(display) }
            divided.months[month] = total
            var units = [0: total]
            for index in active {
                let all = units[index] ?? 0
                divided.whole[index] += all
                guard let below = children[index]?.sorted(by: { ranks[$0] < ranks[$1] }) else {
                    divided.own[index] += all
                    continue
                }
                let parts = Apportionment.divide(
                    all, among: [own[index, default: .zero]] + below.map { whole[$0, default: .zero] })
                divided.own[index] += parts[0]
                for (child, part) in zip(below, parts.dropFirst()) { units[child] = part }
            }
        }
        return divided
    }

    /// The nodes with flows in each month, with those above them, in their order.
    private var months: [(CalendarMonth, [Int])] {
        var found: [CalendarMonth: Set<Int>] = [:]
        for index in nodes.indices {
            for month in nodes[index].sums.keys {
                var place = index
                while found[month, default: [0]].insert(place).inserted { place = nodes[place].parent }
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    }

    /// The flows in whole units, of all months together.
    struct Divided {
        var months: [CalendarMonth: Int128] = [:]
        fileprivate(set) var nodes: [(path: [String], count: Int, missing: Int, children: [Int])] = []
        fileprivate(set) var whole: [Int128]
        fileprivate(set) var own: [Int128]

        fileprivate init(count: Int) {
            whole = .init(repeating: 0, count: count)
            own = whole
        }

        /// The rows of a kind: siblings by amount, the largest first, or by name.
        func rows(of kind: Category.Kind, in display: Currency, byName: Bool) throws(MoneyError) -> [FlowReport.Row] {
            var rows: [FlowReport.Row] = []
            func count(_ index: Int) -> Int { nodes[index].children.reduce(nodes[index].count) { $0 + count($1) } }
            func missing(_ index: Int) -> Int {
                nodes[index].children.reduce(nodes[index].missing) { $0 + missing($1) }
            }
            func list(_ index: Int) throws(MoneyError) {
                let isRoot = index == 0
                let amount = isRoot ? own[0] : whole[index]
                if !isRoot || nodes[0].count > 0 {
                    rows.append(
                        FlowReport.Row(
                            kind: kind, path: nodes[index].path, amount: try Money(minorUnits: amount, display),
                            own: try Money(minorUnits: own[index], display),
                            count: isRoot ? nodes[0].count : count(index),
                            missing: isRoot ? nodes[0].missing : missing(index)))
                }
                // The sort keeps the order of names for equal amounts.
                if byName {
                    for child in nodes[index].children { try list(child) }
                    return
                }
                let children = nodes[index].children.enumerated().sorted { left, right in
                    (whole[right.element], left.offset) < (whole[left.element], right.offset)
                }
                for child in children { try list(child.element) }
            }
            try list(0)
            return rows
        }
    }
}

/// The order of Unicode scalars.
private func < (left: String.UTF8View, right: String.UTF8View) -> Bool { left.lexicographicallyPrecedes(right) }
