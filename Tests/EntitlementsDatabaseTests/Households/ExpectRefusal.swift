import Entitlements
import TestSupport
import Testing

/// Expects that the body fails with this code and writes nothing.
func expectRefusal<Result>(
    _ code: ErrorCode, in tenant: TestTenant, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws {
    let before = try await tenant.householdRows()
    await expectFailure(code, sourceLocation: sourceLocation, body)
    #expect(try await tenant.householdRows() == before, sourceLocation: sourceLocation)
}

/// Expects that the body changes no row.
func expectNoChange<Result>(
    in tenant: TestTenant, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws {
    let before = try await tenant.householdRows()
    _ = try await body()
    #expect(try await tenant.householdRows() == before, sourceLocation: sourceLocation)
}

/// Expects that no invariant is violated.
func expectSound(
    _ tenant: TestTenant, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    #expect(try await tenant.invariantViolations() == [], sourceLocation: sourceLocation)
}
