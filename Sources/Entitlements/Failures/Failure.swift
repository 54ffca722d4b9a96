/// A refusal that its receiver may read: one code, one sentence, and where to look.
///
/// The detail and the pointers are shown to callers, so they never hold a secret or a thing that
/// belongs to somebody else.
package struct Failure: Error, Sendable, Equatable {
    package var code: ErrorCode
    package var detail: String

    /// The fields that are wrong, for `validation_failed` and `catalog_invalid`.
    package var pointers: [FieldProblem]

    /// What else belongs to the code, as the text of a JSON object: `retry_at` of `cooldown`.
    package var members: [UInt8]?

    /// When asking again makes sense, for `429` and `503`.
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

/// What is wrong with one field of a request or a file.
package struct FieldProblem: Sendable, Equatable {
    /// A JSON Pointer (RFC 6901) to the field.
    package var pointer: String
    package var detail: String

    package init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }
}
