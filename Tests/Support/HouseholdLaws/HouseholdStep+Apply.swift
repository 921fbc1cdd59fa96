package import Foundation
package import Models

extension HouseholdStep {
    /// Whether everything that the step names was added.
    package func isNamed(in ids: HouseholdIDs) -> Bool {
        switch self {
        case .editGoal(let goal, _, _, _, _), .pause(let goal), .resume(let goal), .archive(let goal),
            .cancel(let goal), .finish(let goal), .deleteGoal(let goal), .decide(let goal, _, _, _, _):
            ids.goal(goal) != nil
        case .deleteAsset(let asset), .transact(let asset, _, _): ids.asset(asset) != nil
        case .spend(let asset, _, let goal), .allocate(let asset, let goal, _), .unallocate(let asset, let goal):
            ids.asset(asset) != nil && ids.goal(goal) != nil
        case .editTransaction(let transaction, _, _), .deleteTransaction(let transaction):
            ids.transaction(transaction) != nil
        default: true
        }
    }

    /// Carries the step out in the model, after the product accepted it.
    ///
    /// - Parameters:
    ///   - newIDs: the ids of what was added: a goal, a transaction, an asset and its opening balance. Never empty.
    ///   - flex: what flex saved, for ``saveFlex(percent:)``.
    package func apply(
        to household: inout SlowHousehold, ids: inout HouseholdIDs, newIDs: [UUID], flex: [UUID: Money] = [:],
        at moment: inout HouseholdMoment
    ) throws {
        guard isNamed(in: ids), let id = newIDs.first else {
            ids.leaveOut(self)
            return
        }
        switch self {
        case .advance(let days):
            moment.today = moment.today.adding(days: days)
            moment.now = moment.now.addingTimeInterval(Double(days) * 86_400)
        case .prices(let prices): moment.rates = HouseholdYear.rates(prices)
        case .addGoal(let name, let target, let start, let deadline):
            try household.addGoal(id, name: name, target: target, start: start, deadline: deadline, at: moment)
            ids.goals.append(id)
        case .addAsset(let name, let currency, let opening):
            try household.addAsset(id, currency: currency, name: name, at: moment)
            ids.assets.append(id)
            guard let opening, let transaction = newIDs.last else { return }
            try household.enter(
                transaction, asset: id, amount: opening, day: moment.today, kind: .opening, entered: moment.now,
                at: moment)
            ids.transactions.append(transaction)
        case .transact(let asset, let amount, let day):
            guard let asset = ids.asset(asset) else { return }
            try household.enter(
                id, asset: asset, amount: amount, day: day, kind: .manual, entered: moment.now, at: moment)
            ids.transactions.append(id)
        case .spend(let asset, let amount, _):
            guard let asset = ids.asset(asset) else { return }
            try household.enter(
                id, asset: asset, amount: amount, day: moment.today, kind: .spending, entered: moment.now, at: moment)
            ids.transactions.append(id)
        default: try change(&household, ids, flex: flex, at: moment)
        }
    }

    private func change(
        _ household: inout SlowHousehold, _ ids: HouseholdIDs, flex: [UUID: Money], at moment: HouseholdMoment
    ) throws {
        switch self {
        case .deleteAsset(let asset):
            guard let asset = ids.asset(asset) else { return }
            try household.deleteAsset(asset, at: moment)
        case .editTransaction(let transaction, let amount, let day):
            guard let transaction = ids.transaction(transaction) else { return }
            try household.edit(transaction, amount: amount, day: day, at: moment)
        case .deleteTransaction(let transaction):
            guard let transaction = ids.transaction(transaction) else { return }
            try household.delete(transaction, at: moment)
        case .allocate(let asset, let goal, let allocation):
            guard let asset = ids.asset(asset), let goal = ids.goal(goal) else { return }
            try household.allocate(asset, to: goal, allocation, at: moment)
        case .unallocate(let asset, let goal):
            guard let asset = ids.asset(asset), let goal = ids.goal(goal) else { return }
            try household.unallocate(asset, from: goal, at: moment)
        case .saveFlex: try household.saveFlex(flex, at: moment)
        case .resetFlex: household.resetFlex(at: moment)
        case .startMonth: try household.startMonth(at: moment)
        case .closeMonth: try household.closeMonth(at: moment)
        case .undoMonth: household.undoMonth()
        default: try changeGoal(&household, ids, at: moment)
        }
    }

    private func changeGoal(
        _ household: inout SlowHousehold, _ ids: HouseholdIDs, at moment: HouseholdMoment
    ) throws {
        switch self {
        case .editGoal(let goal, let name, let target, let start, let deadline):
            guard let goal = ids.goal(goal) else { return }
            try household.editGoal(
                goal, name: name, target: target, start: start, deadline: deadline, at: moment)
        case .decide(let goal, let state, let custom, let clearsCustom, let always):
            guard let goal = ids.goal(goal) else { return }
            try household.decide(
                goal, state: state, custom: custom, clearsCustom: clearsCustom, always: always, at: moment)
        case .pause(let goal): try ids.goal(goal).map { try household.pause($0, at: moment) }
        case .resume(let goal): try ids.goal(goal).map { try household.resume($0, at: moment) }
        case .archive(let goal): try ids.goal(goal).map { try household.archive($0, at: moment) }
        case .cancel(let goal): try ids.goal(goal).map { try household.cancel($0, at: moment) }
        case .finish(let goal): try ids.goal(goal).map { try household.finish($0, at: moment) }
        case .deleteGoal(let goal): try ids.goal(goal).map { try household.deleteGoal($0, at: moment) }
        default: break
        }
    }
}
