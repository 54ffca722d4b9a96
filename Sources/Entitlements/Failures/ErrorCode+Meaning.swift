extension ErrorCode {
    /// The HTTP status of an answer with this code.
    package var httpStatus: Int { meaning.httpStatus }

    /// Whether the caller is told to repeat the request, also without a moment for it.
    package var asksToRepeat: Bool { [429, 503].contains(httpStatus) }

    /// The meaning of the code, in constant words.
    package var title: String { meaning.title }

    /// What a caller can do about it: the member `fix` of a problem, and the code's page.
    ///
    /// It must be true on each route that has the code. A `Failure` or a route may say something
    /// more exact.
    package var fix: String { meaning.fix }
}
