import Postgres
import Testing

@testable import EntitlementsDatabase

@Suite("How far a replica lags")
struct LagMeterTests {
    private let start = ContinuousClock.now

    private func position(_ byte: UInt64, timeline: UInt32 = 1) -> LogPosition {
        LogPosition(timeline: timeline, byte: byte)
    }

    @Test("a replica that has all does not lag, however long the primary has been idle")
    func idle() {
        var meter = LagMeter(span: .seconds(1))
        for second in 0..<3_600 { meter.add(position(100), at: start + .seconds(second)) }
        let lag = meter.lag(of: position(100), at: start + .seconds(3_600))
        #expect(lag?.duration == .zero && lag?.bytes == 0)
        #expect(meter.lag(of: position(101), at: start)?.duration == .zero)
    }

    @Test("lag counts from when the primary was first seen beyond the replica's position")
    func behind() {
        var meter = LagMeter(span: .seconds(10))
        for (second, byte) in [100, 200, 200, 300].enumerated() {
            meter.add(position(UInt64(byte)), at: start + .seconds(second))
        }
        let now = start + .seconds(4)
        #expect(meter.lag(of: position(100), at: now)?.duration == .seconds(3))
        #expect(meter.lag(of: position(250), at: now)?.duration == .seconds(1))
        #expect(meter.lag(of: position(250), at: now)?.bytes == 50)
    }

    @Test("beyond its span the meter keeps one sample, so more lag stays more lag")
    func forgotten() throws {
        var meter = LagMeter(span: .seconds(1))
        for number in 0..<1_000 {
            meter.add(position(UInt64(number)), at: start + .milliseconds(100 * number))
        }
        let now = start + .milliseconds(99_900)
        let lag = try #require(meter.lag(of: position(3), at: now))
        #expect(lag.duration > .seconds(1) && lag.duration < .seconds(2))
        #expect(meter.lag(of: position(998), at: now)?.duration == .zero)
    }

    @Test("another history is never near, whatever its bytes are")
    func otherHistory() {
        var meter = LagMeter(span: .seconds(1))
        #expect(meter.lag(of: position(1), at: start) == nil)
        meter.add(position(100), at: start)
        #expect(meter.lag(of: position(500, timeline: 2), at: start) == nil)
        meter.add(position(90, timeline: 2), at: start)
        #expect(meter.lag(of: position(100), at: start) == nil)
        #expect(meter.lag(of: position(90, timeline: 2), at: start)?.duration == .zero)
    }
}
