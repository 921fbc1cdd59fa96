/// What lets its owner move money, and must never be kept, shown or sent: seed phrases and private keys.
enum PrivateMaterial {
    /// What a text looks like, in words; nil when it looks like nothing secret. Mistyped secrets count too.
    static func kind(of text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        if words.count >= 12, words.allSatisfy({ $0.allSatisfy(\.isLetter) }) { return "a seed phrase" }
        guard words.count == 1, let word = words.first.map(String.init) else { return nil }
        if isExtendedPrivateKey(word) { return "an extended private key" }
        if isWalletImportFormat(word) || isHexKey(word) || isSolanaKey(word) { return "a private key" }
        if isXRPSecret(word) || isStellarSecret(word) { return "the secret of an account" }
        if isCardanoKey(word) { return "a private key" }
        return nil
    }

    /// `xprv…` and its relatives of other scripts and coins.
    private static func isExtendedPrivateKey(_ word: String) -> Bool {
        let prefixes = [
            "xprv", "yprv", "zprv", "Yprv", "Zprv", "tprv", "uprv", "vprv", "Uprv", "Vprv", "Ltpv", "Mtpv", "dgpv",
        ]
        guard word.utf8.count > 50 else { return false }
        if prefixes.contains(where: { word.hasPrefix($0) }) { return true }
        // One that calls itself public is a secret all the same when a private key stands in it, after a 0.
        guard (105...115).contains(word.utf8.count), let bytes = Base58.bitcoin.decode(word), bytes.count == 82 else {
            return false
        }
        return bytes[45] == 0
    }

    /// Bitcoin's wallet import format, and the same of Litecoin, Dogecoin and test networks.
    private static func isWalletImportFormat(_ word: String) -> Bool {
        guard (51...52).contains(word.utf8.count), let bytes = Base58.bitcoin.decode(word) else { return false }
        return [0x80, 0xb0, 0x9e, 0xef].contains(bytes.first ?? 0)
    }

    /// 32 bytes in hexadecimal: a key of Ethereum, or of anything else.
    private static func isHexKey(_ word: String) -> Bool {
        let digits = word.hasPrefix("0x") || word.hasPrefix("0X") ? word.dropFirst(2) : word[...]
        return digits.utf8.count == 64 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// A key pair of Solana: 64 bytes in Base58, or as a list of numbers.
    private static func isSolanaKey(_ word: String) -> Bool {
        if word.hasPrefix("["), word.split(separator: ",").count == 64 { return true }
        return (86...88).contains(word.utf8.count) && Base58.bitcoin.decode(word)?.count == 64
    }

    private static func isXRPSecret(_ word: String) -> Bool {
        word.hasPrefix("s") && (25...35).contains(word.utf8.count) && Base58.xrp.strangeCharacter(in: word) == nil
    }

    private static func isStellarSecret(_ word: String) -> Bool {
        word.hasPrefix("S") && word.utf8.count == 56
            && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    }

    /// `ed25519_sk1…`, `root_xsk1…`, `acct_xsk1…`, `addr_xsk1…` (CIP 5).
    private static func isCardanoKey(_ word: String) -> Bool {
        guard let separator = word.lastIndex(of: "1") else { return false }
        let prefix = word[..<separator].lowercased()
        return ["_sk", "_xsk"].contains { prefix.hasSuffix($0) } || ["xprv", "root_xprv"].contains(prefix)
    }
}
