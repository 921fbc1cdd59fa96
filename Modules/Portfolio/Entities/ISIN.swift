import Models
import Persistence

/// The check of an ISIN that a person enters.
enum ISIN {
    /// Whether the last digit is the check digit of the others (ISO 6166: Luhn's over the digits, letters as 10 to 35).
    static func hasCheckDigit(_ text: String) -> Bool {
        var digits: [Int] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: digits.append(Int(byte - 0x30))
            case 0x41...0x5A:
                let value = Int(byte - 0x41) + 10
                digits += [value / 10, value % 10]
            default: return false
            }
        }
        let sum = digits.reversed().enumerated().reduce(0) { sum, entry in
            let digit = entry.offset.isMultiple(of: 2) ? entry.element : entry.element * 2
            return sum + digit / 10 + digit % 10
        }
        return sum.isMultiple(of: 10)
    }
}

extension Instrument {
    /// Issues of an ISIN that a person enters: a typing error, or that of another instrument in the same currency.
    func issuesOfEnteredISIN(in reader: any EntityReader) throws -> [ValidationIssue] {
        guard let isin, isin.utf8.count == 12 else { return [] }
        guard ISIN.hasCheckDigit(isin) else {
            return [
                ValidationIssue(
                    code: "invalidISIN", field: "isin",
                    message: "'\(isin.printable)' is no ISIN: its last digit does not fit the others.")
            ]
        }
        let other = try reader.all(Instrument.self).first {
            $0.id != id && $0.isin == isin && $0.currency == currency
        }
        guard let other else { return [] }
        return [
            ValidationIssue(
                code: "takenISIN", field: "isin",
                message: "'\(other.name)' has the ISIN \(isin) already, in the same currency.")
        ]
    }
}
