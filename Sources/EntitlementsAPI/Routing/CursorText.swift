import Entitlements

/// What the cursors of all lists have in common.
enum CursorText {
    /// The refusal of a text that is not a cursor of the list.
    static let refusal = Failure(
        .validationFailed, "The query has parameters that are not as expected.",
        pointers: [
            FieldProblem(pointer: "/cursor", detail: "Expected a next_cursor of this list.")
        ])
}
