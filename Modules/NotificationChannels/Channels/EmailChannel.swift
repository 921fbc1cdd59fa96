import Foundation
import Models
import Notifications
import PluginKit

/// Sends messages by e-mail, through a program that is called like sendmail: it reads the whole message, and finds the
/// receivers in its header.
struct EmailChannel: NotificationChannel {
    static let channelName = "email"
    static let command = SettingDefinition(
        "notifications.email.command", .strings, default: "sendmail,-t,-i", reach: .programs,
        "The program that sends e-mail, and its arguments; it is called like sendmail. For msmtp: msmtp,-t")
    static let from = SettingDefinition(
        "notifications.email.from", .string, "The sender's address.", refusal: refusal)
    static let to = SettingDefinition(
        "notifications.email.to", .string, reach: .receivers, "The receiver's address.", refusal: refusal)
    static let settings = [command, from, to]

    let name = EmailChannel.channelName
    private let program: MessageProgram
    private let from: String
    private let to: String

    private static let refusal: @Sendable (SettingValue) -> String? = {
        if case .text(let text) = $0, !isAddress(text) {
            "it has to be one address such as ada@example.org"
        } else {
            nil
        }
    }

    /// One plain address: no name, no list, nothing that could begin another header.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.hasPrefix("-")
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Array("\"(),:;<>[\\]".utf8).contains($0) }
    }

    init(_ settings: any SettingsReader) throws {
        from = try settings.required(Self.from)
        to = try settings.required(Self.to)
        program = try MessageProgram(Self.command, settings)
    }

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        try await program.take(Data(Self.text(of: message, from: from, to: to, at: call.now).utf8))
    }

    /// The message as RFC 5322 has it. The text is base64, so that no line of it is taken for anything else.
    static func text(of message: NotificationMessage, from: String, to: String, at now: Date) -> String {
        let domain = from.split(separator: "@").last.map(String.init) ?? "localhost"
        let header = [
            "From: \(from)", "To: \(to)", "Subject: \(encodedWords(message.title))", "Date: \(date(now))",
            "Message-ID: <\(message.id.uuidString.lowercased())@\(domain)>", "Auto-Submitted: auto-generated",
            "X-Category: \(message.category)", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
        ]
        let body = Data((message.body + "\n").utf8).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithLineFeed])
        return header.joined(separator: "\n") + "\n\n" + body + "\n"
    }

    /// A text as encoded words of at most 75 characters each (RFC 2047), whole characters in every one.
    private static func encodedWords(_ text: String) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        for character in text {
            if bytes.count + character.utf8.count > 42, !bytes.isEmpty {
                words.append(Data(bytes).base64EncodedString())
                bytes = []
            }
            bytes += Array(character.utf8)
        }
        words.append(Data(bytes).base64EncodedString())
        return words.map { "=?utf-8?B?\($0)?=" }.joined(separator: "\n ")
    }

    private static func date(_ now: Date) -> String {
        let style = Date.VerbatimFormatStyle(
            format:
                "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) +0000",
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        return now.formatted(style)
    }
}
