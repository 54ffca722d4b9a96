/// A refusal that is shown to the caller: a code, a sentence and the wrong fields.
///
/// The detail and the pointers never contain secrets or data of other app users or tenants.
package struct Failure: Error, Sendable, Equatable {
    package var code: ErrorCode
    package var detail: String

    /// The fields that are wrong, for `validation_failed`.
    package var pointers: [FieldProblem]

    /// Further members of the problem as a JSON object, such as `retry_at` of `cooldown`.
    package var members: [UInt8]?

    /// Seconds after which the request may be repeated, for `429` and `503`.
    package var retryAfterSeconds: Int?

    /// What the caller can do, where that of the code is too general; nil for the code's.
    package var fix: String?

    package init(
        _ code: ErrorCode,
        _ detail: String,
        pointers: [FieldProblem] = [],
        retryAfterSeconds: Int? = nil,
        fix: String? = nil
    ) {
        self.code = code
        self.detail = detail
        self.pointers = pointers
        self.retryAfterSeconds = retryAfterSeconds
        self.fix = fix
    }
}

extension Failure: CustomStringConvertible {
    /// For logs: the code and the sentence.
    package var description: String { "\(code.rawValue): \(detail)" }
}

/// One wrong field of a request, a tenant file or the settings.
package struct FieldProblem: Error, Sendable, Equatable {
    /// A JSON Pointer (RFC 6901) to the field, or the name of a setting.
    package var pointer: String

    /// A sentence; a setting's sentence begins after the setting's name.
    package var detail: String

    /// The field's line in its file, from one.
    package var line: Int?

    package init(pointer: String, detail: String, line: Int? = nil) {
        self.pointer = pointer
        self.detail = detail
        self.line = line
    }
}
