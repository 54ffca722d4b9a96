import Logging
import Synchronization
import TestSupport
import Testing

@testable import Postgres

@Suite("The log of outages")
struct OutageLogTests {
    /// A log with a clock that the test moves.
    private final class Outages: Sendable {
        let log = CapturedLog(level: .notice)
        private let time = Mutex(ContinuousClock.now)
        private let own = Mutex<OutageLog?>(nil)

        init() {
            let outages = OutageLog(logger: log.logger, connections: 14) { [self] in
                time.withLock(\.self)
            }
            own.withLock { $0 = outages }
        }

        func wait(seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
        func fail() { own.withLock { $0?.failed(.cannotConnect(reason: "refused")) } }
        func open(isReplacement: Bool = true) {
            own.withLock { $0?.opened(isReplacement: isReplacement) }
        }
    }

    @Test("an outage is one line, one a minute, and one with its length")
    func outage() {
        let outages = Outages()
        for _ in 0..<74 {
            for _ in 0..<10 { outages.fail() }
            outages.wait(seconds: 1)
        }
        for _ in 0..<10 { outages.open() }
        #expect(
            outages.log.lines == [
                "The database cannot be reached opens=14 reason=cannot connect: refused",
                "The database still cannot be reached after_seconds=60 attempts=601 "
                    + "opens=14 reason=cannot connect: refused",
                "The database is back after_seconds=74",
            ])
    }

    @Test("first connections are no news, and replaced ones one line a minute")
    func replaced() {
        let outages = Outages()
        for _ in 0..<10 { outages.open(isReplacement: false) }
        for _ in 0..<10 { outages.open() }
        outages.wait(seconds: 60)
        outages.open()
        #expect(
            outages.log.lines == [
                "A lost database connection was replaced replaced_since_last_line=1",
                "A lost database connection was replaced replaced_since_last_line=10",
            ])
    }

    @Test("outages that follow each other within a minute share their lines")
    func flapping() {
        let outages = Outages()
        for _ in 0..<120 {
            outages.fail()
            outages.open()
            outages.wait(seconds: 1)
        }
        #expect(outages.log.lines.count == 4)
    }
}
