public import Presentation

extension Document {
    /// What is published of the documents about goals, assets, plans and months.
    public static let ofSavings =
        goalShapes + planShapes + assetShapes + transactionShapes + flexShapes + monthShapes + reminderShapes
        + ofSync + ofImports + [
            templatesShape.description, whatIfShape.description, forecastShape.description, reportShape.description,
            simulationShape.description,
        ]
}
