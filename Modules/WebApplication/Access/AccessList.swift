import Foundation
package import WebAccess

/// Who may come in from elsewhere, as the file has it now: who is removed there is outside at once.
package actor AccessList {
    package let file: AccessFile
    private var known: (version: String?, access: Access)

    /// What stands in a file.
    ///
    /// - Throws: ``AccessError``.
    package init(_ file: AccessFile) throws {
        self.file = file
        known = (file.version, try file.read())
    }

    /// What stands there now. A file that cannot be read lets nobody in.
    package var current: Access {
        let version = file.version
        if version != known.version { known = (version, (try? file.read()) ?? Access()) }
        return known.access
    }
}
