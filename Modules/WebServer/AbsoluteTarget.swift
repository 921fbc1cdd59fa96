import Foundation
import NIOCore
import NIOHTTP1
import WebApplication

/// Reads addresses that name a host before the path, as those sent to proxies do: that host is asked for, whatever `Host` says
/// (RFC 9112, 3.2.2).
final class AbsoluteTarget: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Of two `Host` fields neither is believed, so they stay for the refusal.
        guard case .head(var head) = unwrapInboundIn(data), let host = Self.host(of: head.uri),
            head.headers["host"].count == 1
        else { return context.fireChannelRead(data) }
        head.headers.replaceOrAdd(name: "host", value: host)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The host that an address names; nil for a path alone.
    static func host(of target: String) -> String? {
        guard !target.hasPrefix("/"), let scheme = target.range(of: "://") else { return nil }
        return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }
}
