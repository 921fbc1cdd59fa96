/// Thrown at the start when sections cannot work as they are declared: a defect of the program.
public struct SectionDefect: Error, CustomStringConvertible {
    /// A sentence for the developer.
    public let description: String

    /// Refuses sections with the same id or with the same address, of which only one could be found, and addresses with a defect of
    /// their own.
    ///
    /// - Throws: ``SectionDefect``.
    package static func check(_ sections: [Section]) throws {
        var ids: Set<String> = []
        for section in sections where !ids.insert(section.id).inserted {
            throw SectionDefect(description: "Two sections are named '\(section.id)'.")
        }
        var known: [String: Route] = [:]
        for route in WebApp.routes(of: sections) {
            if let other = known.updateValue(route, forKey: "\(route.method) \(route.shape)") {
                let owners = "one of \(other.owner), one of \(route.owner)"
                throw SectionDefect(description: "Two addresses are \(route.method) \(route.pattern): \(owners).")
            }
            if let defect = route.defect { throw SectionDefect(description: defect) }
        }
    }
}

extension Route {
    /// The pattern without the names of what varies.
    fileprivate var shape: String {
        pattern.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : $0 }.joined(separator: "/")
    }

    /// The words for the section that has it.
    fileprivate var owner: String { section.map { "the section '\($0)'" } ?? "every dashboard" }
}
