import Foundation
import Testing

@testable import Values

@Suite("Instants as people and programs write them") struct InstantTextTests {
    @Test(arguments: [
        ("2026-05-20T12:00:00Z", 1_779_278_400.0), ("2026-05-20T12:00:00.250Z", 1_779_278_400.25),
        ("2026-05-20T14:00:00+02:00", 1_779_278_400), ("2026-05-20T06:30:00-05:30", 1_779_278_400),
        ("1970-01-01T00:00:00Z", 0), ("2024-02-29T23:59:59Z", 1_709_251_199),
    ])
    func `an instant is read`(text: String, seconds: Double) {
        #expect(InstantText.written(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "2026-11-21T25:00:00Z", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-05-20T12:60:00Z",
        "2026-05-20T12:00:60Z", "2026-05-20", "2026-05-20T12:00:00", "2026-05-20 12:00:00Z", "2026-05-20T12:00Z",
        "2026-05-20T12:00:00z", "2026-05-20T12:00:00.Z", "2026-05-20T12:00:00+24:00", "2026-05-20T12:00:00+0200",
        "2026-05-20T12:00:00ZZ", "2026-05-20T1２:00:00Z", "now", "-1", "",
    ])
    func `what is no instant is refused`(text: String) {
        #expect(InstantText.written(text) == nil)
    }
}
