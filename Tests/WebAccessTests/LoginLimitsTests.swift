import Foundation
import Testing
import WebAccess

@Suite("How often somebody may be wrong")
struct LoginLimitsTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test func `the sixth failure of a name waits, and the next ones twice as long each`() {
        var limits = LoginLimits()
        for _ in 0..<4 { limits.fail(.init(name: "Ana", address: "a"), at: now) }
        #expect(limits.wait(.init(name: "ana ", address: "b"), at: now) == 0)
        var waits: [Int] = []
        for _ in 0..<12 {
            limits.fail(.init(name: "ANA", address: "c"), at: now)
            waits.append(limits.wait(.init(name: "Ana", address: "d"), at: now))
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
        #expect(limits.wait(.init(name: "Ben", address: "d"), at: now) == 0)
        #expect(limits.wait(.init(name: "Ana", address: "d"), at: now.addingTimeInterval(899)) == 1)
        #expect(limits.wait(.init(name: "Ana", address: "d"), at: now.addingTimeInterval(900)) == 0)
        // After a quarter of an hour without one it begins anew.
        limits.fail(.init(name: "Ana", address: "c"), at: now.addingTimeInterval(1800))
        #expect(limits.wait(.init(name: "Ana", address: "d"), at: now.addingTimeInterval(1800)) == 0)
    }

    @Test func `an address waits after twenty, whatever names it tries, and one right password does not help it`() {
        var limits = LoginLimits()
        for number in 0..<19 { limits.fail(.init(name: "n\(number)", address: "a"), at: now) }
        // As a try that is right does: counted first, then taken off.
        limits.fail(.init(name: "Ana", address: "a"), at: now)
        #expect(limits.wait(.init(name: "Ben", address: "a"), at: now) == 1)
        limits.succeed(.init(name: "Ana", address: "a"))
        #expect(limits.wait(.init(name: "Ben", address: "a"), at: now) == 0)
        limits.fail(.init(name: "x", address: "a"), at: now)
        #expect(limits.wait(.init(name: "Ben", address: "a"), at: now) == 1)
        #expect(limits.wait(.init(name: "Ben", address: "b"), at: now) == 0)
    }

    @Test func `whoever tries very many names fills nothing, and is not forgotten`() {
        var limits = LoginLimits()
        for number in 0..<12_000 {
            limits.fail(.init(name: "n\(number)", address: "a"), at: now.addingTimeInterval(Double(number) / 1000))
        }
        #expect(limits.wait(.init(name: "Ben", address: "a"), at: now.addingTimeInterval(12)) > 0)
    }
}
