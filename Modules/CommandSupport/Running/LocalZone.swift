import Foundation
import Values

/// The user's zone, in every form of `TZ` that the system's C library reads (I8).
enum LocalZone {
    /// Sees to it that `TimeZone.current` is the zone that `TZ` names.
    ///
    /// - Throws: ``CommandError`` for a text that names no zone, which would be taken for UTC.
    static func take(_ text: String?, now: Date) throws {
        guard let text, !text.isEmpty, text != TimeZone.current.identifier else { return }
        guard let zone = ZoneText.zone(text, now: now) else {
            throw CommandError(
                .usage, "unknownZone", "TZ is '\(text.printable)', which names no zone.",
                hint: "Set it to a name, as in TZ=Europe/Berlin, or leave it out.")
        }
        guard zone.identifier != text else { return }
        setenv("TZ", zone.identifier, 1)
        NSTimeZone.resetSystemTimeZone()
    }
}
