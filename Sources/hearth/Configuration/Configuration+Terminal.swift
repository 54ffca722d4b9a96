import FoundationEssentials

extension Configuration {
    /// Whether NO_COLOR is set (no-color.org): a wish of the reader, and no setting of Hearth.
    static var forbidsColour: Bool {
        ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty == false
    }
}
