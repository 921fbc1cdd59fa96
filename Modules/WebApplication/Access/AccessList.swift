import Foundation
package import WebAccess

/// The people, tokens and links of the access file as it is now: a removal holds at once.
package actor AccessList {
    package let file: AccessFile
    private var known: (version: String?, access: Access)

    /// The contents of a file.
    ///
    /// - Throws: ``AccessError``.
    package init(_ file: AccessFile) throws {
        self.file = file
        known = (file.version, try file.read())
    }

    /// The present contents. A file that cannot be read admits nobody.
    package var current: Access {
        let version = file.version
        if version != known.version { known = (version, (try? file.read()) ?? Access()) }
        return known.access
    }
}
