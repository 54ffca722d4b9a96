/// A whole answer, whatever its status.
package struct CurlResponse: Sendable {
    package let status: Int
    /// Names in lower case, in their order; without those of interim answers and trailers.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// The first value of a header, by its lower-case name.
    package subscript(name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
