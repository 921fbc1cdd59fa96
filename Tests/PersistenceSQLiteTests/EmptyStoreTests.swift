import Models
import Persistence
import TestSupport
import Testing

@testable import PersistenceSQLite

@Suite("Where no database is yet") struct EmptyStoreTests {
    @Test func `there is nothing to read, and what would be forgotten is refused`() async throws {
        let store = EmptyStore(path: "new.sqlite")
        #expect(try await store.read { try $0.all(Goal.self) }.isEmpty)
        let car = try goal()
        await #expect(throws: StoreError.self) { try await store.write(anyCall) { try $0.insert(car) } }
        #expect(try await store.read { try $0.all(Goal.self) }.isEmpty)
    }
}
