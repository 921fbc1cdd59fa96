import HTTPTypes
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import WebApplication

/// Watches over a connection: closes one that takes too long to say what it wants, so that one byte a second keeps nobody's
/// place; gives its place to others while it asks for nothing; and tells who waits for leave to send a body to go on.
final class HeadTimer: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long the head of the first request may take, the rest of a request, a pause between two, and the rest of a request
    /// that was answered before it had come whole.
    private let head: TimeAmount = .seconds(10), body: TimeAmount = .seconds(30), pause: TimeAmount = .seconds(60)
    private let rest: TimeAmount = .seconds(2)
    private let places: ConnectionPlaces
    private let mostBody: @Sendable (HTTPRequest) -> Int
    /// A body that is longer has the time again for each so many bytes.
    private let pace: Int
    private var received = 0
    private var place: Int?
    private var timer: Scheduled<Void>?
    /// Requests that came whole or in part and are not answered yet.
    private var open = 0
    private var isReceiving = false

    init(_ places: ConnectionPlaces, pace: Int, mostBody: @escaping @Sendable (HTTPRequest) -> Int) {
        (self.places, self.pace, self.mostBody) = (places, pace, mostBody)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandler(AbsoluteTarget(), position: .before(codec))
        }
        wait(head, context)
        if context.channel.isActive { takePlace(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        leavePlace()
    }

    func channelActive(context: ChannelHandlerContext) {
        takePlace(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        leavePlace()
        context.fireChannelInactive()
    }

    private func takePlace(_ context: ChannelHandlerContext) {
        guard place == nil else { return }
        place = places.open(context.channel)
        if place == nil { context.close(promise: nil) }
    }

    private func leavePlace() {
        if let place { places.close(place) }
        place = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request):
            open += 1
            isReceiving = true
            if let place { places.begin(place) }
            received = 0
            wait(body, context)
            if open == 1, request.waitsToSend(atMost: mostBody(request)) {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body(let bytes):
            received += bytes.readableBytes
            if received >= pace, isReceiving, open > 0 {
                received = 0
                wait(body, context)
            }
        case .end:
            isReceiving = false
            // One that was answered before it had come whole leaves a pause.
            if open > 0 { timer?.cancel() } else { wait(pause, context) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            open -= 1
            if open == 0, let place { places.end(place) }
            wait(isReceiving && open == 0 ? rest : pause, context)
        }
        context.write(data, promise: promise)
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}

extension HTTPRequest {
    /// Whether its body comes only after leave was given (RFC 9110, 10.1.1), and is not longer than is read.
    fileprivate func waitsToSend(atMost most: Int) -> Bool {
        headerFields[.expect]?.lowercased() == "100-continue"
            && headerFields[.contentLength].flatMap { Int($0) }.map { $0 <= most } ?? true
    }
}
