public import ArgumentParser
public import Interchange

// What a person says of a file is named on the command line as in documents.

extension DecimalMark: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {}
extension JournalDialect: ExpressibleByArgument {}
extension ImportAnswers.Fees: ExpressibleByArgument {}
