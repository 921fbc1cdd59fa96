extension String {
    /// The text as one word for a shell, in single quotes.
    package var shellWord: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
