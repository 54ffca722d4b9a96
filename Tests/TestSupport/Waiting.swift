import Dispatch

/// Checks again and again whether something has happened: after ten milliseconds, later after a
/// tenth of the time waited, as many checks open a connection.
///
/// False if it did not in time.
///
/// Pass a number of seconds only if the code promises one. The default suits the busiest machine.
package func eventually(
    withinSeconds seconds: Int = 120, _ hasHappened: () async throws -> Bool
) async rethrows -> Bool {
    var waitedMilliseconds = 0
    while waitedMilliseconds < seconds * 1_000 {
        if try await hasHappened() { return true }
        let pauseMilliseconds = min(max(10, waitedMilliseconds / 10), 250)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .milliseconds(pauseMilliseconds)
            ) {
                continuation.resume()
            }
        }
        waitedMilliseconds += pauseMilliseconds
    }
    return try await hasHappened()
}
