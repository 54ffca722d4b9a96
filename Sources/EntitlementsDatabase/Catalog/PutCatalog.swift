package import Postgres

/// Applies the file of the calling tenant, or says what it would change.
///
/// Fails with `forbidden` if the file names another tenant, and as `ApplyTenant` does.
package struct PutCatalog: AnswerCall {
    package static let function = "put_catalog"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("slug", \.applied.slug),
        Parameter("definition", \.applied.definition),
        Parameter("source", \.applied.source),
        Parameter("applied_by", \.applied.appliedBy),
        Parameter("allows_removal", \.applied.allowsRemoval),
        Parameter("is_dry_run", \.applied.isDryRun),
    ]

    package let applied: ApplyTenant

    package init(_ applied: ApplyTenant) {
        self.applied = applied
    }
}
