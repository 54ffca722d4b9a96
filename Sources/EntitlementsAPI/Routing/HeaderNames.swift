import HTTPTypes

extension HTTPField.Name {
    static let requestID = HTTPField.Name(ofOurs: "X-Request-Id")

    /// The tenant that the request is for.
    static let hearthTenant = HTTPField.Name(ofOurs: "Hearth-Tenant")

    /// What a write has reached, and what a lookup must have seen.
    static let hearthPosition = HTTPField.Name(ofOurs: "Hearth-Position")

    /// The key that makes a request safe to repeat.
    static let idempotencyKey = HTTPField.Name(ofOurs: "Idempotency-Key")

    /// The number of the last change that a client of the stream read.
    static let lastEventID = HTTPField.Name(ofOurs: "Last-Event-ID")

    /// `true` if the answer is that of an earlier request.
    static let idempotentReplayed = HTTPField.Name(ofOurs: "Idempotent-Replayed")

    /// The address of the next page of a CSV table (RFC 8288).
    static let link = HTTPField.Name(ofOurs: "Link")

    static let referrerPolicy = HTTPField.Name(ofOurs: "Referrer-Policy")

    /// Which page a browser sends a request from (W3C Fetch Metadata).
    static let secFetchSite = HTTPField.Name(ofOurs: "Sec-Fetch-Site")

    static let xForwardedHost = HTTPField.Name(ofOurs: "X-Forwarded-Host")
    static let xFrameOptions = HTTPField.Name(ofOurs: "X-Frame-Options")

    static let warning = HTTPField.Name(ofOurs: "Warning")

    /// Requires a valid header name; called with the literals of this file only.
    private init(ofOurs name: String) {
        guard let name = HTTPField.Name(name) else {
            preconditionFailure("\(name) is not a header's name")
        }
        self = name
    }
}
