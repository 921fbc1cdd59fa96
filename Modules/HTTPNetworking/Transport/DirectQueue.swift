// Only where URLSession is swift-corelibs-foundation's: Apple's holds the server back while its delegate works.
#if canImport(FoundationNetworking)
    import Foundation

    /// Runs the calls to a session's delegate at once, on the thread that read the data.
    ///
    /// An ordinary operation queue lets the session read on while the delegate's calls pile up, each with its data: an
    /// endless answer over a fast line took 780 MB that way before the delegate had seen 8 MiB of it.
    ///
    /// The superclass declares its conformance unchecked, and the compiler demands that a subclass restate it. This one
    /// adds no state.
    final class DirectQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif
