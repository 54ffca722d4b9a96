package import Curl

/// The reasons why an issuer's keys could not be fetched.
package enum KeySetError: Error, Equatable {
    /// The URL is allowed in development only.
    case addressRefused
    case notReached(CurlError)
    /// The status is not `200`; redirects are not followed.
    case status(Int)
    /// The answer is not a usable key set.
    case malformed
}

extension KeySetError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .addressRefused: "The URL is allowed in development only."
        case .notReached(let error): error.description
        case .status(let status): "The answer has the status \(status)."
        case .malformed: "The answer is no key set that can be used."
        }
    }
}
