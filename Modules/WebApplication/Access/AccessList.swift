package import WebAccess

/// The people, tokens and links of the program as they are now: a removal holds at once.
package actor AccessList {
    package let place: any AccessPlace
    private var known: (version: String?, access: Access)

    /// The present contents of a place.
    ///
    /// - Throws: ``AccessError``, ``StoreError``.
    package init(_ place: any AccessPlace) async throws {
        self.place = place
        known = (try await place.version(), try await place.read())
    }

    /// The present contents. What is there and cannot be read admits nobody.
    ///
    /// - Throws: ``StoreError`` where nobody can say what is there.
    package var current: Access {
        get async throws {
            let version = try await place.version()
            guard version != known.version else { return known.access }
            let access: Access
            do { access = try await place.read() } catch is AccessError { access = Access() }
            known = (version, access)
            return access
        }
    }
}
