package import Entitlements

/// All problems in a tenant file, in the order of its lines.
package struct CatalogProblems: Error, Sendable {
    package var problems: [FieldProblem]
}
