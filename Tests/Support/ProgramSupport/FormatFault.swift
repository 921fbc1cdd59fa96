/// What is wrong with a text that should be in some format.
package struct FormatFault: Error, CustomStringConvertible {
    package let description: String
}
