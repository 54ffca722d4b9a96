#if os(Linux) || os(macOS)
    import Foundation
    import HearthClient
    import Testing

    @Suite("A stream that breaks")
    struct ReconnectTests {
        /// A server that ends each of three streams after one change, which says where it went on.
        private static let server = """
            import http.server
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    last = int(self.headers["Last-Event-ID"])
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(('id: %d\\ndata: {"number":%d,"kind":"notice","app_user_id":'
                        '"after %d","happened_at":"2026-11-21T10:00:00.000Z"}\\n\\n'
                        % (last + 1, last + 1, last)).encode())
                def log_message(self, *_):
                    pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            server.timeout = 20
            print(server.server_port, flush=True)
            for _ in range(3):
                server.handle_request()
            """

        @Test("is opened again after the last change that was read")
        func reconnects() async throws {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3", "-c", Self.server]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            let port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
            let address = try #require(URL(string: "http://127.0.0.1:\(port)"))
            var seen: [String] = []
            for try await change in ChangeStream(address: address, secretKey: "key", after: 7) {
                seen.append(change.appUserID)
                if seen.count == 3 { break }
            }
            #expect(seen == ["after 7", "after 8", "after 9"])
        }
    }
#endif
