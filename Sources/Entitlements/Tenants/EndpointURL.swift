/// Where changes are delivered: an address without a password.
///
/// A tenant chooses it, so requests go by https, and to public addresses only. In development they
/// may go anywhere.
package struct EndpointURL: Hashable, Sendable {
    package let rawValue: String

    package static let maximumBytes = PlainURL.maximumBytes

    package static let expectation =
        "Expected an https URL with the name of a host, without a password or a fragment."

    /// Nil unless all URL parsers read the text alike; nil for http, except in development.
    package init?(_ text: String, isDevelopment: Bool) {
        guard let url = PlainURL(text), url.isEncrypted || isDevelopment else { return nil }
        rawValue = text
    }

    package init(unchecked text: String) {
        rawValue = text
    }
}
