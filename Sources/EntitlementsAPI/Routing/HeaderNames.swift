import HTTPTypes

extension HTTPField.Name {
    static let requestID = HTTPField.Name(ofOurs: "X-Request-Id")

    /// The tenant that an admin key acts for.
    static let hearthTenant = HTTPField.Name(ofOurs: "Hearth-Tenant")

    /// What makes a request one that may be sent twice.
    static let idempotencyKey = HTTPField.Name(ofOurs: "Idempotency-Key")

    /// Says `true` where the answer is that of an earlier request.
    static let idempotentReplayed = HTTPField.Name(ofOurs: "Idempotent-Replayed")

    /// Where the next page of a table is: RFC 8288.
    static let link = HTTPField.Name(ofOurs: "Link")

    static let warning = HTTPField.Name(ofOurs: "Warning")

    /// A name that is written in this file, where all can see that it is a header's name.
    private init(ofOurs name: String) {
        guard let name = HTTPField.Name(name) else {
            preconditionFailure("\(name) is not a header's name")
        }
        self = name
    }
}
