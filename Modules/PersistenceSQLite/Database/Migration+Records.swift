#if SQLite
    extension Migration {
        /// The records, their totals and the journal.
        static let records = Migration(
            name: "records", version: "0.1.0",
            statements: [
                """
                CREATE TABLE migrations (
                    number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL
                ) STRICT
                """,
                """
                CREATE TABLE totals (name TEXT NOT NULL PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL) STRICT
                """,
                """
                INSERT INTO totals (name, rows, sum) VALUES
                    ('goals', 0, 0), ('assets', 0, 0), ('allocations', 0, 0), ('transactions', 0, 0), ('balances', 0, 0),
                    ('plans', 0, 0), ('journal', 0, 0)
                """,
                """
                CREATE TABLE goals (
                    id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, emoji TEXT, details TEXT, link TEXT,
                    target TEXT NOT NULL, currency TEXT NOT NULL, start TEXT NOT NULL, deadline TEXT NOT NULL,
                    reminder TEXT, lifecycle TEXT NOT NULL, snapshot TEXT, checksum INTEGER NOT NULL
                ) STRICT
                """,
                """
                CREATE TABLE assets (
                    id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, currency TEXT NOT NULL, chain TEXT, address TEXT,
                    checksum INTEGER NOT NULL
                ) STRICT
                """,
                """
                CREATE TABLE allocations (
                    assetID TEXT NOT NULL REFERENCES assets (id) DEFERRABLE INITIALLY DEFERRED,
                    goalID TEXT NOT NULL REFERENCES goals (id) DEFERRABLE INITIALLY DEFERRED,
                    share INTEGER, earmark TEXT, currency TEXT, checksum INTEGER NOT NULL,
                    PRIMARY KEY (assetID, goalID)
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX allocationsByGoal ON allocations (goalID)",
                """
                CREATE TABLE transactions (
                    id TEXT NOT NULL PRIMARY KEY,
                    assetID TEXT NOT NULL REFERENCES assets (id) DEFERRABLE INITIALLY DEFERRED,
                    day TEXT NOT NULL, amount TEXT NOT NULL, currency TEXT NOT NULL, note TEXT, hash TEXT,
                    checksum INTEGER NOT NULL
                ) STRICT
                """,
                "CREATE INDEX transactionsByAsset ON transactions (assetID, day, amount, currency)",
                """
                CREATE TABLE plans (
                    goalID TEXT NOT NULL REFERENCES goals (id) DEFERRABLE INITIALLY DEFERRED,
                    month TEXT NOT NULL, scope TEXT NOT NULL, state TEXT NOT NULL,
                    custom TEXT, customCurrency TEXT, adjusted TEXT, adjustedCurrency TEXT, checksum INTEGER NOT NULL,
                    PRIMARY KEY (goalID, month, scope)
                ) STRICT, WITHOUT ROWID
                """,
                """
                CREATE TABLE journal (
                    number INTEGER NOT NULL PRIMARY KEY, instant TEXT NOT NULL, program TEXT NOT NULL,
                    command TEXT NOT NULL, undoes INTEGER, checksum INTEGER NOT NULL
                ) STRICT
                """,
                """
                CREATE TABLE journalChanges (
                    entry INTEGER NOT NULL REFERENCES journal (number) DEFERRABLE INITIALLY DEFERRED,
                    position INTEGER NOT NULL, record TEXT NOT NULL, change TEXT NOT NULL, checksum INTEGER NOT NULL,
                    PRIMARY KEY (entry, position)
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX journalChangesByRecord ON journalChanges (record)",
            ]
                + ["journal", "journalChanges"].flatMap { table in
                    ["Update", "Delete"].map { action in
                        """
                        CREATE TRIGGER \(table)No\(action) BEFORE \(action) ON \(table)
                        BEGIN SELECT RAISE(ABORT, 'entries of the journal are only ever added'); END
                        """
                    }
                })
    }
#endif
