import CLibCurl

/// Drives every transfer, on the only thread that touches libcurl.
struct TransferLoop: ~Copyable {
    private let configuration: HTTPClient.Configuration
    private let queue: RequestQueue
    private let multi: MultiHandle
    /// By easy handle.
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]

    init(_ configuration: HTTPClient.Configuration, _ queue: RequestQueue) throws(CurlError) {
        self.configuration = configuration
        self.queue = queue
        multi = try MultiHandle(configuration)
    }

    /// Runs until the queue is closed and the requests in flight have ended or are given up.
    mutating func run() throws(CurlError) {
        queue.startWaking(multi)
        defer {
            queue.stopWaking()
            for transfer in Array(transfers.values) { end(transfer, .failure(.shutdown)) }
        }
        while true {
            let now = ContinuousClock.now
            let turn = queue.take(at: now)
            let occupiedCount = transfers.count + turn.starting.count
            for exchange in turn.cancelled { end(exchange) }
            for exchange in turn.starting { start(exchange) }
            multi.perform()
            endFinished()
            endExpired(at: now)
            if let closesAt = turn.closesAt, transfers.isEmpty || closesAt <= now { return }
            // A place has become free: a waiting request may take it.
            guard transfers.count == occupiedCount else { continue }
            let deadlines = transfers.values.map(\.exchange.deadline)
            let next = (deadlines + [turn.nextDeadline, turn.closesAt].compactMap { $0 }).min()
            guard multi.wait(atMostMilliseconds: Self.milliseconds(from: now, to: next)) else {
                throw .failed(code: Int32(CURLE_UNRECOVERABLE_POLL.rawValue))
            }
        }
    }

    private mutating func start(_ exchange: Exchange) {
        do throws(CurlError) {
            let transfer = try Transfer(exchange, configuration)
            guard multi.add(transfer.easy) else { throw .libraryFailed }
            transfers[transfer.easy.pointer] = transfer
        } catch {
            queue.giveBack()
            exchange.settle(.failure(error))
        }
    }

    private mutating func endFinished() {
        while let (handle, code) = multi.nextEnded() {
            guard let transfer = transfers[handle] else { continue }
            end(transfer, transfer.answer(code))
        }
    }

    private mutating func endExpired(at now: ContinuousClock.Instant) {
        for transfer in transfers.values.filter({ $0.exchange.deadline <= now }) {
            end(transfer, .failure(.timedOut(connecting: !transfer.easy.isConnected)))
        }
    }

    /// Ends a cancelled exchange, unless it has already ended.
    private mutating func end(_ exchange: Exchange) {
        guard let transfer = transfers.values.first(where: { $0.exchange === exchange }) else {
            return
        }
        end(transfer, .failure(.cancelled))
    }

    /// Settles the exchange last: by then its place is free.
    private mutating func end(_ transfer: Transfer, _ answer: Exchange.Answer) {
        multi.remove(transfer.easy)
        transfers[transfer.easy.pointer] = nil
        queue.giveBack()
        transfer.exchange.settle(answer)
    }

    private static func milliseconds(
        from now: ContinuousClock.Instant, to deadline: ContinuousClock.Instant?
    ) -> Int32 {
        guard let deadline else { return longestWaitMilliseconds }
        // Rounded up: otherwise the last millisecond would be spent polling.
        let left = Int64(now.duration(to: deadline) / .milliseconds(1)) + 1
        return Int32(clamping: max(0, left))
    }

    private static let longestWaitMilliseconds: Int32 = 60_000
}
