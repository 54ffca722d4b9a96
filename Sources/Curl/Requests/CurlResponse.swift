/// A complete answer, of any status.
package struct CurlResponse: Sendable {
    package let status: Int
    /// Names in lower case, in order; without the headers of interim answers and without trailers.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// Returns a header's first value, by its lower-case name.
    package subscript(name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
