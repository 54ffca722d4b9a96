import Entitlements

/// The end of a page of deliveries: the number of its last change.
///
/// Opaque to callers; encoded so that they do not construct one.
struct DeliveryCursor {
    let number: Int64

    init(number: Int64) {
        self.number = number
    }

    init(reading text: String) throws(Failure) {
        guard let number = Int64(text, radix: 36), number > 0 else { throw CursorText.refusal }
        self.number = number
    }

    var text: String { String(number, radix: 36) }
}
