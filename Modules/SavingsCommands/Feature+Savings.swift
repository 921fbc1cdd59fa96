import Allocation
import BalanceProviders
import Blockchain
import ChainProviders
public import CommandSupport
import ExtendedKeys
import FlexAdjustment
import Forecast
import Interchange
import Models
import Planning
import Presentation
import SavingsViews

extension Feature {
    /// Savings goals, what funds them, and what to set aside for them.
    public static let savings = Feature(
        plugins: { _ in
            [
                PlanningPlugin(), AllocationPlugin(), ExecBalancesPlugin(), ExecStatementsPlugin(), ChainsPlugin(),
                ExtendedKeysPlugin(),
                InterchangePlugin(), JournalBalancesPlugin(),
            ]
        },
        remedies: RemedyWords.savings, documents: Document.ofSavings,
        problems: [
            AllocationError.examples, AssetError.examples, FundingError.examples, LifecycleError.examples,
            PaymentDecisionError.examples, MonthError.examples, BudgetError.examples, WhatIfError.examples,
            ForecastError.examples, FlexError.examples, PaymentPlanError.examples, AddressError.examples,
            BalanceError.examples, BalanceQuestionError.examples, LevelBudgetError.examples,
            AssetSplitError.examples, WalletError.examples, ImportError.examples, ImportRefusal.examples,
            ArchiveError.examples, ExportError.examples, JournalPlaceError.examples,
        ].flatMap { (examples: [any Problem]) in examples },
        sample: Sample(
            write: { writer, today, now in try SampleHousehold(today: today, now: now).write(to: writer) },
            rates: SampleHousehold.rates(today:)))
}
