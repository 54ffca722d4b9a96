/// A refusal that is shown to the caller: a code, a sentence and the wrong fields.
///
/// The detail and the pointers never contain secrets or data of other app users or tenants.
package struct Failure: Error, Sendable, Equatable {
    package var code: ErrorCode
    package var detail: String

    /// The fields that are wrong, for `validation_failed` and `catalog_invalid`.
    package var pointers: [FieldProblem]

    /// Further members of the problem as a JSON object, such as `retry_at` of `cooldown`.
    package var members: [UInt8]?

    /// Seconds after which the request may be repeated, for `429` and `503`.
    package var retryAfterSeconds: Int?

    package init(
        _ code: ErrorCode,
        _ detail: String,
        pointers: [FieldProblem] = [],
        retryAfterSeconds: Int? = nil
    ) {
        self.code = code
        self.detail = detail
        self.pointers = pointers
        self.retryAfterSeconds = retryAfterSeconds
    }
}

/// One wrong field of a request or a file.
package struct FieldProblem: Sendable, Equatable {
    /// A JSON Pointer (RFC 6901) to the field.
    package var pointer: String
    package var detail: String

    package init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }
}
