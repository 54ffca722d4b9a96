import Dispatch

/// Checks every ten milliseconds whether something has happened.
///
/// False if it did not in time.
///
/// Pass a number of seconds only if the code promises one. The default suits the busiest machine.
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
