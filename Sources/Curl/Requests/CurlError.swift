/// Why a request has no answer.
///
/// Holds nothing of the request, so it can be logged.
package enum CurlError: Error, Equatable {
    /// The server's or the proxy's name has no address.
    case couldNotResolve
    /// The server or the proxy accepts no connection.
    case couldNotConnect
    /// A deadline passed while connecting, or while the answer was outstanding.
    case timedOut(connecting: Bool)
    case bodyTooLarge
    case headersTooLarge
    /// The TLS handshake failed, or the server's certificate is not trusted.
    case tlsFailed
    /// The address filter refused all of the server's addresses.
    case addressRefused
    /// The URL is malformed, has a password, or is neither http nor https.
    case invalidURL
    /// The method or a header cannot be sent as written.
    case invalidRequest
    case tooManyWaiting
    case cancelled
    case shutdown
    /// Any other failure, by libcurl's `CURLcode`, such as a truncated answer or one that is not
    /// HTTP.
    case failed(code: Int32)
}

extension CurlError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .couldNotResolve: "The server's name has no address."
        case .couldNotConnect: "The server accepts no connection."
        case .timedOut(connecting: true): "There was no connection in time."
        case .timedOut(connecting: false): "There was no answer in time."
        case .bodyTooLarge: "The answer's body is too large."
        case .headersTooLarge: "The answer's headers are too large."
        case .tlsFailed: "The TLS handshake failed, or the server's certificate is not trusted."
        case .addressRefused: "The server's address is not public."
        case .invalidURL: "The URL is not a plain http or https URL."
        case .invalidRequest: "The method or a header cannot be sent."
        case .tooManyWaiting: "Too many requests are waiting."
        case .cancelled: "The request was cancelled."
        case .shutdown: "The client is shutting down."
        case .failed(let code): "The request failed with libcurl's code \(code)."
        }
    }
}
