#if os(Linux) || os(macOS)
    import Foundation
    import HearthClient
    import Testing

    @Suite("A stream that breaks", .timeLimit(.minutes(2)))
    struct ReconnectTests {
        /// Sends as many changes on each stream, and as long ones, as it is told.
        ///
        /// Each change says after which number its stream began.
        private static let server = """
            import http.server, sys
            count, length = int(sys.argv[1]), int(sys.argv[2])
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    last = int(self.headers["Last-Event-ID"])
                    self.send_response(200)
                    self.send_header("Content-Type", "text/event-stream")
                    self.end_headers()
                    try:
                        for number in range(last + 1, last + 1 + count):
                            self.wfile.write(('id: %d\\ndata: {"number":%d,"kind":"notice",'
                                '"app_user_id":"after %d","happened_at":"2026-11-21T10:00:00.000Z",'
                                '"recorded_at":"2026-11-21T10:00:00.000Z","cause":{"kind":"use"},'
                                '"environment":"production","filler":"%s"}\\n\\n'
                                % (number, number, last, "x" * length)).encode())
                    except OSError:
                        pass
                    print("over", flush=True)
                def log_message(self, *_):
                    pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            print(server.server_port, flush=True)
            server.serve_forever()
            """

        /// Calls with the stream of such a server after number 7, and with its output.
        private func withServer(
            sending count: Int, bytesEach length: Int,
            _ body: (ChangeStream, FileHandle) async throws -> Void
        ) async throws {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3", "-c", Self.server, "\(count)", "\(length)"]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            defer { process.terminate() }
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            let port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
            let address = try #require(URL(string: "http://127.0.0.1:\(port)"))
            try await body(
                try Hearth(address: address, key: "key").listen(after: 7),
                output.fileHandleForReading)
        }

        @Test("is opened again after the last change that was read")
        func reconnects() async throws {
            try await withServer(sending: 1, bytesEach: 0) { stream, _ in
                var seen: [String] = []
                for try await change in stream {
                    seen.append(change.appUserID)
                    if seen.count == 3 { break }
                }
                #expect(seen == ["after 7", "after 8", "after 9"])
            }
        }

        @Test("is opened again by a slow reader, who misses nothing and holds a part of it only")
        func slowReader() async throws {
            try await withServer(sending: 800, bytesEach: 16_384) { stream, output in
                var changes = stream.makeAsyncIterator()
                var numbers: [Int] = []
                var streams: Set<String> = []
                while numbers.count < 800, let change = try await changes.next() {
                    numbers.append(change.number)
                    streams.insert(change.appUserID)
                    // The server has sent all, or was cut off.
                    if numbers.count == 1 { _ = output.availableData }
                }
                #expect(numbers == Array(8...807))
                #expect(streams.count > 1)
            }
        }
    }
#endif
