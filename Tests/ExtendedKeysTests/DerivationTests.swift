#if ExtendedKeys
    import Testing

    @testable import Blockchain
    @testable import ExtendedKeys

    /// The addresses of published accounts (BIP 44, 49 and 84), and keys below published keys (BIP 32).
    @Suite struct DerivationTests {
        struct Account: Sendable {
            let key: String
            /// The first five of both branches.
            let addresses: [[String]]
        }

        private static func addresses(_ key: ExtendedPublicKey) throws -> [[String]] {
            try (0..<2).map { branch in
                try (0..<5).map { try AccountAddresses().address(of: key, branch: branch, index: $0) }
            }
        }

        private static let accounts = [
            Account(
                key:
                    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3Ef"
                    + "H1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
                addresses: [
                    [
                        "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
                        "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
                        "bc1qp59yckz4ae5c4efgw2s5wfyvrz0ala7rgvuz8z",
                        "bc1qgl5vlg0zdl7yvprgxj9fevsc6q6x5dmcyk3cn3",
                        "bc1qm97vqzgj934vnaq9s53ynkyf9dgr05rargr04n",
                    ],
                    [
                        "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el",
                        "bc1qggnasd834t54yulsep6fta8lpjekv4zj6gv5rf",
                        "bc1qn8alfh45rlsj44pcdt0f2cadtztgnz4gq3h3uf",
                        "bc1qv6vaedpeke2lxr3q0wek8dd7nzhut9w0eqkz9z",
                        "bc1qetrkzfslk0d4kqjnu29fdh04tkav9vj3k36vuh",
                    ],
                ]),
            Account(
                key:
                    "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWG"
                    + "FNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj",
                addresses: [
                    [
                        "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA",
                        "1Ak8PffB2meyfYnbXZR9EGfLfFZVpzJvQP",
                        "1MNF5RSaabFwcbtJirJwKnDytsXXEsVsNb",
                        "1MVGa13XFvvpKGZdX389iU8b3qwtmAyrsJ",
                        "1Gka4JdwhLxRwXaC6oLNH4YuEogeeSwqW7",
                    ],
                    [
                        "1J3J6EvPrv8q6AC3VCjWV45Uf3nssNMRtH",
                        "13vKxXzHXXd8HquAYdpkJoi9ULVXUgfpS5",
                        "1M21Wx1nGrHMPaz52N2En7c624nzL4MYTk",
                        "1DzVLMA4HzjXPAr6aZoaacDPHXXntsZ2zL",
                        "16HBKhLAkBRFsnxTLLUix5vzJ2tGa1HqKk",
                    ],
                ]),
            Account(
                key:
                    "ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxo"
                    + "JwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP",
                addresses: [
                    [
                        "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf",
                        "3LtMnn87fqUeHBUG414p9CWwnoV6E2pNKS",
                        "3B4cvWGR8X6Xs8nvTxVUoMJV77E4f7oaia",
                        "38CahkVftQneLonbWtfWxiiaT2fdnzsEAN",
                        "37mbeJptxfQC6SNNLJ9a8efCY4BwBh5Kak",
                    ],
                    [
                        "34K56kSjgUCUSD8GTtuF7c9Zzwokbs6uZ7",
                        "3516F2wmK51jVRrggEJsTUBNWMSLLjzvJ2",
                        "3Grd7y95JEDTSh9uiVF5q7z2qGzmkP19CV",
                        "3NUH31YRjTtc7LVJwiouhqpYt26Nn6sM9z",
                        "3BEtJydjKS1FxBhjY2yX4qsxWtQFgSPxCr",
                    ],
                ]),
        ]

        @Test(arguments: accounts) func `addresses of an account`(account: Account) throws {
            let key = try #require(Chain.bitcoin.address(account.key).extendedKey)
            #expect(try Self.addresses(key) == account.addresses)
            for address in account.addresses.joined() { #expect(try Chain.bitcoin.address(address).text == address) }
        }

        private static let testAccount =
            Account(
                key:
                    "upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7"
                    + "Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY",
                addresses: [
                    [
                        "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2",
                        "2N55m54k8vr95ggehfUcNkdbUuQvaqG2GxK",
                        "2N9LKph9TKtv1WLDfaUJp4D8EKwsyASYnGX",
                        "2MyVXDzGJgATSdkhKHWvStpBoGEZb1fwjha",
                        "2MuKeQzUHhUQWUZgx5AuNWoQ7YWx6vsXxrv",
                    ],
                    [
                        "2MvdUi5o3f2tnEFh9yGvta6FzptTZtkPJC8",
                        "2NCtHHE9TjYrYnUWfZv79w9ktk1f2uPUzqu",
                        "2N9vVCnXmavTBmxRjoPjoHZ9q9ujEKXXGXe",
                        "2N5bicauxrAb5whPy2ynbv6ZYu3PF23nvN5",
                        "2N1QXjBftgk6qssJaKabFLJeetWbLun28Zt",
                    ],
                ])

        @Test func `an account of the test network has the same hashes`() throws {
            func payload(_ text: String) throws -> [UInt8] {
                guard case .payload(let bytes) = Base58.bitcoin.decodeChecked(text) else {
                    throw AddressError.empty(chain: text)
                }
                return bytes
            }
            let bytes = try payload(Self.testAccount.key)
            let text = Base58.bitcoin.encodeChecked([0x04, 0x9d, 0x7c, 0xb2] + bytes.dropFirst(4))
            let key = try #require(Chain.bitcoin.address(text).extendedKey)
            for (own, published) in try zip(Self.addresses(key).joined(), Self.testAccount.addresses.joined()) {
                #expect(try payload(own).dropFirst() == payload(published).dropFirst())
            }
        }

        @Test(arguments: [
            (
                "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6"
                    + "LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw",
                UInt32(1),
                "xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHK"
                    + "kNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ"
            ),
            (
                "xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqF"
                    + "JPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5",
                UInt32(2),
                "xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJA"
                    + "yiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV"
            ),
            (
                "xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJA"
                    + "yiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV",
                UInt32(1000000000),
                "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTE"
                    + "cYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy"
            ),
            (
                "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCG"
                    + "u8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB",
                UInt32(0),
                "xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmX"
                    + "UbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH"
            ),
            (
                "xpub6ASAVgeehLbnwdqV6UKMHVzgqAG8Gr6riv3Fxxpj8ksbH9ebxaEyBLZ8"
                    + "5ySDhKiLDBrQSARLq1uNRts8RuJiHjaDMBU4Zn9h8LZNnBC5y4a",
                UInt32(1),
                "xpub6DF8uhdarytz3FWdA8TvFSvvAh8dP3283MY7p2V4SeE2wyWmG5mg5EwV"
                    + "vmdMVCQcoNJxGoWaU9DCWh89LojfZ537wTfunKau47EL2dhHKon"
            ),
            (
                "xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJb"
                    + "ZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL",
                UInt32(2),
                "xpub6FnCn6nSzZAw5Tw7cgR9bi15UV96gLZhjDstkXXxvCLsUXBGXPdSnLFb"
                    + "dpq8p9HmGsApME5hQTZ3emM2rnY5agb9rXpVGyy3bdW6EEgAtqt"
            ),
        ]) func `keys below a key`(parent: String, number: UInt32, child: String) throws {
            let parent = try #require(Chain.bitcoin.address(parent).extendedKey)
            let child = try #require(Chain.bitcoin.address(child).extendedKey)
            let found = try PublicNode(key: parent.key, chainCode: parent.chainCode).child(number)
            #expect(found == PublicNode(key: child.key, chainCode: child.chainCode))
            #expect(child.childNumber == number && child.depth == parent.depth + 1)
        }

        @Test(arguments: [
            (
                "Ltub2Ye6FtTv7U4zzHDL6iMfcE3cj5BHJjkBXQj1deZEAgSBrHB5oM191hYT"
                    + "F8BC34r7vRDGng59yfP6FH4m3nttc3TLDg944G8QK7d5NnygCRu",
                "L", "Ltub"
            ),
            (
                "Mtub2sZjeBCxVccvybLHSD1i3Aw38QvCTDadaPyXbSkRRX1RQm3mxtfsbQU5"
                    + "M3PdCSP4xAFHCceEQ3FmQF69Du2wbcmebt3CaWAGALBSe8c4Gvw",
                "M", "Mtub"
            ),
        ]) func `accounts of Litecoin`(text: String, first: String, prefix: String) throws {
            let key = try #require(Chain.litecoin.address(text).extendedKey)
            for address in try Self.addresses(key).joined() {
                #expect(address.hasPrefix(first))
                #expect(try Chain.litecoin.address(address).text == address)
            }
        }

        @Test func `a key that is no point of the curve`() throws {
            let key = try #require(
                Chain.bitcoin.address(
                    "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6"
                        + "Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY"
                ).extendedKey)
            #expect(throws: WalletError.notOnCurve) {
                try AccountAddresses().address(of: key, branch: 0, index: 0)
            }
        }
    }
#endif
