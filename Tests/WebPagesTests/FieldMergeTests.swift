import Testing
import WebPages

@Suite("A form in three versions")
struct FieldMergeTests {
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
