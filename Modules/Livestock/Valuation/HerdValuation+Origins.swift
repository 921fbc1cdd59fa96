import Values

extension HerdValuation {
    /// The origin of the mean weight: what was entered, or what it has grown from.
    var originOfWeight: String {
        guard let (base, from) = state.grownFrom, let entered = state.weightDay else { return "book" }
        let days = from.days(until: day)
        guard days > 0, state.gain != Kilograms(micro: 0) else {
            return from == entered ? "entered on \(entered)" : "mean of what was entered since \(entered)"
        }
        let isAtTarget = state.gain.micro > 0 && profile.targetWeight.map { $0 <= state.weight ?? $0 } ?? false
        return "\(base) kg on \(from) and \(days) × \(state.gain) kg" + (isAtTarget ? ", up to the target" : "")
    }

    /// The origin of the weight at birth of the unborn.
    func originOfBirthWeight(_ joining: Joining) -> String {
        if joining.birthWeight != nil { return "joining" }
        let dams = state.weight.map { " of the dams' \($0) kg" } ?? ""
        return "\(profile.species.birthWeightPart)\(dams)"
    }

    /// The origin of the weight of offspring at foot.
    func originAtFoot(_ lot: Lot) -> String {
        let days = min(lot.age(on: day), profile.species.growingDays)
        guard let birthWeight = lot.birthWeight, days > 0 else { return "at birth" }
        return "\(birthWeight) kg at birth and \(days) × \(lot.gain) kg"
    }
}
