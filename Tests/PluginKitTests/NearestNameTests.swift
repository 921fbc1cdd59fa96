import PluginKit
import Testing

struct NearestNameTests {
    private let names = ["coingecko", "coinbase", "ecb", "fixed"]

    @Test(arguments: [
        ("coingeko", "coingecko"), ("CoinGecko", "coingecko"), ("coinbsae", "coinbase"), ("ebc", "ecb"),
        ("fixd", "fixed"), ("fixedd", "fixed"),
    ])
    func `a slip finds the name`(typed: String, meant: String) {
        #expect(nearestName(to: typed, among: names) == meant)
    }

    @Test(arguments: ["kraken", "sqlite", "", "x", "coin"])
    func `nothing near gives nothing`(typed: String) {
        #expect(nearestName(to: typed, among: names) == nil)
    }

    @Test func `one letter is not mistaken for another`() {
        #expect(nearestName(to: "a", among: ["b"]) == nil)
    }

    @Test func `ties go to the earlier candidate`() {
        #expect(nearestName(to: "cart", among: ["card", "care"]) == "card")
    }
}
