import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections that take too long to say what they want: one byte a second keeps nobody's place.
final class HeadTimer: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long the head of the first request may take, the rest of a request, and a pause between two.
    private let head: TimeAmount = .seconds(10), body: TimeAmount = .seconds(30), pause: TimeAmount = .seconds(60)
    private var timer: Scheduled<Void>?
    /// Requests that came whole or in part and are not answered yet.
    private var open = 0

    func handlerAdded(context: ChannelHandlerContext) { wait(head, context) }
    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            open += 1
            wait(body, context)
        case .body: break
        case .end:
            // One that was answered before it had come whole leaves a pause.
            if open > 0 { timer?.cancel() } else { wait(pause, context) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            open -= 1
            wait(pause, context)
        }
        context.write(data, promise: promise)
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
