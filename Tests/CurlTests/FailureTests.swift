import Curl
import Testing

extension CurlTests {
    @Suite("Errors of a request")
    struct FailureTests {
        @Test(
            "a truncated, malformed or missing answer",
            arguments: [("/truncated", 18), ("/garbage", 1), ("/hang-up", 52)])
        func brokenAnswer(path: String, code: Int32) async throws {
            try await withClient { client, server in
                let error = await failure(of: .get(server.url(path)), on: client)
                #expect(error == .failed(code: code))
            }
        }

        @Test("a broken answer fails no other request")
        func neighbours() async throws {
            try await withClient { client, server in
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<40 {
                        let path = ["/truncated", "/garbage", "/hang-up", "/fine"][number % 4]
                        group.addTask {
                            let error = await failure(of: .get(server.url(path)), on: client)
                            #expect((error == nil) == (path == "/fine"))
                        }
                    }
                }
            }
        }

        @Test("a port without a server")
        func nobodyListens() async throws {
            let port = try await TestServer.with { $0.port }
            try await withClient { client, _ in
                let error = await failure(of: .get("http://127.0.0.1:\(port)/"), on: client)
                #expect(error == .couldNotConnect)
            }
        }

        @Test("a name without an address")
        func nameWithoutAddress() async throws {
            // A label of a name has at most 63 characters.
            let name = String(repeating: "a", count: 64)
            try await withClient { client, _ in
                let error = await failure(of: .get("http://\(name)/"), on: client)
                #expect(error == .couldNotResolve)
            }
        }

        @Test(
            "a URL that is not plain http or https",
            arguments: [
                "", "http://", "http:// /", "no url", "file:///etc/passwd", "ftp://127.0.0.1/",
                "gopher://127.0.0.1/", "dict://127.0.0.1/", "http://user:word@127.0.0.1/",
                "http://user@127.0.0.1/", "http://127.0.0.1/\r\nX: y", "http://127.0.0.1/\0",
                "http://127.0.0.1/a b", "http://127.0.0.1:99999/", "http://[::1/",
            ])
        func invalidURL(url: String) async throws {
            try await withClient { client, _ in
                #expect(await failure(of: .get(url), on: client) == .invalidURL)
            }
        }

        @Test("an invalid URL makes no connection")
        func refusedIsNotSent() async throws {
            try await withClient { client, server in
                for url in [server.url("/\r\nX: y"), server.url("/", host: "user@127.0.0.1")] {
                    #expect(await failure(of: .get(url), on: client) == .invalidURL)
                }
                #expect(server.log.connectionCount == 0)
            }
        }

        @Test(
            "an invalid header, or one with several lines",
            arguments: [
                ("X", "a\r\nY: b"), ("X", "a\nb"), ("X", "\0"), ("X: y\r\nZ", "a"), ("X y", "a"),
                ("X:", "a"), ("", "a"), ("Ü", "a"),
            ])
        func invalidHeader(name: String, value: String) async throws {
            try await withClient { client, server in
                let request = CurlRequest.get(server.url("/")) { $0.headers = [(name, value)] }
                #expect(await failure(of: request, on: client) == .invalidRequest)
                #expect(server.log.connectionCount == 0)
            }
        }

        @Test("a method that is no word", arguments: ["", "GET /", "GET\r\n", "G\0"])
        func invalidMethod(method: String) async throws {
            try await withClient { client, server in
                let request = CurlRequest(method, server.url("/"), addressFilter: .any)
                #expect(await failure(of: request, on: client) == .invalidRequest)
                #expect(server.log.connectionCount == 0)
            }
        }
    }
}
