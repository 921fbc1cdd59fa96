#if ExtendedKeys
    import Blockchain

    /// The addresses of extended public keys (BIP 32, 44, 49 and 84).
    struct AccountAddresses: AddressDerivation {
        static let name = "secp256k1"

        func address(of key: ExtendedPublicKey, branch: UInt32, index: UInt32) throws -> String {
            let account = PublicNode(key: key.key, chainCode: key.chainCode)
            let public33 = try account.child(branch).child(index).key
            let hash = Self.hash(public33)
            let prefixes = Prefixes(of: key.chain)
            switch key.script {
            case .keyHash: return Base58.bitcoin.encodeChecked([prefixes.keyHash] + hash)
            case .nestedWitness:
                // The script says: version 0, then 20 bytes.
                return Base58.bitcoin.encodeChecked([prefixes.script] + Self.hash([0, 20] + hash))
            case .witness: return Bech32.witness(hash, prefix: prefixes.witness)
            }
        }

        private static func hash(_ bytes: [UInt8]) -> [UInt8] { RIPEMD160.hash(SHA256.hash(bytes)) }

        /// What addresses of a chain begin with.
        private struct Prefixes {
            let keyHash: UInt8
            let script: UInt8
            let witness: String

            init(of chain: Chain) {
                (keyHash, script, witness) = chain == .litecoin ? (48, 50, "ltc") : (0, 5, "bc")
            }
        }
    }

    /// A public key with what is mixed into the keys below it.
    struct PublicNode: Equatable {
        let key: [UInt8]
        let chainCode: [UInt8]

        /// The key below this one with a number that needs no private key: less than 2³¹.
        func child(_ number: UInt32) throws(WalletError) -> PublicNode {
            let place = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
            let code = SHA512.code(of: key + place, key: chainCode)
            return PublicNode(key: try Curve.adding(code[..<32], to: key), chainCode: Array(code[32...]))
        }
    }
#endif
