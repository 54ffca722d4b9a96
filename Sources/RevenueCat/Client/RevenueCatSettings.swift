/// The version of RevenueCat's API that a tenant uses, the key, and the limits of requests.
package struct RevenueCatSettings: Sendable {
    /// Each version refuses the keys of the other.
    package enum APIVersion: Sendable, Equatable {
        /// ClientCall an unknown id creates a customer.
        case v1
        /// The key must be allowed to read customers, their subscriptions and purchases, and the
        /// project's products.
        case v2(projectID: String)
    }

    package static let defaultServerURL = "https://api.revenuecat.com"

    package var apiVersion: APIVersion
    package var apiKey: String
    /// `http` or `https`, a host and optionally a port.
    package var serverURL: String

    /// For DNS, TCP and TLS together.
    package var connectTimeoutMilliseconds = 5_000
    /// For one request.
    package var requestTimeoutMilliseconds = 10_000
    /// For all requests of one call, with their retries and pauses.
    package var totalTimeoutMilliseconds = 30_000
    package var maximumAttempts = 3
    /// The longest pause before the first retry; it doubles with each further one.
    package var pauseMilliseconds = 250
    /// For a 429 without a time: RevenueCat's limits are per minute.
    package var defaultRetryAfterSeconds = 60
    /// Caps the time that RevenueCat asks for.
    package var maximumRetryAfterSeconds = 300
    package var maximumBodyBytes = 4_194_304
    /// For one list of v2.
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
