import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1

/// A client's connection, and the task that answers its requests.
struct HTTPConnection: Sendable {
    let channel: any Channel
    /// Only for the task that serves the connection: it runs on the connection's event loop.
    let reader: NIOLoopBound<RequestReader>
    let executor: EventLoopExecutor
    let logger: Logger

    /// Answers the requests in order, until the client or the server closes the connection.
    func serve(date: DateHeader?, by responder: HTTPServer.Responder) async {
        let context = ConnectionContext(channel: channel, logger: logger)
        await withTaskCancellationHandler {
            do {
                while let request = await nextRequest() {
                    let response = try await responder(request, context)
                    try await write(response, date)
                    reader.value.endAnswer()
                }
            } catch {
                logger.trace("A connection was cut: \(error)")
            }
            channel.close(promise: nil)
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    private func nextRequest() async -> Request? {
        // A client that reads no answers gets no more of them.
        guard await isWritable() else { return nil }
        return await withCheckedContinuation { reader.value.giveNext(to: $0) }
    }

    private func write(_ response: Response, _ date: DateHeader?) async throws {
        var headers = HTTPHeaders(response.headers.map { ($0.name.rawName, $0.value) })
        if let date { headers.add(name: "Date", value: date.text) }
        let head = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: response.status.code),
            headers: headers)
        channel.write(HTTPServerResponsePart.head(head), promise: nil)
        switch response.body.content {
        case .empty: break
        case .bytes(let bytes):
            channel.write(HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
        case .stream(let stream):
            channel.flush()
            try await stream(ResponseWriter { try await write($0) })
        }
        channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }

    private func write(_ bytes: ByteBuffer) async throws {
        guard await isWritable() else { throw ChannelError.ioOnClosedChannel }
        channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
    }

    /// Waits until the client reads; false if the connection was closed meanwhile.
    private func isWritable() async -> Bool {
        if !channel.isWritable, !reader.value.isClosed {
            await withCheckedContinuation { reader.value.resumeWhenWritable($0) }
        }
        return !reader.value.isClosed
    }
}
