import Testing

/// Each test has its own server and client.
@Suite("Requests to other servers", .timeLimit(.minutes(5)))
enum CurlTests {}
