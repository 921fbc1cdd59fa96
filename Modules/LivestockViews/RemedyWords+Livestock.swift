import Livestock
import Persistence
public import Presentation
import Values

extension RemedyWords {
    /// The command line's words for remedies about herds.
    public static let livestock: [String: Sentence] = [
        Remedy.addHolding.action: { _ in
            "Name it with --holding, or add one: cst-herd holding add Home --currency AUD"
        },
        Remedy.joinHerd("").action: {
            "Enter the joining first: cst-herd join \(name($0)) --type controlled --start DAY --end DAY --rate 85%"
        },
        "livestock.joinMoved": { arguments in
            let end = arguments["end"].map { " --end \($0)" } ?? ""
            return "Enter it there: cst-herd join \(name(arguments)) --type \(arguments["type"] ?? "") "
                + "--start \(arguments["start"] ?? "")\(end) --rate \(arguments["rate"] ?? "") "
                + "--head \(arguments["head"] ?? "")"
        },
        Remedy.testPregnancy("").action: {
            "If they are not, enter what a test expects: cst-herd test \(name($0)) --expected N"
        },
        Remedy.separateHerd("").action: {
            "Females that were joined apart can be a herd of their own: cst-herd transfer \(name($0)) N --to HERD"
        },
        Remedy.listCategories.action: { _ in "See 'cst-herd reference categories'." },
        Remedy.setDressing("", "").action: {
            "Set it: cst-herd edit \(name($0)) --dressing \($0["percent"] ?? "PERCENT")"
        },
        Remedy.weigh("").action: { "Weigh it: cst-herd weigh \(name($0)) KG" },
        Remedy.recordBirths("").action: { "Record births: cst-herd birth \(name($0)) N --date DAY" },
        Remedy.wean("").action: { "Wean them: cst-herd wean \(name($0)) N --to HERD" },
        Remedy.enterPrice("").action: {
            "Enter a newer one: cst-herd price add --level saleyard --category \(($0["category"] ?? "").shellWord) …"
        },
        Remedy.adoptMuster("", 0).action: {
            "Adopt the count: cst-herd muster \(name($0)) \($0["counted"] ?? "") --adopt"
        },
        Remedy.addSaleyard("").action: { "Add it: cst-herd saleyard add \(name($0))" },
        Remedy.giveLivestockCurrency.action: { _ in "Add --currency, as in --currency AUD." },
        Remedy.listNames(of: "herd").action: { _ in "See 'cst-herd list --all'." },
        Remedy.listNames(of: "holding").action: { _ in "See 'cst-herd holding list'." },
        Remedy.listNames(of: "herdEvent").action: { _ in "See 'cst-herd events'." },
        Remedy.listNames(of: "livestockPrice").action: { _ in "See 'cst-herd price list'." },
        Remedy.listNames(of: "saleyard").action: { _ in "See 'cst-herd saleyard list'." },
    ]

    private static func name(_ arguments: [String: String]) -> String { (arguments["name"] ?? "").shellWord }
}
