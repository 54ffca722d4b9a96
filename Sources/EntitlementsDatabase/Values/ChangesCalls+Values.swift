package import Entitlements

extension ListChanges.Row {
    /// A change of the log.
    package struct Entry: Sendable {
        package let number: Int64
        package let appUserID: AppUserID
        package let environment: PurchaseEnvironment
        /// JSON text, in one line.
        package let json: [UInt8]
    }

    /// The row's change; nil in the one row of a page without any.
    package var entry: Entry? {
        guard let number, let changedAppUserID, let change else { return nil }
        return Entry(
            number: number, appUserID: changedAppUserID,
            environment: changedEnvironment.flatMap(PurchaseEnvironment.init) ?? .production,
            // Line breaks are between values only. A stream's event cannot have them, and all
            // streams share the bytes.
            json: change.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 })
    }
}

extension Set<PurchaseEnvironment> {
    /// As SQL has them.
    package var names: [String] { map(\.rawValue).sorted() }
}
