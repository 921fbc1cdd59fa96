import Foundation
import GRDB
import Persistence
import Synchronization
import Values

/// A copy that is to be made with the first change of a day.
struct DueCopy: ~Copyable {
    let day: CalendarDay
    let file: NewFile
}

extension DueCopy? {
    /// Where the copy is written.
    var temporaryPath: String? {
        borrowing get {
            switch self {
            case .some(let copy): copy.file.temporaryPath
            case .none: nil
            }
        }
    }
}

extension SQLiteStore {
    /// The copy that is to be made today, if one is due: none on the day on which the store began. What goes wrong with it is a warning, here and in ``finish(_:_:)``.
    func dueCopy() async -> DueCopy? {
        let today = CalendarDay(utc: now(), secondsFromUTC: 0)
        let path = copies.path(of: today)
        guard keptCopies.count > 0, copies.isDue(on: today, sized: file.size),
            let began = try? await database.read({ try JournalTable.instant(of: 1, in: SQLConnection($0)) }),
            CalendarDay(utc: began, secondsFromUTC: 0) < today
        else { return nil }
        copies.makeFolder()
        do {
            return DueCopy(day: today, file: try NewFile(at: path))
        } catch {
            note(error, of: path)
            return nil
        }
    }

    /// Copies what was there before the transaction that is going on: a reader does not see what it has changed. Nobody
    /// can write in between, and so there is one copy that nothing of this day is in.
    static func copyBefore(_ file: StoreFile, to temporaryPath: String) -> Swift.Result<Void, any Error> {
        do {
            try file.openToRead().read { try DatabaseCopy.write($0, to: temporaryPath) }
            return .success(())
        } catch {
            // Its room may be what the change itself needs.
            truncate(temporaryPath, 0)
            return .failure(error)
        }
    }

    /// Reads the copy back, when nobody has to wait for that any more, and lets it appear.
    func finish(_ copy: consuming DueCopy, _ outcome: Swift.Result<Void, any Error>) {
        let (day, path) = (copy.day, copies.path(of: copy.day))
        do {
            try rethrowing(as: StoreFile(existing: path)) {
                try outcome.get()
                _ = try DatabaseCopy.verify(
                    copy.file.temporaryPath, as: StoreFile(existing: path), comparesIndexes: false)
            }
            // Who wrote later may be done earlier: the copy that shows the day's beginning holds the fewest changes.
            let own = DailyCopies.changes(in: copy.file.temporaryPath)
            try copy.file.appear { DailyCopies.changes(in: $0) > own }
            copies.prune(to: keptCopies, on: day)
        } catch BackupError.exists {
            // Another program, which does not see this one's lock, was faster.
        } catch {
            note(error, of: path)
        }
    }

    private func note(_ error: any Error, of path: String) {
        noted.withLock {
            $0.append(
                Warning(code: "copyFailed", message: "The copy of this day could not be made: \(error)"))
        }
    }
}
