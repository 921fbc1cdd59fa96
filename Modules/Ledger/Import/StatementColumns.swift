package import FileFormats

extension ColumnRole {
    /// The category.
    package static let category = ColumnRole(
        "category", titles: ["category", "kategorie", "catégorie", "categoría", "categoria", "categorie", "kategori"])
}

extension ImportTarget {
    /// Movements of accounts with their payees and categories.
    package static let ledger = ImportTarget(
        ImportTarget.movements.roles.filter { $0 != .note } + [.payee, .payer, .category, .note])
}
