import Testing

/// The names that every start of a program looks up.
@Suite struct CommandNameTests {
    /// A name that is derived from its type takes longer at each start than reading the arguments.
    @Test(arguments: ["Modules", "Apps"]) func `every command states its own name`(folder: String) throws {
        for file in try Sources.files(under: folder) {
            let made = file.text.ranges(of: /\bCommandConfiguration\(/).count
            let named = file.text.ranges(of: /\bCommandConfiguration\(\s*commandName:/).count
            #expect(made == named, "\(file.path)")
        }
    }
}
