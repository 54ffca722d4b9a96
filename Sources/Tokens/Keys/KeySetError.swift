package import Curl

/// Why an issuer's keys could not be fetched.
package enum KeySetError: Error, Equatable {
    /// The URL is for development only.
    case addressRefused
    case notReached(CurlError)
    /// No `200`: redirects are answers like any other.
    case status(Int)
    /// What was answered is no set of keys that we could use.
    case malformed
}
