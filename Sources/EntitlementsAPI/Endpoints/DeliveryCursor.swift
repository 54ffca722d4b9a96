package import Entitlements

/// The end of a page of deliveries: the number of its last change.
///
/// Opaque to callers; encoded so that they do not construct one.
package struct DeliveryCursor {
    package let number: Int64

    package init(number: Int64) {
        self.number = number
    }

    package init(reading text: String) throws(Failure) {
        guard let number = Int64(text, radix: 36), number > 0 else { throw CursorText.refusal }
        self.number = number
    }

    package var text: String { String(number, radix: 36) }
}
