import Foundation
import Testing

/// A form of a page as a browser without scripts sees it.
struct WebForm {
    /// Its fields as a browser sends them.
    var body: String {
        let safe = CharacterSet.alphanumerics
        return fields.sorted { $0.key < $1.key }.map { name, value in
            "\(name.addingPercentEncoding(withAllowedCharacters: safe) ?? "")="
                + (value.addingPercentEncoding(withAllowedCharacters: safe) ?? "")
        }.joined(separator: "&")
    }

    let action: String
    var fields: [String: String]

    /// The forms of a page.
    static func all(in page: String) -> [WebForm] {
        page.matches(of: #/<form([^>]*)>(.*?)<\/form>/#.dotMatchesNewlines()).map { form in
            let action = attribute("action", String(form.output.1)) ?? ""
            var fields: [String: String] = [:]
            for input in form.output.2.matches(of: #/<input([^>]*)>/#) {
                let text = String(input.output.1)
                if let name = attribute("name", text) { fields[name] = attribute("value", text) ?? "" }
            }
            for choice in form.output.2.matches(of: #/<select([^>]*)>(.*?)<\/select>/#.dotMatchesNewlines()) {
                guard let name = attribute("name", String(choice.output.1)) else { continue }
                let chosen = choice.output.2.firstMatch(of: #/<option value="([^"]*)" selected>/#)
                fields[name] = chosen.map { String($0.output.1) } ?? ""
            }
            return WebForm(action: action, fields: fields)
        }
    }

    private static func attribute(_ name: String, _ text: String) -> String? {
        let parts = text.split(separator: " \(name)=\"", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return String(parts[1].prefix { $0 != "\"" }).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}

extension Visitor {
    /// A form of a page, filled in.
    func form(_ page: String, to action: String, _ typed: [String: String] = [:]) async throws -> WebForm {
        let body = try await get(page).body
        return try Self.form(in: body, to: action, typed)
    }

    /// The same of a page that is there.
    static func form(in body: String, to action: String, _ typed: [String: String] = [:]) throws -> WebForm {
        var form = try #require(
            WebForm.all(in: body).first { $0.action == action }, "no form to \(action) in \(body.suffix(2000))")
        form.fields.merge(typed) { _, typed in typed }
        return form
    }

    /// Sends a form as a browser does.
    func send(_ form: WebForm) async throws -> DashboardAnswer {
        try await post(form.action, form.body, [("Sec-Fetch-Site", "same-origin")])
    }

    /// Fills in the form of a page and sends it; gives where it leads to.
    @discardableResult
    func save(_ page: String, to action: String, _ typed: [String: String] = [:]) async throws -> String {
        let answer = try await send(try await form(page, to: action, typed))
        let said = answer.body.range(of: "issue-summary").map { answer.body[$0.lowerBound...].prefix(1000) }
        try #require(answer.status == 303, "\(action): \(answer.status) \(said ?? answer.body.suffix(3000))")
        return try #require(answer.header("Location"))
    }
}

extension String {
    /// An address without its query.
    var path: String { String(prefix { $0 != "?" }) }
}
