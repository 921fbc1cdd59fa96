import Foundation

/// One accepted connection: reads one request and carries out its reply.
struct Connection {
    let socket: Socket
    let record: ServerRecord

    func serve(_ handler: LoopbackServer.Handler) {
        guard let request = readRequest() else { return }
        let index = record.received(request)
        perform(handler(request, index))
    }

    private func readRequest() -> ReceivedRequest? {
        var data = Data()
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = data.range(of: end) {
                let head = String(decoding: data[..<range.lowerBound], as: UTF8.self)
                guard let request = ReceivedRequest(head: head, body: Data()) else { return nil }
                var body = Data(data[range.upperBound...])
                let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
                while body.count < length {
                    let more = socket.read()
                    if more.isEmpty { return nil }
                    body.append(more)
                }
                return ReceivedRequest(head: head, body: body)
            }
            let more = socket.read()
            if more.isEmpty { return nil }
            data.append(more)
        }
    }

    private func perform(_ reply: Reply) {
        switch reply {
        case .answer(let status, let headers, let body):
            let all = headers.merging(["Content-Length": String(body.count)]) { own, _ in own }
            _ = socket.write(head(status: status, all) + body)
        case .dripping(let body, let pause):
            drip(body, pause)
        case .silence:
            _ = socket.clientLeaves(withinMilliseconds: -1)
        case .reset:
            socket.resetOnClose()
        case .resetAfter(let body):
            // Wait until the client has had the bytes: a reset throws away what it has not read yet.
            _ = socket.write(head(status: 200, ["Content-Length": String(body.count + 1000)]) + body)
            _ = socket.clientLeaves(withinMilliseconds: 50)
            socket.resetOnClose()
        case .truncated(let body, let announced):
            _ = socket.write(head(status: 200, ["Content-Length": String(announced)]) + body)
        case .raw(let data):
            _ = socket.write(data)
        case .stream(let count, let announced):
            stream(count, announced)
        }
    }

    private func drip(_ body: Data, _ pause: Int32) {
        guard socket.write(head(status: 200, ["Content-Length": String(body.count)])) else { return }
        for byte in body {
            if socket.clientLeaves(withinMilliseconds: pause) || !socket.write(Data([byte])) { return }
        }
    }

    private func stream(_ count: Int?, _ announced: Bool) {
        let length = announced ? count.map { ["Content-Length": String($0)] } : nil
        guard socket.write(head(status: 200, length ?? [:])) else { return }
        let chunk = Data(repeating: UInt8(ascii: "x"), count: 65_536)
        var left = count ?? .max
        while left > 0 {
            let part = chunk.prefix(left)
            guard socket.write(part) else { return }
            record.streamed(part.count)
            left -= part.count
        }
    }

    private func head(status: Int, _ headers: [String: String]) -> Data {
        var lines = ["HTTP/1.1 \(status) Reply", "Connection: close"]
        lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
