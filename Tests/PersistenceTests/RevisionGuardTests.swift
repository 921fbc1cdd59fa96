import Models
import Persistence
import StoreSamples
import Testing

struct RevisionGuardTests {
    @Test(arguments: StoreKind.allCases)
    func `whatever was written since a mark is noticed, in the very transaction that writes`(kind: StoreKind)
        async throws
    {
        try await kind.withStore { store in
            for number in 1...2 {
                let mark = try await store.read { try RevisionGuard($0) }
                let own = try goal(number)
                try await store.write(.test()) { writer in
                    try mark.checkNothingChanged(in: writer)
                    try writer.insert(own)
                }
                let other = try goal(number + 10)
                await #expect(throws: StoreError.changedUnderneath(expected: nil, found: Record(own))) {
                    try await store.write(.test()) { writer in
                        try mark.checkNothingChanged(in: writer)
                        try writer.insert(other)
                    }
                }
                #expect(try await store.read { try $0.all(Goal.self).count } == number)
            }
        }
    }
}
