import Entitlements
import TestSupport

extension ScratchDatabase {
    /// Deletes old rows of one area, over all tenants, and returns how many.
    ///
    /// `kept` is how long they are kept, where no rule says it.
    func prune(
        _ name: String, kept: Int? = nil, maximum: Int = 100, at moment: Timestamp? = nil
    ) async throws -> Int64 {
        let arguments = [kept.map { "\($0)" }, "\(maximum)", moment.map { "'\($0)'" } ?? "null"]
        let list = arguments.compactMap(\.self).joined(separator: ", ")
        let pruned = try await ask("select \(release).prune_\(name)(\(list))")
        return pruned.flatMap(Int64.init) ?? -1
    }
}
