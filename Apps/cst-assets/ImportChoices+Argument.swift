public import ArgumentParser
public import Interchange

// What a person says of a file is named on the command line as in documents.

extension JournalDialect: ExpressibleByArgument {}
extension ImportAnswers.Fees: ExpressibleByArgument {}
