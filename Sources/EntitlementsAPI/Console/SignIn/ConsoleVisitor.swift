import Logging

/// Who sends a request to the console, before a session is known.
struct ConsoleVisitor: Sendable {
    /// The address of the browser, or of the last proxy before us.
    let address: String?
    /// The logger of the request.
    let logger: Logger
}
