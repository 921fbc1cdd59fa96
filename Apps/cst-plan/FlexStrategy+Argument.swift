public import ArgumentParser
public import FlexAdjustment

/// Strategies are named on the command line as in documents.
extension FlexStrategy: ExpressibleByArgument {}
