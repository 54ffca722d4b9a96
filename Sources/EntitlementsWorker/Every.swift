import ServiceLifecycle

/// Does something now, and again every so often, until the service is stopped.
func comeRound(everySeconds seconds: Int, _ work: @escaping @Sendable () async -> Void) async {
    await cancelWhenGracefulShutdown {
        repeat {
            await work()
        } while (try? await Task.sleep(for: .seconds(seconds))) != nil
    }
}
