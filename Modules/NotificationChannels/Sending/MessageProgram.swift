import ExternalPrograms
import Foundation
import HTTPNetworking
import Models
import Notifications
import PluginKit

/// A program that carries messages: given one on standard input, it takes it by ending with status 0.
struct MessageProgram: Sendable {
    private let program: ExternalProgram
    private let limit: Duration
    private let isOffline: Bool

    /// The program that a setting names, with its arguments and more of them.
    ///
    /// - Parameter usesNetwork: whether it is not run while the network is switched off.
    /// - Throws: ``ExternalProgramError``, `SettingsError`.
    init(
        _ setting: SettingDefinition, _ settings: any SettingsReader, arguments: [String] = [], usesNetwork: Bool = true
    ) throws {
        let words = try settings.hasValue(setting) ? try settings.strings(setting) : []
        try self.init(words + arguments, setting: setting.key, settings, usesNetwork: usesNetwork)
    }

    init(_ words: [String], setting: String, _ settings: any SettingsReader, usesNetwork: Bool) throws {
        guard let first = words.first, !first.isEmpty else {
            throw ExternalProgramError.notConfigured(setting: setting)
        }
        program = try ExternalProgram(
            first, arguments: Array(words.dropFirst()), hiding: settings.secretVariables)
        limit = try settings.duration(ChannelSettings.timeout)
        isOffline = try usesNetwork && settings.boolean(NetworkSettings.offline)
    }

    /// Runs the program.
    ///
    /// - Throws: ``DeliveryFailure``, `CancellationError`.
    func take(_ input: Data, arguments: [String] = []) async throws {
        do {
            guard !isOffline else {
                throw DeliveryFailure.notTried(
                    reason: ExternalProgramError.offline(program: program.name).description)
            }
            _ = try await program.adding(arguments).run(input, within: limit)
        } catch let error as ExternalProgramError {
            if case .timedOut = error {
                // The text of the error names a setting of rates.
                throw DeliveryFailure.uncertain(
                    reason: "The program '\(program.name)' did not end in the time of notifications.timeout.")
            }
            throw DeliveryFailure.notTaken(reason: error.description)
        }
    }
}
