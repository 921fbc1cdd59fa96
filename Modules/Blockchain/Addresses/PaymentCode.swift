/// The address within a text as wallets show it: a payment request (BIP 21 and its relatives of other chains), or an address
/// of the XRP Ledger with the tag of a recipient.
struct PaymentCode: Equatable {
    /// The text without what is not part of the address.
    let address: String
    /// The chain that the text names; nil when it names none.
    private(set) var chainID: String?
    /// The number of the chain by EIP 155, where the text names one.
    private(set) var ethereumID: Int?

    /// The names of chains in payment requests.
    private static let schemes = [
        "bitcoin": "bitcoin", "litecoin": "litecoin", "dogecoin": "dogecoin", "bitcoincash": "bitcoin-cash",
        "ethereum": "ethereum", "solana": "solana", "ripple": "xrp", "xrp": "xrp", "xrpl": "xrp", "cardano": "cardano",
        "web+cardano": "cardano", "tron": "tron",
    ]

    init(_ text: String, for chain: Chain) {
        var rest = text[...]
        if let colon = rest.firstIndex(of: ":"), let id = Self.schemes[rest[..<colon].lowercased()] {
            let scheme = rest[..<colon]
            chainID = id
            rest = rest[rest.index(after: colon)...]
            if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
            rest = rest.prefix { $0 != "?" }
            if id == "ethereum" {
                // EIP 681: ethereum:pay-0x…@137/transfer?…
                if rest.hasPrefix("pay-") { rest = rest.dropFirst(4) }
                if let at = rest.firstIndex(of: "@") {
                    let number = rest[rest.index(after: at)...].prefix { $0 != "/" }
                    ethereumID = Int(number)
                    rest = rest[..<at]
                }
                rest = rest.prefix { $0 != "/" }
            }
            // The prefix belongs to the address, whose checksum includes it.
            if id == "bitcoin-cash", !rest.hasPrefix("1"), !rest.hasPrefix("3") { rest = "\(scheme):\(rest)"[...] }
        } else if chain.id == "xrp" {
            rest = rest.prefix { $0 != ":" && $0 != "?" }
        } else {
            rest = rest.prefix { $0 != "?" }
        }
        address = String(rest)
    }

    /// Whether the text may be meant for a chain: it names that one, or none.
    func fits(_ chain: Chain) -> Bool {
        if let ethereumID { return chain.ethereumID == ethereumID }
        guard let chainID else { return true }
        // Chains that run Ethereum's machine share its addresses, and its name in payment requests.
        return chainID == chain.id || chainID == "ethereum" && chain.ethereumID != nil
    }

    /// The name of the chain that the text is meant for.
    var chainName: String {
        if let ethereumID { return Chain.known.first { $0.ethereumID == ethereumID }?.name ?? "chain \(ethereumID)" }
        return chainID.flatMap { Chain(id: $0) }?.name ?? ""
    }
}

extension AddressError {
    /// The kind of a text that wallets show and that is no address, with what to give instead; nil for any other text.
    static func otherCode(_ text: String) -> (kind: String, instead: String)? {
        let lower = text.lowercased()
        if lower.contains("("),
            ["pkh(", "wpkh(", "sh(", "wsh(", "tr(", "combo(", "multi("].contains(where: lower.contains)
        {
            return ("an output descriptor", "Give the extended public key that stands in it, or single addresses")
        }
        if lower.hasPrefix("ltcmweb1") {
            return (
                "an address of Litecoin's MWEB", "Nobody but its owner can read its balance: enter the balance by hand"
            )
        }
        if ["lnbc", "lnurl", "lno1"].contains(where: { lower.hasPrefix($0) }) {
            return ("an invoice of Lightning", "Give the address on the chain, or enter the balance by hand")
        }
        if lower.hasPrefix("sp1q") && lower.utf8.count > 100 || text.hasPrefix("PM8T") && text.utf8.count > 100 {
            return ("a code for silent payments", "Give the addresses that were paid to")
        }
        let labels = lower.split(separator: ".", omittingEmptySubsequences: false)
        let endings: Set<Substring> = ["eth", "crypto", "sol", "bnb", "wallet", "x", "nft", "base", "ada", "btc"]
        if labels.count >= 2, !labels.contains(""), let last = labels.last, endings.contains(last) {
            return ("a name", "Give the address that it stands for")
        }
        return nil
    }
}
