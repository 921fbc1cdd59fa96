import ArgumentParser

/// A number of days: `90d`.
package struct DayCount: ExpressibleByArgument, Codable {
    package let days: Int

    package init(days: Int) { self.days = days }

    package init?(argument: String) {
        guard let days = Int(argument.hasSuffix("d") ? String(argument.dropLast()) : argument) else { return nil }
        self.days = days
    }

    package var defaultValueDescription: String { "\(days)d" }
}
