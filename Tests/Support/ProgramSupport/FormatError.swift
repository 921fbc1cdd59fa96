/// What is wrong with a text that should be in some format.
package struct FormatError: Error, CustomStringConvertible {
    package let description: String
}
