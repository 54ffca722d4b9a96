import Entitlements
import Logging
import Synchronization
import TestSupport
import Testing

@testable import hearth

@Suite("A log event is one line")
struct LineLogHandlerTests {
    @Test("the line has time, level, constant message and metadata")
    func line() throws {
        let line = logged { logger in
            logger.warning(
                "Something happened",
                metadata: [
                    "count": .stringConvertible(3), "is_late": .stringConvertible(true),
                    "path": "/v1", "ids": ["a", "b"], "where": ["line": "7"],
                ])
        }
        #expect(
            line == """
                {"ts":"2026-11-01T10:00:00.000Z","level":"warning","msg":"Something happened",\
                "logger":"tests","count":3,"ids":["a","b"],"is_late":true,"path":"/v1",\
                "where":{"line":"7"}}

                """)
    }

    @Test("line breaks and quotes in metadata are escaped")
    func escapes() throws {
        let line = logged { $0.info("Hello", metadata: ["name": "a\"}\n{\"level\":\"x"]) }
        #expect(line.count { $0 == "\n" } == 1)
        #expect(try JSONParser.parse(Array(line.utf8))["name"]?.string == "a\"}\n{\"level\":\"x")
    }

    @Test("metadata cannot replace the message or the level")
    func reservedNames() throws {
        let line = logged { $0.info("Hello", metadata: ["msg": "other", "level": "other"]) }
        let json = try JSONParser.parse(Array(line.utf8))
        #expect(json["msg"]?.string == "Hello")
        #expect(json["level"]?.string == "info")
    }

    @Test("an event's metadata overrides its logger's")
    func precedence() throws {
        let line = logged { logger in
            var logger = logger
            logger[metadataKey: "request_id"] = "1"
            logger.info("Hello", metadata: ["request_id": "2"])
        }
        #expect(try JSONParser.parse(Array(line.utf8))["request_id"]?.string == "2")
    }

    @Test("a person reads the time, the level, the message and the metadata")
    func text() {
        let line = logged(as: .text) { logger in
            logger.warning(
                "Something happened",
                metadata: ["count": .stringConvertible(3), "why": "no answer", "ids": ["a", "b"]])
        }
        #expect(
            line == """
                10:00:00.000Z warning  Something happened  count=3  ids=["a","b"]  why="no answer"

                """)
    }

    @Test("a value for a person cannot forge a line or another value")
    func forgedText() {
        let line = logged(as: .text) { logger in
            logger.info(
                "Hello",
                metadata: ["name": "a\n10:00 error  x=1", "path": "/a?b=\u{1B}c\u{9B}"])
        }
        #expect(line.count { $0 == "\n" } == 1)
        #expect(line.hasSuffix(#"  name="a\n10:00 error  x=1"  path="/a?b=\u001bc\u009b""# + "\n"))
    }

    /// The lines that the body logs, with a fixed clock.
    private func logged(as format: LogFormat = .json, _ body: (Logger) -> Void) -> String {
        let output = Output()
        let logger = Logger(label: "tests") { label in
            LineLogHandler(
                label: label, logLevel: .trace, format: format,
                now: { RevenueCatEvent.defaultPurchase }, write: output.append)
        }
        body(logger)
        return output.text
    }
}

private final class Output: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    @Sendable func append(_ more: [UInt8]) {
        bytes.withLock { $0 += more }
    }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}
