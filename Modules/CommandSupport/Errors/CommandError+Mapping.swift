#if CommandLine
    import Allocation
    import ExchangeRates
    import FlexAdjustment
    import Models
    import Persistence
    import Planning
    import PluginKit
    import ProgramSettings

    extension CommandError {
        /// The error as it is told, whatever threw it.
        init(_ error: any Error) {
            switch error {
            case let error as CommandError: self = error
            case let error as NumberError: self.init(.usage, "badAmount", error.description)
            case let error as CalendarError: self.init(.usage, "badDay", error.description)
            case let error as ShareError: self.init(.usage, "badShare", error.description)
            case let error as CurrencyError: self.init(.data, error.code, error.description)
            case let error as MoneyError: self.init(.data, "badAmount", error.description)
            case let error as ValidationError:
                self.init(.data, "invalid", error.description, details: error.faults)
            case let error as AllocationError: self.init(.data, error.code, error.description)
            case let error as LifecycleError: self.init(.data, "lifecycle", error.description)
            case let error as FlexError: self.init(error.status, "flex", error.description)
            case let error as BudgetError: self.init(error.status, "budget", error.description)
            case let error as MonthError: self.init(.data, "month", error.description)
            case let error as WhatIfError: self.init(.data, "whatIf", error.description)
            case let error as PlanPreferenceError: self.init(.data, "plan", error.description)
            case let error as HistoryError: self.init(.data, "history", error.description)
            case let error as StoreError: self.init(error.status, error.code, error.description)
            case let error as SettingsFaults:
                self.init(
                    .data, "settings", error.description,
                    details: error.faults.map { Fault(code: "settings", field: $0.field, message: $0.description) })
            case let error as SettingsError: self.init(.data, "settings", error.description)
            case let error as ContainerError: self.init(error.status, "services", error.description)
            case is CancellationError: self.init(.interrupted, "interrupted", "Interrupted.")
            default: self.init(.outside, "failed", String(describing: error))
            }
        }
    }

    extension SettingsFault {
        /// What is wrong, as people wrote it: the key, the variable or the file.
        fileprivate var field: String {
            switch self {
            case .unknownKey(let key, _, _), .noValue(let key, _), .sectionWithValue(let key, _), .nested(let key, _),
                .duplicate(let key, _, _):
                key
            case .unknownVariable(let name, _), .clash(let name, _): name
            case .value(let error): error.key
            case .syntax(let path, _, _), .unreadable(let path, _): path
            }
        }
    }

    extension SettingsError {
        fileprivate var key: String {
            switch self {
            case .missing(let key), .wrongKind(let key, _, _, _), .refused(let key, _, _, _), .undeclared(let key): key
            }
        }
    }

    extension FlexError {
        fileprivate var status: CommandError.Status {
            switch self {
            case .badBounds, .boundTooPrecise, .factorOutsideBounds, .negativeBudget, .negativeTotal: .usage
            case .budgetTooLarge, .budgetCurrency, .budgetTooPrecise, .negativeAmount, .amountTooLarge,
                .requiredAboveRemaining, .badPaymentCount, .totalTooLarge, .repeatedGoal:
                .data
            }
        }
    }

    extension BudgetError {
        fileprivate var status: CommandError.Status {
            switch self {
            case .negative: .usage
            case .tooPrecise, .otherCurrency, .infeasible, .suggestionFails: .data
            }
        }
    }

    extension CurrencyError {
        fileprivate var code: String {
            switch self {
            case .unknown: "unknownCurrency"
            case .invalidToken, .invalidDecimals: "badToken"
            }
        }
    }

    extension StoreError {
        fileprivate var status: CommandError.Status {
            switch self {
            case .changedUnderneath, .dangling, .newerVersion, .differentKind, .newerKind, .olderKind, .unknownColumn:
                .data
            case .busy, .readOnly, .full, .damaged, .unusable: .outside
            }
        }

        fileprivate var code: String {
            switch self {
            case .changedUnderneath: "changedUnderneath"
            case .dangling: "dangling"
            case .busy: "busy"
            case .readOnly: "readOnly"
            case .full: "full"
            case .damaged: "damaged"
            case .newerVersion: "newerVersion"
            case .unusable: "unusable"
            case .differentKind: "differentKind"
            case .newerKind: "newerVersion"
            case .olderKind: "olderKind"
            case .unknownColumn: "unknownColumn"
            }
        }
    }

    extension ContainerError {
        /// A store that cannot be opened is the outside's fault; anything else is a matter of the settings.
        fileprivate var status: CommandError.Status {
            let isStore = faults.contains { fault in
                if case .providerFailed(let service, _, _) = fault { service == "persistence" } else { false }
            }
            return isStore ? .outside : .data
        }
    }
#endif
