import Foundation
import Testing
import Values

/// Zones as `TZ` writes them.
@Suite struct ZoneTextTests {
    private func offset(_ text: String, _ instant: String) throws -> Int? {
        let now = try Date("2026-05-20T09:00:00Z", strategy: .iso8601)
        return ZoneText.zone(text, now: now)?.secondsFromGMT(for: try Date(instant, strategy: .iso8601))
    }

    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", 2, 1), ("JST-9", 9, 9), (":Europe/Berlin", 2, 1), ("Europe/Berlin", 2, 1),
        ("/usr/share/zoneinfo/America/New_York", -4, -5), ("EST5EDT,M3.2.0,M11.1.0", -4, -5), ("UTC", 0, 0),
        ("GMT+3", -3, -3),
        ("<-03>3", -3, -3), ("NZST-12NZDT,M9.5.0,M4.1.0/3", 12, 13), ("EST5EDT", -4, -5), (":UTC", 0, 0),
    ])
    func `every form that the C library reads`(_ text: String, _ summer: Int, _ winter: Int) throws {
        #expect(try offset(text, "2026-07-20T12:00:00Z") == summer * 3600, "\(text)")
        #expect(try offset(text, "2026-01-20T12:00:00Z") == winter * 3600, "\(text)")
    }

    @Test func `parts of hours, and the hour of the change`() throws {
        #expect(try offset("<+0530>-5:30", "2026-07-20T12:00:00Z") == 19_800)
        #expect(try offset("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z") == 7200)
        #expect(try offset("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:01Z") == 3600)
    }

    @Test(arguments: ["Europe/Berln", "CE-1", "nonsense", "CET-1CEST,M13.5.0,M10.5.0", "CET-99", "CET-1CEST,M3.5.0"])
    func `what names no zone`(_ text: String) throws {
        #expect(try offset(text, "2026-07-20T12:00:00Z") == nil)
    }
}
