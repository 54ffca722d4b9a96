import NIOCore
import TestSupport

struct ServerAnswer {
    let channel: any Channel
    let log: ServerLog
    let releases: EventLoopFuture<Void>

    func send(to request: ServerRequest) {
        switch request.target {
        case "/silent": break
        case "/held": hold()
        case "/trickle": trickle()
        case "/endless": sendWithoutEnd()
        case "/redirect":
            write("HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
        case "/truncated": close(after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
        case "/garbage": close(after: "this is not the protocol you are looking for\r\n\r\n")
        case "/hang-up": channel.close(promise: nil)
        case "/headers":
            let lines = "X-B: 1\r\nx-a:  two words \r\nX-B: 3\r\n"
            write("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
        case "/many-headers":
            let lines = (0..<100).map { "X-\($0): 0123456789\r\n" }.joined()
            write("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
        case "/interim":
            write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        case "/thousand": answer(Array(repeating: UInt8(ascii: "x"), count: 1_000))
        case "/head": write(head(4))
        default: answer(echo(request))
        }
    }

    /// The method, the target and the body of the request.
    private func echo(_ request: ServerRequest) -> [UInt8] {
        Array("\(request.method) \(request.target)\n".utf8) + request.body
    }

    private func head(_ length: Int) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
    }

    private func answer(_ body: [UInt8]) {
        channel.writeAndFlush(ByteBuffer(bytes: Array(head(body.count).utf8) + body), promise: nil)
    }

    private func write(_ text: String) {
        channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }

    private func close(after text: String) {
        channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { [channel] _ in
            channel.close(promise: nil)
        }
    }

    private func hold() {
        log.holds()
        releases.hop(to: channel.eventLoop).whenSuccess { [channel, log] in
            log.lets()
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nheld"
            channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
        }
    }

    /// Sends a byte every ten milliseconds, of a body that would take ten seconds.
    private func trickle() {
        write(head(1_000))
        channel.eventLoop.scheduleRepeatedTask(
            initialDelay: .zero, delay: .milliseconds(10)
        ) { [channel] task in
            guard channel.isActive else { return task.cancel() }
            channel.writeAndFlush(ByteBuffer(string: "x"), promise: nil)
        }
    }

    /// Sends a body without a stated length, as fast as it is read.
    private func sendWithoutEnd() {
        write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        Self.sendPart(over: channel, log)
    }

    private static func sendPart(over channel: any Channel, _ log: ServerLog) {
        let part = ByteBuffer(repeating: UInt8(ascii: "x"), count: 16_384)
        channel.writeAndFlush(part).whenSuccess {
            log.sent(16_384)
            sendPart(over: channel, log)
        }
    }
}
