import Allocation
import Blockchain
import ExchangeRates
import FlexAdjustment
import Forecast
import Interchange
import Models
import Notifications
import Persistence
import Planning
import PluginKit
import ProgramSettings
import RateProviders
import TerminalUI
import WebAccess
import WebPages

/// Every problem that programs may meet, from the examples that each lists.
enum Problems {
    private static let all: [[any Problem]] = [
        NumberError.examples, CalendarError.examples, ShareError.examples, CurrencyError.examples, MoneyError.examples,
        ValidationError.examples, RequestError.examples, SettingsError.examples, SettingsIssues.examples,
        SettingsEditError.examples,
        ContainerError.examples, LookupError.examples, StoreError.examples, HistoryError.examples,
        BackupError.examples, RateLookupError.examples, AllocationError.examples, AssetError.examples,
        FundingError.examples, LifecycleError.examples, PaymentDecisionError.examples, MonthError.examples,
        BudgetError.examples, WhatIfError.examples, ForecastError.examples, FlexError.examples, TerminalError.examples,
        PaymentPlanError.examples, AddressError.examples, BalanceError.examples, BalanceQuestionError.examples,
        FixedRatesFileError.examples, LevelBudgetError.examples, AssetSplitError.examples, ReminderError.examples,
        WalletError.examples, ImportError.examples, ImportRefusal.examples, ArchiveError.examples,
        ExportError.examples, JournalPlaceError.examples, WebProblem.examples, AccessError.examples,
    ]

    /// Code, kind and message, by code.
    static var rows: [[String]] {
        all.flatMap { $0 }.map { ["`\($0.code)`", $0.kind.rawValue, $0.description.replacing("\n", with: " ")] }
            .sorted { $0[0] < $1[0] }
    }
}
