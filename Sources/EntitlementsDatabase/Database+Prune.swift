extension Database {
    /// Repeats the call until it deletes fewer rows than it may.
    package func prune(_ call: Prune) async throws {
        while try await callOne(call).pruned >= Int64(call.maximum) {}
    }
}
