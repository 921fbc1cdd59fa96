import Foundation
import Models
import Notifications
import Persistence
import PluginKit

/// Keeps an iCalendar file with the reminders of the next year up to date, for calendars that read or subscribe to it.
struct ICalendarChannel: ReminderCalendarChannel, HealthCheckable {
    static let channelName = "icalendar"
    static let file = SettingDefinition(
        "notifications.icalendar.file", .path,
        "The iCalendar file that is kept up to date, such as savings.ics; made when it is missing.")
    static let settings = [file]

    let name = ICalendarChannel.channelName
    let place: String?

    init(_ settings: any SettingsReader) throws {
        let path = try settings.optionalString(Self.file) ?? ""
        place = path.isEmpty ? nil : (path as NSString).expandingTildeInPath
    }

    func version() -> String? {
        guard let text = try? text() else { return nil }
        // Long lines are folded.
        return text.replacing("\r\n ", with: "").split(separator: "\r\n").prefix(10).first {
            $0.hasPrefix(ICalendar.versionMark)
        }
        .map { String($0.dropFirst(ICalendar.versionMark.count)) }
    }

    func keep(_ calendar: ReminderService.Calendar, version: String, _ call: Call) async throws {
        _ = try text()
        try write(ICalendar(calendar, version: version, now: call.now).text)
    }

    /// Puts a single message into the calendar, which the next version no longer has.
    func send(_ message: NotificationMessage, _ call: Call) async throws {
        let event = ICalendar.event(
            message.id.uuidString.lowercased(), message.category, message.instant, message.title, message.body,
            sequence: 0, now: call.now)
        let old = try text() ?? ICalendar(.init(reminders: [], sequence: 0), now: call.now).text
        let kept = old.split(separator: "\r\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix(ICalendar.versionMark) }.joined(separator: "\r\n")
        try write(
            String(kept.dropLast(kept.hasSuffix(ICalendar.end) ? ICalendar.end.count : 0)) + event + ICalendar.end)
    }

    func health(_ call: Call) async -> HealthStatus {
        do {
            _ = try text()
            return .healthy
        } catch {
            let reason = (error as? DeliveryFailure)?.reason ?? "\(error)"
            return .failed(detail: reason, since: call.now)
        }
    }

    /// What the file holds; nil while there is none. Somebody else's file is not touched.
    private func text() throws -> String? {
        guard let place else {
            throw DeliveryFailure.notTaken(reason: SettingsError.missing(key: Self.file.key).description)
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else {
            let folder = URL(fileURLWithPath: place).deletingLastPathComponent().path
            guard FileManager.default.isWritableFile(atPath: folder) else {
                throw DeliveryFailure.notTaken(reason: "Nothing can be written in the folder \(folder.printable).")
            }
            return nil
        }
        let text = isFolder.boolValue ? nil : try? String(contentsOfFile: place, encoding: .utf8)
        guard let text, text.isEmpty || text.contains(ICalendar.product) else {
            throw DeliveryFailure.notTaken(
                reason: "\(place.printable) is not a calendar of this program, and is not written over.")
        }
        return text.isEmpty ? nil : text
    }

    private func write(_ text: String) throws {
        guard let place else { return }
        do {
            try WholeFile.replace(place, with: Data(text.utf8))
        } catch {
            throw DeliveryFailure.notTaken(
                reason: "\(place.printable) could not be written: \(String(cString: strerror(error.code.rawValue))).")
        }
    }
}
