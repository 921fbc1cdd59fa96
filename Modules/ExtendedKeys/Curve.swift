#if ExtendedKeys
    import Blockchain
    import CSecp256k1

    /// Bitcoin's curve secp256k1, whose arithmetic a library does.
    enum Curve {
        /// The point that a key and a multiple of the curve's generator make, written as keys are: 33 bytes.
        ///
        /// - Parameter multiple: 32 bytes.
        /// - Throws: ``WalletError/notOnCurve``, for the one case in 2¹²⁷ too in which there is no such point.
        static func adding(_ multiple: ArraySlice<UInt8>, to key: [UInt8]) throws(WalletError) -> [UInt8] {
            // A context of its own, without tables: it is only needed to make secrets, and a shared one could not be shared safely.
            guard multiple.count == 32, let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else {
                throw .notOnCurve
            }
            defer { secp256k1_context_destroy(context) }
            var point = secp256k1_pubkey()
            guard secp256k1_ec_pubkey_parse(context, &point, key, key.count) == 1,
                secp256k1_ec_pubkey_tweak_add(context, &point, Array(multiple)) == 1
            else { throw .notOnCurve }
            var bytes = [UInt8](repeating: 0, count: 33)
            var count = bytes.count
            guard
                secp256k1_ec_pubkey_serialize(context, &bytes, &count, &point, UInt32(SECP256K1_EC_COMPRESSED)) == 1,
                count == bytes.count
            else { throw .notOnCurve }
            return bytes
        }
    }
#endif
