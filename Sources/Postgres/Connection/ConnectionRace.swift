import CLibPQ
import Glibc

/// Connects to the first of several hosts that answers and that the connection string accepts.
///
/// libpq tries one host after the other, each for up to `connect_timeout`: a hung host that stands
/// first would cost that time at each connection. Here the next host is tried beside those before
/// it, after a quarter of a second or when they have failed. So the order of the hosts still counts
/// while they answer.
///
/// While a host is silent, those that have refused are asked again in turn: a standby is promoted
/// because its primary hangs.
struct ConnectionRace: ~Copyable {
    private let hosts: [[(name: String, value: String)]]
    private let limit: Duration?
    /// Hosts to ask, in order; first each once.
    private var waiting: [Int]
    private var attempts: [Attempt] = []
    /// Why each host has failed last.
    private var reasons: [Int: String] = [:]

    private static let pauseBeforeNextHost = Duration.milliseconds(250)

    /// Takes each host's parameters.
    ///
    /// No host is tried for longer than the limit; as with libpq, zero and nil mean none.
    init(hosts: [[(name: String, value: String)]], limitSeconds: Int?) {
        self.hosts = hosts
        waiting = Array(hosts.indices)
        limit = limitSeconds.flatMap { $0 > 0 ? .seconds($0) : nil }
    }

    deinit {
        attempts.forEach { PQfinish($0.pointer) }
    }

    /// Returns the connection, which the caller must end; blocks until then.
    mutating func run() throws(PostgresError) -> OpaquePointer {
        var nextStart = ContinuousClock.now
        while !attempts.isEmpty || isOpen {
            if hasNext, attempts.isEmpty || nextStart <= .now {
                start(waiting.removeFirst())
                nextStart = .now + Self.pauseBeforeNextHost
            }
            guard !attempts.isEmpty else { continue }
            let moments = attempts.compactMap(\.endsAt) + (hasNext ? [nextStart] : [])
            for index in wait(until: moments.min()).reversed() {
                if let winner = step(index) { return winner }
            }
        }
        let sorted = reasons.sorted { $0.key < $1.key }
        throw .cannotConnect(reason: sorted.map(\.value).joined(separator: "; "))
    }

    /// Whether a host is silent, or was not asked yet.
    private var isOpen: Bool { reasons.count < hosts.count }

    private var hasNext: Bool { isOpen && !waiting.isEmpty }

    private mutating func start(_ host: Int) {
        let pointer = withCStrings(hosts[host].map(\.name)) { names in
            withCStrings(hosts[host].map(\.value)) { values in
                PQconnectStartParams(names, values, 1)
            }
        }
        guard let pointer else { return reasons[host] = "out of memory" }
        guard PQstatus(pointer) != CONNECTION_BAD else {
            refused(by: host, reasonOfFailure(pointer))
            return PQfinish(pointer)
        }
        attempts.append(
            Attempt(
                host: host, pointer: pointer, awaited: Int16(POLLOUT),
                endsAt: limit.map { .now + $0 }))
    }

    private mutating func refused(by host: Int, _ reason: String) {
        reasons[host] = reason
        waiting.append(host)
    }

    /// Returns the indices of the attempts that can go on, or whose time is over.
    private func wait(until moment: ContinuousClock.Instant?) -> [Int] {
        var polled = attempts.map {
            pollfd(fd: PQsocket($0.pointer), events: $0.awaited, revents: 0)
        }
        let milliseconds = moment.map {
            max(0, ContinuousClock.now.duration(to: $0) / .milliseconds(1)) + 1
        }
        _ = poll(&polled, nfds_t(polled.count), milliseconds.map(Int32.init) ?? -1)
        return attempts.indices.filter { polled[$0].revents != 0 || attempts[$0].isOver }
    }

    /// Takes an attempt a step further, and returns its connection if that was the last.
    private mutating func step(_ index: Int) -> OpaquePointer? {
        let pointer = attempts[index].pointer
        guard !attempts[index].isOver else {
            reasons[attempts[index].host] = "\(String(cString: PQhost(pointer))): no answer in time"
            remove(index)
            return nil
        }
        switch PQconnectPoll(pointer) {
        case PGRES_POLLING_OK:
            attempts.remove(at: index)
            return pointer
        case PGRES_POLLING_READING: attempts[index].awaited = Int16(POLLIN)
        case PGRES_POLLING_WRITING: attempts[index].awaited = Int16(POLLOUT)
        default:
            refused(by: attempts[index].host, reasonOfFailure(pointer))
            remove(index)
        }
        return nil
    }

    private mutating func remove(_ index: Int) {
        PQfinish(attempts.remove(at: index).pointer)
    }
}

private struct Attempt {
    let host: Int
    let pointer: OpaquePointer
    var awaited: Int16
    /// Nil if it may take any time.
    let endsAt: ContinuousClock.Instant?

    var isOver: Bool { endsAt.map { $0 <= .now } ?? false }
}
