import ExchangeRates
import HTTPTypes
import Models
import Persistence
import Presentation
import Values
import WebApplication

extension RequestContext {
    /// The currency that forms show before anything was typed: the household's own; before it has one, that of the region of the
    /// reader's browser.
    func usualCurrency(_ set: FigureSnapshot) async throws -> Currency {
        let services = try await set.reading
        if let chosen = try services.savings.display.currency { return chosen }
        let isEmpty = try await services.store.read {
            try $0.all(Household.self).isEmpty && $0.firstEntered(deciding: false) == nil
        }
        let accepted = request.headers[.acceptLanguage] ?? ""
        if isEmpty, let own = NumberFormat.tags(accepted).lazy.compactMap(RegionCurrency.currency).first { return own }
        return try await services.store.displayCurrency(nil)
    }
}

extension WebServices {
    /// Whether the next goal is the one that decides the currency for totals.
    var isWithoutGoals: Bool {
        get async throws {
            try await store.read { try $0.all(Household.self).isEmpty && $0.firstEntered(deciding: true) == nil }
        }
    }
}
