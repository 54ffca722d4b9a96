import Entitlements

/// What the cursors of all lists have in common.
enum CursorText {
    /// The refusal of a text that is not a cursor of the list.
    static let refusal = Failure(
        .validationFailed, "The query has invalid parameters.",
        pointers: [
            FieldProblem(pointer: "/cursor", detail: "Expected a next_cursor of this list.")
        ])
}
