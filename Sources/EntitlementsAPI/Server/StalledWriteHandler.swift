import NIOCore

/// Closes a connection whose peer stopped reading.
///
/// The server's idle timer pauses while an answer is written, so such a peer would keep its
/// connection and queued answers for ever.
final class StalledWriteHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let timeout: TimeAmount
    private var cut: Scheduled<Void>?

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        cut?.cancel()
        cut = nil
        if !context.channel.isWritable {
            cut = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) {
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cut?.cancel()
        context.fireChannelInactive()
    }
}
