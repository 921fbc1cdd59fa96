#if SQLite
    import Models
    import Persistence

    import struct Foundation.UUID

    enum PlanTable: RecordTable {
        static let layout = TableLayout(
            "plans",
            columns: [
                "goalID", "month", "scope", "state", "custom", "customCurrency", "adjusted", "adjustedCurrency",
            ],
            keyColumns: 3, order: "goalID, month, scope")

        static func cells(of plan: MonthlyPlan) -> [Cell] {
            [
                .text(plan.goalID.uuidString), .text("\(plan.month)"), .text(plan.scope.rawValue),
                .text(plan.state.rawValue), Cell(plan.custom?.amountText), Cell(plan.custom?.currency.encoded),
                Cell(plan.adjusted?.amountText), Cell(plan.adjusted?.currency.encoded),
            ]
        }

        static func record(of plan: MonthlyPlan) -> Record { .plan(plan) }

        static func value(in record: Record) -> MonthlyPlan? {
            if case .plan(let plan) = record { plan } else { nil }
        }

        static func value(of row: RowReader) throws -> MonthlyPlan {
            MonthlyPlan(
                goalID: try row.uuid(0), month: try row.month(1), scope: try row.choice(2), state: try row.choice(3),
                custom: try row.optionalMoney(4, 5), adjusted: try row.optionalMoney(6, 7))
        }
    }
#endif
