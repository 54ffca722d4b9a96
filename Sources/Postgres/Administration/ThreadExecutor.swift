import Dispatch

/// Runs an actor's jobs one after the other on a thread that may block.
final class ThreadExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "hearth.postgres.administration")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}
