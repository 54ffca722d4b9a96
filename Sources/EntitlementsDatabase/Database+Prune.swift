extension Database {
    /// Repeats the call until it deletes fewer rows than it may; throws if an area failed.
    package func prune(_ call: Prune) async throws {
        var last: Prune.Row
        repeat { last = try await callOne(call) } while last.pruned >= Int64(call.maximum)
        if let failure = last.failure { throw PruningFailed(reason: failure) }
    }
}

/// An area could not be pruned, for a reason that is no refusal: a defect of ours.
package struct PruningFailed: Error, CustomStringConvertible {
    package let reason: String

    package var description: String { "pruning failed: \(reason)" }
}
