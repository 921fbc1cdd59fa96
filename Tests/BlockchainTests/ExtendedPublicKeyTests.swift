import Testing

@testable import Blockchain

/// Extended public keys as they are entered (BIP 32, SLIP 132).
@Suite struct ExtendedPublicKeyTests {
    private static let zpub =
        "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH"
        + "1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"

    /// The same key with other first bytes.
    private static func key(_ version: [UInt8]) throws -> String {
        guard case .payload(let bytes) = Base58.bitcoin.decodeChecked(zpub) else { return "" }
        return Base58.bitcoin.encodeChecked(version + bytes.dropFirst(4))
    }

    @Test func `what stands in a key`() throws {
        let address = try Chain.bitcoin.address(" \(Self.zpub) ")
        let key = try #require(address.extendedKey)
        #expect(address.text == Self.zpub && key.text == Self.zpub && address.payload.isEmpty)
        #expect(key.chain == .bitcoin && key.script == .witness)
        #expect(key.depth == 3 && key.childNumber == 0x8000_0000 && key.parentFingerprint == 0x7ef3_2bdb)
        #expect(key.chainCode.count == 32 && key.key.count == 33)
        #expect(try Chain.bitcoin.address("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa").extendedKey == nil)
    }

    @Test func `its first bytes say the chain and the kind of address`() throws {
        let kinds: [([UInt8], Chain, ExtendedPublicKey.Script)] = [
            ([0x04, 0x88, 0xb2, 0x1e], .bitcoin, .keyHash), ([0x04, 0x9d, 0x7c, 0xb2], .bitcoin, .nestedWitness),
            ([0x04, 0xb2, 0x47, 0x46], .bitcoin, .witness), ([0x01, 0x9d, 0xa4, 0x62], .litecoin, .keyHash),
            ([0x01, 0xb2, 0x6e, 0xf6], .litecoin, .nestedWitness),
        ]
        for (version, chain, script) in kinds {
            let text = try Self.key(version)
            #expect(try chain.address(text).extendedKey?.script == script)
            for other in Chain.known where other != chain {
                let error = #expect(throws: AddressError.self) { try other.address(text) }
                #expect(error == .otherChain(address: text, chain: other.name, actual: chain.name))
            }
        }
    }

    @Test(
        arguments: [
            ([0x02, 0x95, 0xb4, 0x3f], "sign together"), ([0x02, 0xaa, 0x7e, 0xd3], "sign together"),
            ([0x04, 0x35, 0x87, 0xcf], "test network"), ([0x04, 0x4a, 0x52, 0x62], "test network"),
            ([0x04, 0x5f, 0x1c, 0xf6], "test network"),
        ] as [([UInt8], String)]) func `keys of several and of test networks`(version: [UInt8], reason: String) throws
    {
        let text = try Self.key(version)
        let error = #expect(throws: AddressError.self) { try Chain.bitcoin.address(text) }
        #expect(error?.code == "address.extendedKey" && error?.description.contains(reason) == true)
    }

    @Test(arguments: [
        // The key's first byte is 04, or 01.
        "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Txnt3siSujt9RCVYsx4qHZGc62TG4McvMGcAUjeuwZdduYEvFn",
        "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6N8ZMMXctdiCjxTNq964yKkwrkBJJwpzZS4HS2fxvyYUA4q2Xe4",
        // Depth 0 with a key above it, and with a number.
        "xpub661no6RGEX3uJkY4bNnPcw4URcQTrSibUZ4NqJEw5eBkv7ovTwgiT91XX27VbEXGENhYRCf7hyEbWrR3FewATdCEebj6znwMfQkhRYHRLpJ",
        "xpub661MyMwAuDcm6CRQ5N4qiHKrJ39Xe1R1NyfouMKTTWcguwVcfrZJaNvhpebzGerh7gucBvzEQWRugZDuDXjNDRmXzSZe4c7mnTK97pTvGS8",
        // Unknown first bytes.
        "DMwo58pR1QLEFihHiXPVykYB6fJmsTeHvyTp7hRThAtCX8CvYzgPcn8XnmdfHGMQzT7ayAmfo4z3gY5KfbrZWZ6St24UVf2Qgo6oujFktLHdHY4",
    ]) func `keys that no wallet makes`(text: String) {
        #expect(throws: AddressError.self) { try Chain.bitcoin.address(text) }
    }

    @Test func `a mistyped key is told by its checksum`() {
        let changed = Self.zpub.replacing("Ysy", with: "Yzy")
        let mistyped = String(changed.dropLast()) + "t"
        let error = #expect(throws: AddressError.self) { try Chain.bitcoin.address(mistyped) }
        #expect(error?.code == "address.checksum")
    }

    @Test(arguments: [
        // It calls itself public and holds a private key.
        "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6LBpB85b3D2yc8sfvZU521AAwdZafEz7mnzBBsz4wKY5fTtTQBm",
        "xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7",
        "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE",
    ]) func `private keys are refused by every chain and never repeated`(secret: String) {
        for chain in Chain.known {
            let error = #expect(throws: AddressError.self) { try chain.address(secret) }
            #expect(error == .privateMaterial("an extended private key"))
            #expect(error?.description.contains(secret.prefix(12)) == false)
        }
    }
}
