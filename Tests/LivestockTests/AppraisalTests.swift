import Foundation
import Livestock
import TestSupport
import Testing
import Values

@Suite("Appraisals of files") struct AppraisalTests {
    private static let example = """
        {"currency":"AUD","asOf":"2026-04-11","assumptions":{"mortalityPercent":"5","dressingPercent":54},
         "premiums":{"Angus":"10"},
         "prices":[
          {"source":"NLRS","level":"saleyard","place":"Roma","species":"cattle","category":"steer","basis":"live",
           "price":"4.00","day":"2026-04-11"},
          {"source":"NLRS","level":"national","species":"cattle","category":"cow","basis":"live","price":"3.10",
           "day":"2026-04-11"}],
         "herds":[
          {"name":"Steers","species":"cattle","category":"steer","saleyard":"Roma","events":[
           {"day":"2026-01-01","kind":"opening","head":100,"weight":"300"},
           {"day":"2026-01-01","kind":"gain","gain":"0.8"},
           {"day":"2026-05-01","kind":"death","head":500}]},
          {"name":"Cows","species":"cattle","category":"cow","events":[
           {"day":"2025-10-01","kind":"opening","head":120,"weight":"520"},
           {"day":"2025-11-01","kind":"join","type":"controlled","start":"2025-11-01","end":"2026-01-03","ratePercent":"85"},
           {"day":"2026-01-01","kind":"cost","name":"agistment","amount":"9","per":"head","every":"week"}]}]}
        """

    private func appraise(_ text: String) throws -> HerdValueReport { try Appraisal(Data(text.utf8)).value().value }

    @Test func `herds are valued as the laws say`() throws {
        let report = try appraise(Self.example)
        #expect(report.rows.map(\.valuation.profile.name) == ["Cows", "Steers"])
        #expect(report.rows[1].valuation.market == (try money("149917.81 AUD")))
        #expect(report.rows[0].valuation.preBirth.amount == (try money("5287.13 AUD")))
        #expect(report.marketBound == nil)
    }

    @Test func `the order of members plays no part`() throws {
        let json = try #require(try JSONSerialization.jsonObject(with: Data(Self.example.utf8)) as? [String: Any])
        let sorted = try JSONSerialization.data(withJSONObject: json, options: [.sortedKeys, .prettyPrinted])
        #expect(try Appraisal(sorted).value().value.market == appraise(Self.example).market)
    }

    @Test(arguments: [
        ("\"kind\":\"opening\"", "\"kind\":\"begin\"", "herds[0].events[0].kind"),
        ("\"weight\":\"300\"", "\"weight\":\"380lb\"", "herds[0].events[0].weight"),
        ("\"weight\":\"300\"", "\"wieght\":\"300\"", "herds[0].events[0]: the key 'wieght'"),
        ("\"head\":100", "\"head\":0", "herds[0].events[0].head"),
        ("\"head\":100", "\"head\":\"NaN\"", "herds[0].events[0].head"),
        ("\"gain\":\"0.8\"", "\"gain\":\"50\"", "herds[0].events[1].gain"),
        ("\"kind\":\"opening\"", "\"kind\":\"opening\",\"whp\":\"x\"", "herds[0].events[0].whp"),
        ("\"kind\":\"opening\"", "\"kind\":\"opening\",\"offspringHead\":1", "herds[0].events[0].offspringHead"),
        ("\"ratePercent\":\"85\"", "\"ratePercent\":\"900\"", "herds[1].events[1].ratePercent"),
        ("\"price\":\"4.00\"", "\"price\":\"0\"", "prices[0].price"),
        ("\"asOf\":\"2026-04-11\",", "", "asOf"),
        ("\"head\":120", "\"head\":120,\"head\":120", "twice"),
        ("]}]}", "]}]", "JSON"), ("\"herds\":[", "\"herds\":[1,", "herds[0]"),
        ("2026-05-01", "2026-03-01", "only 100 head on 2026-03-01"),
    ]) func `a mistake is named with its place`(_ old: String, _ new: String, _ said: String) throws {
        let text = Self.example.replacing(old, with: new)
        #expect(text != Self.example)
        let error = #expect(throws: AppraisalError.self) { try appraise(text) }
        #expect(error?.description.contains(said) == true, "\(error?.description ?? "")")
    }
}
