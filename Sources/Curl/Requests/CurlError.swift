/// Why a request has no answer.
///
/// It holds nothing of the request, so it can be logged.
package enum CurlError: Error, Equatable {
    /// The name of the server, or of the proxy, has no address.
    case couldNotResolve
    /// The server, or the proxy, takes no connection.
    case couldNotConnect
    /// A deadline passed while there was no connection, or with the answer outstanding.
    case timedOut(connecting: Bool)
    case bodyTooLarge
    case headersTooLarge
    /// No TLS could be agreed on, or nobody vouches for the server's certificate.
    case tlsFailed
    /// The address filter let none of the server's addresses pass.
    case addressRefused
    /// It is no URL, one with a password in it, or one of neither http nor https.
    case invalidURL
    /// The method or a header could not be sent as it is written.
    case invalidRequest
    case tooManyWaiting
    case cancelled
    case shutdown
    /// All else, by libcurl's `CURLcode`: an answer that breaks off, say, or that is not HTTP.
    case failed(code: Int32)
}

extension CurlError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .couldNotResolve: "The server's name has no address."
        case .couldNotConnect: "The server takes no connection."
        case .timedOut(connecting: true): "There was no connection in time."
        case .timedOut(connecting: false): "There was no answer in time."
        case .bodyTooLarge: "The answer's body is too large."
        case .headersTooLarge: "The answer's headers are too large."
        case .tlsFailed: "There is no TLS with the server, or its certificate is not trusted."
        case .addressRefused: "The server's address is not a public one."
        case .invalidURL: "The URL is not a plain one of http or https."
        case .invalidRequest: "The method or a header cannot be sent."
        case .tooManyWaiting: "Too many requests are waiting."
        case .cancelled: "The request was cancelled."
        case .shutdown: "The client is shutting down."
        case .failed(let code): "The request failed with libcurl's code \(code)."
        }
    }
}
