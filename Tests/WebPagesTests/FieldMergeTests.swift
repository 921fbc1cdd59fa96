import Testing
import WebPages

@Suite("A form in three versions")
struct FieldMergeTests {
    @Test func `an amount and its currency are one: nobody's number gets another's currency`() {
        let began = ["target": "12000.00", "currency": "EUR", "name": "Car"]
        func merge(_ now: [String: String], _ typed: [String: String]) -> FieldMerge {
            FieldMerge(
                began: began, now: began.merging(now) { $1 }, typed: began.merging(typed) { $1 },
                together: [["target", "currency"]])
        }
        let both = merge(["currency": "USD"], ["target": "15000"])
        #expect(both.conflicts == ["currency", "target"])
        #expect(both.merged == ["target": "15000", "currency": "EUR", "name": "Car"])
        #expect(merge(["target": "1"], ["currency": "USD"]).conflicts == ["currency", "target"])
        #expect(merge(["currency": "USD"], ["name": "Van"]).conflicts.isEmpty)
        #expect(merge(["currency": "USD"], ["name": "Van"]).merged["currency"] == "USD")
        #expect(merge(["target": "1", "currency": "USD"], ["target": "1", "currency": "USD"]).conflicts.isEmpty)
    }

    /// For one field, everything that can happen to it.
    @Test func `each field is taken over, kept or asked about`() {
        for began in ["a", "b", ""] {
            for now in ["a", "b", ""] {
                for typed in ["a", "b", "", nil] {
                    let merge = FieldMerge(
                        began: ["x": began, "y": "same"], now: ["x": now, "y": "same"],
                        typed: ["y": "same", "csrf": "1"].merging(typed.map { ["x": $0] } ?? [:]) { own, _ in own })
                    let isMine = typed.map { $0 != began } ?? false
                    let isTheirs = now != began
                    #expect(merge.conflicts == (isMine && isTheirs && typed != now ? ["x"] : []))
                    #expect(merge.merged["x"] == (isMine ? typed : now))
                    #expect(merge.changes == (isMine && typed != now ? ["x": typed ?? ""] : [:]))
                    #expect(merge.merged["y"] == "same" && merge.merged["csrf"] == nil)
                }
            }
        }
    }
}
