extension Int128 {
    /// The quotient rounded up; for a dividend that is not negative and a divisor above 0.
    package func dividedRoundingUp(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder > 0 ? quotient + 1 : quotient
    }
}
