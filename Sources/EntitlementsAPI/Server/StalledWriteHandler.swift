import NIOCore

/// Closes a connection whose peer stopped taking our bytes.
///
/// The framework's idle timer rests while an answer is being written, so a peer that asks and never
/// reads would keep its connection, and the answers queued for it, for ever.
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
