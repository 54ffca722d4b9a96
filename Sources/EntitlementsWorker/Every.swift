import ServiceLifecycle

/// Repeats work, with a pause of `seconds` after each time, until the service stops.
func every(seconds: Int, _ work: @escaping @Sendable () async -> Void) async {
    await cancelWhenGracefulShutdown {
        repeat {
            await work()
        } while (try? await Task.sleep(for: .seconds(seconds))) != nil
    }
}
