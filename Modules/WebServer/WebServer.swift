import CommandSupport
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import WebApplication
import WebPages

/// Carries requests from connections to the program and answers back, within limits.
struct WebServer: Sendable {
    /// The limits of a request.
    private static let mostHeaders = 16 * 1024, mostFields = 64
    /// The bytes of a body after which its time begins again.
    private static let pace = 256 * 1024
    private static let mostConnections = 256
    /// How many places are kept free for new connections, and how many an address from elsewhere may have.
    private static let spare = 8, mostOfAddress = 64
    /// From when on it is noticed that a reader left.
    private static let slow = Duration.milliseconds(300)

    let app: WebApp
    let log: RequestLog
    /// The encryption; nil without one.
    let tls: TLSConfiguration?

    /// The service that listens.
    ///
    /// - Parameter running: is called when it does.
    func service(
        on address: BindAddress, running: @escaping @Sendable () async -> Void
    ) throws -> any Service {
        let policy = app.policy
        let places = ConnectionPlaces(
            most: Self.mostConnections - Self.spare, mostOfAddress: Self.mostOfAddress
        ) { !policy.place.isLocal && !policy.isProxy($0) }
        let limits = HTTP1Channel.Configuration(
            additionalChannelHandlers: [HeadTimer(places, pace: Self.pace) { app.mostBodyBytes(of: $0) }],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: Self.mostHeaders, maxHeaderListSize: Self.mostHeaders,
                maxHeaderFieldCount: Self.mostFields))
        var logger = Logger(label: "web")
        logger.logLevel = .critical
        return Application(
            responder: CallbackResponder<Context> { request, context in await respond(to: request, context.peer) },
            server: try tls.map { try .tls(.http1(configuration: limits), tlsConfiguration: $0) }
                ?? .http1(configuration: limits),
            configuration: ApplicationConfiguration(
                address: address, reuseAddress: true,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections)),
            onServerRunning: { _ in await running() }, logger: logger)
    }

    /// The address of a request's connection.
    private struct Context: Hummingbird.RequestContext {
        var coreContext: CoreRequestContextStorage
        let peer: String?

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            peer = source.channel.remoteAddress?.ipAddress
        }
    }

    private func respond(to request: Request, _ peer: String?) async -> Response {
        let clock = ContinuousClock()
        let begin = clock.now
        let (answer, pattern) = await answer(request, peer)
        let took = clock.now - begin
        await app.metrics.count(
            route: pattern, method: request.method.rawValue, status: answer.status.code, took: took)
        log.write(
            pattern: pattern, method: request.method.rawValue, status: answer.status.code, bytes: answer.body.count,
            took: took, who: answer.who)
        var headers = answer.headers
        // Browsers keep what they are told of a name for all its ports, where other programs of this machine may listen.
        if tls != nil, request.head.authority?.lowercased().hasPrefix("localhost") == false {
            headers[.strictTransportSecurity] = "max-age=31536000"
        }
        if let events = answer.events { return stream(events, answer, headers, request) }
        return Response(
            status: answer.status, headers: headers,
            body: answer.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    private func answer(_ request: Request, _ peer: String?) async -> (WebResponse, String) {
        let body = request.body.map { Array(buffer: $0) }
        guard [.post, .put, .patch, .delete].contains(request.method) else {
            return await Self.unlessLeft(request) { await app.respond(to: request.head, body: body, peer: peer) }
        }
        return await app.respond(to: request.head, body: body, peer: peer)
    }

    /// An answer that is cancelled when nobody waits for it any more. That is noticed for slow ones alone, as their connection is
    /// of no use afterwards.
    private static func unlessLeft(
        _ request: Request, _ body: @escaping @Sendable () async -> (WebResponse, String)
    ) async -> (WebResponse, String) {
        let work = Task { await body() }
        let watch = Task {
            do { try await Task.sleep(for: slow) } catch { return false }
            try? await request.body.consumeWithInboundCloseHandler { _ in
                try await Task.sleep(for: .seconds(3600))
            } onInboundClosed: {
                work.cancel()
            }
            return true
        }
        var (answer, pattern) = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        watch.cancel()
        if await watch.value { answer.headers[.connection] = "close" }
        return (answer, pattern)
    }

    /// An answer that goes on until the page or the program is closed, or its reader may not read any more.
    private func stream(
        _ events: AsyncStream<String>, _ answer: WebResponse, _ headers: HTTPFields, _ request: Request
    ) -> Response {
        let reader = WebRequest(method: .get, target: "/", headers: request.headers)
        let policy = app.policy
        return Response(
            status: answer.status, headers: headers,
            body: ResponseBody { writer in
                do {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        for await event in events.cancelOnGracefulShutdown() {
                            guard let reader, try await policy.principal(of: reader, isUse: false) != nil else { break }
                            try await writer.write(ByteBuffer(string: event))
                        }
                    }
                } catch {
                    // The page was closed.
                }
                if let cookie = reader?.cookies[policy.cookieName] { await policy.sessions.leaveStream(cookie) }
                try await writer.finish(nil)
            })
    }
}
