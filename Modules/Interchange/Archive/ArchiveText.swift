/// Archives as JSON: an object for each record, named by the columns of its kind, so that a kind that is added later needs
/// nothing here.
enum ArchiveText {
    /// The name and version of the format.
    static let schema = "cst.archive/1"
}
