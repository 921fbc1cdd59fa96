#if SQLite
    extension Migration {
        /// Months that were started.
        static let months = Migration(
            name: "months", version: "0.2.0",
            statements: [
                "CREATE TABLE months (month TEXT NOT NULL PRIMARY KEY, content TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT",
                "INSERT INTO totals (name, rows, sum) VALUES ('months', 0, 0)",
            ])
    }
#endif
