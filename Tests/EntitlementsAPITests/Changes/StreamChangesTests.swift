import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/changes/stream", .timeLimit(.minutes(5)))
struct StreamChangesTests {
    @Test("a stream begins with the next change, and brings each with its number")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.change("u_before")
            try await api.streaming { stream in
                try await api.change("u_1")
                try await api.change("u_2")
                let text = try await stream.text(through: #""app_user_id":"u_2""#)
                #expect(text.contains("id: 2\ndata: {\"number\":2,"))
                #expect(text.contains("id: 3\ndata: "))
                #expect(!text.contains("u_before"))
            }
        }
    }

    @Test("a client that comes again goes on after its last event, also on another server")
    func resumes() async throws {
        try await TestAPI.run { api in
            for person in ["u_1", "u_2", "u_3"] { try await api.change(person) }
            try await api.streaming(headers: "Last-Event-ID: 1\r\n") { stream in
                let text = try await stream.text(through: #""app_user_id":"u_3""#)
                #expect(!text.contains("u_1"))
                #expect(text.contains("u_2"))
                try await api.change("u_4")
                _ = try await stream.text(through: #""app_user_id":"u_4""#)
            }
            // The header outranks the parameter, which a client repeats.
            try await api.streaming("?after=0", headers: "Last-Event-ID: 3\r\n") { stream in
                let text = try await stream.text(through: #""app_user_id":"u_4""#)
                #expect(!text.contains("u_3"))
            }
        }
    }

    @Test("an event that the log does not have is refused", arguments: ["9", "-1", "x"])
    func refused(id: String) async throws {
        try await TestAPI.run { api in
            let response = try await api.get(
                "streamChanges", "/v1/changes/stream", key: api.secretKey,
                headers: [("Last-Event-ID", id)])
            #expect(response.status == (id == "9" ? 410 : 400))
        }
    }

    @Test("a full server refuses further readers, and takes them when one has left")
    func full() async throws {
        try await TestAPI.run(maximumChangeReaders: 10) { api in
            try await withStreams(9, of: api) { streams in
                let refused = try await api.get(
                    "streamChanges", "/v1/changes/stream", key: api.secretKey)
                #expect(refused.status == 503)
                #expect(try refused.json["code"] == "overloaded")
                streams.first?.close()
                // Writing to a client that left fails, and frees its place.
                let isFree = try await eventually {
                    try await api.change("u_1")
                    return try await api.streamStatus() == 200
                }
                #expect(isFree)
            }
        }
    }

    @Test("many streams of one tenant each bring every change once")
    func many() async throws {
        let count = TestEffort.share(of: 1_000, atLeast: 100)
        try await TestAPI.run(maximumChangeReaders: 2_000) { api in
            try await withStreams(count, of: api) { streams in
                for number in 1...5 { try await api.change("u_\(number)") }
                for stream in streams {
                    let text = try await stream.text(through: #""app_user_id":"u_5""#)
                    let ids = text.split(whereSeparator: \.isNewline).filter {
                        $0.hasPrefix("id: ")
                    }
                    #expect(ids == ["id: 1", "id: 2", "id: 3", "id: 4", "id: 5"])
                }
            }
        }
    }

    @Test("a stop of the server ends the stream")
    func stop() async throws {
        try await TestAPI.run { api in
            try await api.streaming { stream in
                await api.stop()
                let rest = try await stream.bytesUntilClosed()
                // The last chunk: the answer is whole.
                #expect(String(decoding: rest, as: UTF8.self).hasSuffix("0\r\n\r\n"))
            }
        }
    }

    private func withStreams(
        _ count: Int, of api: TestAPI, _ body: ([RawHTTPConnection]) async throws -> Void
    ) async throws {
        var streams: [RawHTTPConnection] = []
        defer { for stream in streams { stream.close() } }
        for _ in 0..<count {
            let stream = try await RawHTTPConnection.open(port: api.port)
            streams.append(stream)
            try await api.begin(stream)
        }
        try await body(streams)
    }
}

extension TestAPI {
    /// Makes one change of the app user's entitlements, with its number.
    fileprivate func change(_ appUserID: String) async throws {
        try await tenant.grant(to: appUserID)
        try await tenant.database.numberChanges()
    }

    /// Lends a stream whose head was received.
    fileprivate func streaming(
        _ query: String = "", headers: String = "",
        _ body: (RawHTTPConnection) async throws -> Void
    ) async throws {
        try await RawHTTPConnection.with(port: port) { connection in
            try await begin(connection, query, headers: headers)
            try await body(connection)
        }
    }

    fileprivate func begin(
        _ connection: RawHTTPConnection, _ query: String = "", headers: String = ""
    ) async throws {
        try await connection.send(
            "GET /v1/changes/stream\(query) HTTP/1.1\r\nHost: hearth.test\r\n"
                + "Authorization: Bearer \(secretKey)\r\n\(headers)\r\n")
        let head = try await connection.text(through: "retry: 1000\n\n")
        #expect(head.hasPrefix("HTTP/1.1 200"))
        #expect(head.lowercased().contains("content-type: text/event-stream"))
    }

    /// The status of a new stream, which is closed at once.
    fileprivate func streamStatus() async throws -> Int {
        try await RawHTTPConnection.with(port: port) { connection in
            try await connection.send(
                "GET /v1/changes/stream HTTP/1.1\r\nHost: hearth.test\r\n"
                    + "Authorization: Bearer \(secretKey)\r\n\r\n")
            return try await connection.head().status
        }
    }
}
