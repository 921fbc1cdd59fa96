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
    private static let mostBody = 256 * 1024, mostTarget = 8 * 1024, mostHeaders = 16 * 1024, mostFields = 64
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
            additionalChannelHandlers: [HeadTimer(places, pace: Self.mostBody) { mostBody(of: $0) }],
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
        SafeHeaders.add(to: &headers)
        // Browsers keep what they are told of a name for all its ports, where other programs of this machine may listen.
        if tls != nil, request.head.authority?.lowercased().hasPrefix("localhost") == false {
            headers[.strictTransportSecurity] = "max-age=31536000"
        }
        if let events = answer.events { return stream(events, answer, headers, request) }
        let isBare = request.method == .head || answer.status == .notModified
        if request.method == .head { headers[.contentLength] = "\(answer.body.count)" }
        return Response(
            status: answer.status, headers: headers,
            body: isBare ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    private func answer(_ request: Request, _ peer: String?) async -> (WebResponse, String) {
        // Before anything else is read: a name that leads here by somebody else's doing.
        if let refusal = app.policy.refusal(host: request.head.authority, request.headers) {
            return (.text(refusal.status, refusal.message + "\n"), "(door)")
        }
        let target = app.policy.place.own(request.head.path ?? "")
        guard target.utf8.count <= Self.mostTarget else {
            return (.text(.uriTooLong, "The address is too long.\n"), "(door)")
        }
        func read(_ body: [UInt8]) -> WebRequest? {
            WebRequest(method: request.method, target: target, headers: request.headers, body: body, peer: peer)
        }
        func refused(_ problem: WebProblem, _ bare: WebRequest) async -> (WebResponse, String) {
            var answer = await app.errorPage(problem, bare)
            // What else comes on the connection belongs to nothing.
            answer.headers[.connection] = "close"
            return (answer, "(door)")
        }
        guard let bare = read([]) else {
            let isForPrograms = target.hasPrefix("/api/")
            guard isForPrograms, let place = WebRequest(method: .get, target: "/api/v1", headers: request.headers)
            else {
                return (.text(.badRequest, "The address cannot be read.\n"), "(door)")
            }
            return (await app.errorPage(WebProblem.query, place), "(door)")
        }
        let codings = request.headers[values: .transferEncoding].joined(separator: ", ")
        guard codings.isEmpty || codings.lowercased() == "chunked" else {
            return await refused(.coding(codings), bare)
        }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > mostBody(of: request.head) {
            return await refused(.tooLarge, bare)
        }
        guard [.post, .put, .patch, .delete].contains(request.method) else {
            return await Self.unlessLeft(request) { await app.answer(bare) }
        }
        do {
            if let receiver = try await app.receiver(bare) {
                guard let whole = try await Self.receive(request, receiver) else {
                    return await refused(.malformed, bare)
                }
                return await app.answer(whole)
            }
            let buffer = try await request.body.collect(upTo: Self.mostBody)
            guard let whole = read(Array(buffer: buffer)) else { return await refused(.query, bare) }
            return await app.answer(whole)
        } catch let problem as WebProblem {
            return await refused(problem, bare)
        } catch is NIOTooManyBytesError {
            return await refused(.tooLarge, bare)
        } catch {
            return await refused(.malformed, bare)
        }
    }

    /// The most bytes of a request's body.
    private func mostBody(of head: HTTPRequest) -> Int {
        WebRequest(
            method: head.method, target: app.policy.place.own(head.path ?? ""), headers: head.headerFields
        ).flatMap(app.mostUploadBytes) ?? Self.mostBody
    }

    /// The request with the file that it brings; nil where its body does not follow HTTP.
    ///
    /// - Throws: ``WebProblem``.
    private static func receive(_ request: Request, _ receiver: UploadReceiver) async throws -> WebRequest? {
        do {
            for try await buffer in request.body { try await receiver.take(Array(buffer: buffer)) }
            return try await receiver.finish()
        } catch {
            await receiver.discard()
            guard let problem = error as? WebProblem else { return nil }
            throw problem
        }
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
                            guard let reader, await policy.principal(of: reader, isUse: false) != nil else { break }
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
