import Dispatch

/// Looks every ten milliseconds whether something has happened; false when it did not in time.
///
/// A number of seconds is for what promises one. Everything else has as long as the busiest machine
/// may take.
package func eventually(
    withinSeconds seconds: Int = 120, _ hasHappened: () async throws -> Bool
) async rethrows -> Bool {
    for _ in 0..<(seconds * 100) {
        if try await hasHappened() { return true }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) {
                continuation.resume()
            }
        }
    }
    return try await hasHappened()
}
