package import Entitlements

/// One problem in a tenant file.
package struct CatalogProblem: Sendable, Equatable {
    /// Counts from one.
    package var line: Int

    /// A JSON Pointer to the value: `/products/plus_monthly/duration`.
    package var pointer: String

    /// A sentence.
    package var detail: String
}

/// All problems in a tenant file, in the order of its lines.
package struct CatalogProblems: Error, Sendable {
    package var problems: [CatalogProblem]
}

extension Failure {
    /// Returns the problems as an answer to the request that sent the file.
    package init(_ catalogProblems: CatalogProblems) {
        self.init(
            .catalogInvalid,
            "Nothing was changed; correct the file and send it again.",
            pointers: catalogProblems.problems.map {
                FieldProblem(pointer: $0.pointer, detail: "Line \($0.line): \($0.detail)")
            })
    }
}
