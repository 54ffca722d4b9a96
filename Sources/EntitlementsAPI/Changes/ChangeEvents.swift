import Entitlements
import EntitlementsDatabase
import NIOCore

/// A tenant's changes as server-sent events, in one text for all streams that read as far.
struct ChangeEvents: Sendable {
    /// Of an event, what is not the change: the names of its fields, its id and its line breaks.
    private static let maximumFramingBytes = 40

    let lastNumber: Int64
    let text: ByteBuffer

    /// The events of some environments.
    ///
    /// Nil if there is no change of any after the number: a stream that wrote others would not end.
    init?(
        _ changes: [ListChanges.Row.Entry], after number: Int64,
        in environments: Set<PurchaseEnvironment>
    ) {
        guard let newest = changes.last, newest.number > number else { return nil }
        var text = ByteBuffer()
        text.reserveCapacity(changes.reduce(0) { $0 + $1.json.count + Self.maximumFramingBytes })
        for change in changes where environments.contains(change.environment) {
            text.writeString("id: \(change.number)\ndata: ")
            // In one line: a line break would end the field.
            text.writeBytes(change.json)
            text.writeString("\n\n")
        }
        lastNumber = newest.number
        self.text = text
    }
}
