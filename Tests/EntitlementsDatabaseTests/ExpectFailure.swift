import Entitlements
import Testing

/// Expects that the body fails with this code.
func expectFailure<Result>(
    _ code: ErrorCode, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async {
    let failure = await #expect(throws: Failure.self, sourceLocation: sourceLocation) {
        _ = try await body()
    }
    #expect(failure?.code == code, sourceLocation: sourceLocation)
}
