public import PluginKit

/// Finds the addresses of an ``ExtendedPublicKey``. It needs the arithmetic of a curve, which no domain module has.
public protocol AddressDerivation: Sendable {
    /// An address of an account.
    ///
    /// - Parameters:
    ///   - branch: 0 for addresses that are given to others, 1 for change.
    ///   - index: its place in the branch, from 0.
    /// - Throws: ``WalletError`` for a key that is no point of the curve.
    func address(of key: ExtendedPublicKey, branch: UInt32, index: UInt32) throws -> String
}

extension ServiceKey where Service == any AddressDerivation {
    /// What finds the addresses of extended keys; there may be none.
    public static var addressDerivation: ServiceKey<any AddressDerivation> {
        ServiceKey<any AddressDerivation>("addressDerivation", selection: .every)
    }
}
