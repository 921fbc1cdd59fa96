import Foundation
public import Values

extension ChangeOrigin {
    /// Where the changes of a call come from.
    public init(_ call: Call) {
        self.init(instant: call.now, program: call.program, command: call.command, person: call.person)
    }
}

extension Store {
    /// The call with an instant of its own: a millisecond after the last change where the clock shows the same or has just
    /// been set back, so that what is entered quickly keeps its order.
    ///
    /// - Throws: ``StoreError``.
    public func stamped(_ call: Call) async throws -> Call {
        guard !call.isStamped else { return call }
        var stamped = call
        stamped.isStamped = true
        let newest = try await read { try $0.newestEntry()?.origin.instant }
        guard let newest, newest >= call.now.wholeMilliseconds, newest.timeIntervalSince(call.now) < 60 else {
            return stamped
        }
        stamped.now = newest.addingTimeInterval(0.001).wholeMilliseconds
        return stamped
    }

    /// Runs `body` in one transaction of a call. A dry run does everything, checks it as a whole and then rolls it back.
    ///
    /// - Throws: ``StoreError``, or what `body` throws; nothing is written then. ``StoreError/alreadyDone(entry:)`` when the
    ///   request was carried out before, ``StoreError/changedUnderneath(expected:found:)`` when its basis has changed.
    public func write<Result: Sendable>(
        _ call: Call, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        let call = try await stamped(call)
        do {
            return try await write(ChangeOrigin(call)) { writer in
                if let once = call.idempotencyKey { try Receipt.checkNew(once, in: writer) }
                if let basis = call.expectedVersion { try writer.checkUnchanged(basis) }
                let result = try body(writer)
                if call.isDryRun {
                    try writer.checkEnd()
                    throw DryRun(result: result)
                }
                try Receipt.keep(call, in: writer)
                return result
            }
        } catch let dryRun as DryRun<Result> {
            return dryRun.result
        }
    }
}

/// Carries the result of a write out of the transaction that it ends.
private struct DryRun<Result: Sendable>: Error {
    let result: Result
}
