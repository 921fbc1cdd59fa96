import Models
import TestSupport

extension HouseholdYearMaker {
    mutating func addGoal() throws {
        let currency = anyCurrency()
        let isBegun = random.chance(3, in: 4)
        let start = isBegun ? today.adding(days: -random.int(0...40)) : today.adding(days: random.int(0...70))
        let deadline = max(start, today).adding(
            days: random.chance(1, in: 5) ? random.int(0...30) : random.int(31...500))
        let name = random.pick(["Car", "Trip", "Roof", "Wedding", "Bike", "Reserve", "Ä", "Zebra"])
        let target = try amount(200...9000, in: currency).rounded(.up)
        steps.append(.addGoal(name: name, target: target, start: start, deadline: deadline))
        goals.append(Goal(currency: currency, start: start, deadline: deadline))
        if random.chance(2, in: 3) { try allocate(to: goals.count - 1) }
    }

    mutating func addAsset() throws {
        let currency = anyCurrency()
        let opening = random.chance(2, in: 3) ? try amount(50...4000, in: currency) : nil
        steps.append(.addAsset(name: "Asset \(assets.count)", currency: currency, opening: opening))
        assets.append(Asset(currency: currency))
        if opening != nil { transactions.append((assets.count - 1, today)) }
    }

    mutating func deleteAsset() {
        let asset = anyAsset()
        steps.append(.deleteAsset(asset))
        assets[asset].isGone = true
        allocated.removeAll { $0.asset == asset }
    }

    /// Mostly money put in of late; at times a withdrawal, a late entry, or one of the future.
    mutating func transact() throws {
        let asset = anyAsset()
        let amount = try amount(1...900, in: currencyOfAsset(asset))
        let signed = random.chance(1, in: 5) ? amount.negated : amount
        let day = anyDay()
        steps.append(.transact(asset: asset, amount: signed, day: day))
        transactions.append((asset, day))
    }

    mutating func anyDay() -> CalendarDay {
        switch random.int(1...10) {
        case 1...6: today
        case 7: today.adding(days: -random.int(1...10))
        case 8: today.adding(days: -random.int(11...80))
        case 9: [today.month.day(1), today.month.lastDay][random.int(0...1)]
        default: today.adding(days: random.int(1...40))
        }
    }

    /// A transaction is corrected or deleted, often one of the newest.
    mutating func correct() throws {
        guard !transactions.isEmpty else { return }
        let newest = max(0, transactions.count - 4)
        let index = random.int((random.chance(1, in: 2) ? newest : 0)...transactions.count - 1)
        guard !random.chance(1, in: 3) else {
            steps.append(.deleteTransaction(index))
            return
        }
        let changesAmount = random.chance(2, in: 3)
        let currency = currencyOfAsset(transactions[index].asset)
        let amount = changesAmount ? try amount(1...1200, in: currency) : nil
        let movesDay = !changesAmount || random.chance(1, in: 3)
        let near = transactions[index].day.adding(days: random.int(-35...35))
        let day = movesDay ? (random.chance(1, in: 2) ? near : anyDay()) : nil
        steps.append(.editTransaction(index, amount: amount, day: day))
        if let day { transactions[index].day = day }
    }

    mutating func allocate(to goal: Int) throws {
        guard !assets.isEmpty else { return }
        let asset = anyAsset()
        let allocation: SlowAllocation
        switch random.int(1...5) {
        case 1...2:
            let units = random.chance(1, in: 2) ? random.int(1...60) * 10_000 : random.int(1...500_000)
            allocation = .share(Ratio(Int128(units), over: 1_000_000) ?? .one)
        case 3...4: allocation = .amount(try amount(1...800, in: currencyOfAsset(asset)))
        default: allocation = .rest
        }
        steps.append(.allocate(asset: asset, goal: goal, allocation))
        allocated.append((asset, goal))
    }

    mutating func unallocate() {
        guard !allocated.isEmpty else { return }
        let pair = allocated.remove(at: random.int(0...allocated.count - 1))
        steps.append(.unallocate(asset: pair.asset, goal: pair.goal))
    }

    mutating func decide() throws {
        let goal = anyGoal { $0.isActive }
        let isAboutAmount = random.chance(1, in: 2)
        let states: [FlexState] = [.skipped, .protected, .flexible, .skipped]
        let custom =
            isAboutAmount && !random.chance(1, in: 6)
            ? try amount(1...400, in: goals[goal].currency).rounded(.up) : nil
        steps.append(
            .decide(
                goal: goal, state: isAboutAmount ? nil : random.pick(states), custom: custom,
                clearsCustom: isAboutAmount && custom == nil, always: random.chance(1, in: 5)))
    }

    mutating func changeGoal() throws {
        let goal = anyGoal { !$0.isEnded && !$0.isGone }
        switch random.int(1...6) {
        case 1...3:
            let target = try amount(100...12_000, in: goals[goal].currency).rounded(.up)
            steps.append(.editGoal(goal, name: nil, target: target, start: nil, deadline: nil))
        case 4...5:
            let deadline = max(today, goals[goal].deadline).adding(days: random.int(-60...150))
            steps.append(.editGoal(goal, name: nil, target: nil, start: nil, deadline: deadline))
            goals[goal].deadline = deadline
        default:
            let name = random.pick(["A", "Car", "Trip", "ß", "z"])
            let start = goals[goal].start.adding(days: random.int(-30...30))
            steps.append(.editGoal(goal, name: name, target: nil, start: start, deadline: nil))
        }
    }

    /// A goal is paused, resumed, archived or ended.
    mutating func liveOn() {
        switch random.int(1...9) {
        case 1...2:
            let goal = anyGoal { $0.isActive }
            steps.append(.pause(goal))
            goals[goal].isActive = false
        case 3...5:
            let goal = anyGoal { !$0.isActive && !$0.isEnded && !$0.isGone }
            steps.append(.resume(goal))
            goals[goal].isActive = !goals[goal].isEnded
        case 6:
            let goal = anyGoal { $0.isActive }
            steps.append(.archive(goal))
            goals[goal].isActive = false
        default:
            let goal = anyGoal { $0.isActive }
            switch random.int(1...5) {
            case 1...2: steps.append(.cancel(goal))
            case 3...4: steps.append(.finish(goal))
            default:
                steps.append(.deleteGoal(goal))
                goals[goal].isGone = true
            }
            goals[goal].isActive = false
            goals[goal].isEnded = true
        }
    }

    mutating func spend() throws {
        guard goals.contains(where: { $0.isEnded && !$0.isGone }) else { return }
        let goal = anyGoal { $0.isEnded && !$0.isGone }
        let given = allocated.filter { $0.goal == goal }
        let asset = given.isEmpty ? anyAsset() : random.pick(given).asset
        let amount = try amount(1...300, in: currencyOfAsset(asset)).negated
        steps.append(.spend(asset: asset, amount: amount, goal: goal))
        transactions.append((asset, today))
    }
}
