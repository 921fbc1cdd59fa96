public import Presentation

extension Document {
    /// What is published of the documents of every program.
    public static let ofPrograms =
        backupShapes + [
            settingsShape.description, ConfigPath.document.description, ConfigReference.document.description,
            Doctor.document.description, historyShape.description, storeShape.description, CommandError.description,
        ]
}
