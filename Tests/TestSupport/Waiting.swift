import Dispatch

/// Looks every ten milliseconds whether something has happened; false when it did not in time.
package func eventually(
    withinSeconds seconds: Int, _ hasHappened: () async throws -> Bool
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
