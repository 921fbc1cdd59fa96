import ArgumentParser
package import WebApplication

extension PublicAddress: ExpressibleByArgument {}
