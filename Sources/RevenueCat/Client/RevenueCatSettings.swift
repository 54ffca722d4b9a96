/// Which of RevenueCat's APIs a tenant is read from, as whom, and with how much patience.
package struct RevenueCatSettings: Sendable {
    /// The keys of the one are refused by the other.
    package enum APIVersion: Sendable, Equatable {
        /// Reading an id that is unknown creates a customer.
        case v1
        /// The key must be allowed to read customers, their subscriptions and purchases, and the
        /// project's products.
        case v2(projectID: String)
    }

    package static let defaultServerURL = "https://api.revenuecat.com"

    package var apiVersion: APIVersion
    package var apiKey: String
    /// A scheme, http or https, and a host, perhaps a port.
    package var serverURL: String

    /// For the server's name, TCP and TLS together.
    package var connectTimeoutMilliseconds = 5_000
    /// For one request.
    package var requestTimeoutMilliseconds = 10_000
    /// For all requests that one call makes, repetitions and the pauses before them included.
    package var totalTimeoutMilliseconds = 30_000
    package var maximumAttempts = 3
    /// Before the first repetition at most; before each further one twice as much.
    package var pauseMilliseconds = 250
    /// RevenueCat's limits are by the minute.
    package var defaultRetryAfterSeconds = 60
    /// However long RevenueCat asks us to stay away.
    package var maximumRetryAfterSeconds = 300
    package var maximumBodyBytes = 4_194_304
    /// Of one list of v2.
    package var maximumPages = 50

    package init(
        apiVersion: APIVersion, apiKey: String, serverURL: String = defaultServerURL
    ) {
        self.apiVersion = apiVersion
        self.apiKey = apiKey
        self.serverURL = serverURL
    }
}

extension RevenueCatSettings: CustomStringConvertible, CustomReflectable {
    /// Without the key.
    package var description: String { "RevenueCatSettings(\(apiVersion), \(serverURL))" }

    package var customMirror: Mirror {
        Mirror(
            self, children: ["apiVersion": apiVersion, "serverURL": serverURL],
            displayStyle: .struct)
    }
}
