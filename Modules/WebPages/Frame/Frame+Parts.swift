public import Values

public import struct Foundation.Date

extension Frame {
    /// An entry of the list of pages.
    public struct Entry: Sendable {
        package let title: String
        package let path: String
        let sign: String

        /// An entry; the sign is for the eye alone.
        public init(_ title: String, _ path: String, sign: String) {
            (self.title, self.path, self.sign) = (title, path, sign)
        }
    }

    /// A domain's entries of the list of pages.
    public struct Group: Sendable {
        let title: String
        let entries: [Entry]
        let isCurrent: Bool

        /// A group of entries.
        ///
        /// - Parameters:
        ///   - title: its heading, which is shown where there are several groups.
        ///   - isCurrent: whether the page is one of the group's.
        public init(_ title: String, _ entries: [Entry], isCurrent: Bool) {
            (self.title, self.entries, self.isCurrent) = (title, entries, isCurrent)
        }
    }

    /// The list of pages.
    public struct Pages: Sendable {
        let first: [Entry]
        let groups: [Group]
        let last: [Entry]

        /// Entries before, in and after groups.
        public init(first: [Entry] = [], groups: [Group] = [], last: [Entry] = []) {
            (self.first, self.groups, self.last) = (first, groups, last)
        }
    }

    /// The list beside the pages.
    public struct SideList: Sendable {
        let title: String
        let entries: [SideEntry]

        /// A list; its title is for people who do not see it.
        public init(_ title: String, _ entries: [SideEntry]) { (self.title, self.entries) = (title, entries) }
    }

    /// An entry of the list beside the pages.
    public struct SideEntry: Sendable {
        let title: String
        let note: String
        let path: String

        /// An entry with a few words behind it.
        public init(_ title: String, note: String, path: String) {
            (self.title, self.note, self.path) = (title, note, path)
        }
    }

    /// The frame's notes about the figures.
    public struct Figures: Sendable {
        let today: CalendarDay
        let instant: Date
        let revision: Int
        let set: String
        let isAsOf: Bool

        /// Figures of a day, worked out at an instant from a state of the store.
        ///
        /// - Parameters:
        ///   - set: the id of the set that they belong to.
        ///   - isAsOf: whether another day than the present one was asked for.
        public init(today: CalendarDay, instant: Date, revision: Int, set: String, isAsOf: Bool) {
            self.today = today
            self.instant = instant
            self.revision = revision
            self.set = set
            self.isAsOf = isAsOf
        }
    }

    /// The reader's choices.
    public struct Reader: Sendable {
        /// Light, dark, or as the system has it.
        public enum Theme: String, Sendable, CaseIterable {
            case light
            case dark
        }

        let style: PageStyle
        let theme: Theme?
        /// Proves that a form came from a page of this session.
        let csrf: String

        /// A reader.
        public init(_ style: PageStyle, theme: Theme?, csrf: String) {
            self.style = style
            self.theme = theme
            self.csrf = csrf
        }
    }
}
