import Foundation
import PluginKit
import Testing

@testable import HTTPNetworking

@Suite struct FileStoreTests {
    private let folder: URL

    init() {
        folder = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID().uuidString)/deep/folder")
    }

    private func withFolder(_ body: () async throws -> Void) async throws {
        defer {
            let top = folder.deletingLastPathComponent().deletingLastPathComponent()
            try? FileManager.default.removeItem(at: top)
        }
        try await body()
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    private var files: [URL] {
        (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    private let answer = StoredResponse(
        status: 200, body: Data([0, 10, 13, 255, 10]), fetchedAt: Date(timeIntervalSince1970: 1_779_278_400.123),
        etag: "W/\"x\ny\"")

    @Test func `an answer comes back as it was, also to another program`() async throws {
        try await withFolder {
            try await FileResponseCache(folder: folder).store(answer, for: "GET a\nb")
            #expect(await FileResponseCache(folder: folder).response(for: "GET a\nb") == answer)
            #expect(await FileResponseCache(folder: folder).response(for: "GET c") == nil)
            #expect(try mode(folder.path) == 0o700)
            #expect(files.count == 1)
            #expect(try files.allSatisfy { try mode($0.path) == 0o600 })
        }
    }

    @Test func `any damage to a file makes it count as nothing`() async throws {
        try await withFolder {
            let cache = FileResponseCache(folder: folder)
            try await cache.store(answer, for: "k")
            let file = try #require(files.first)
            let whole = try Data(contentsOf: file)
            for position in whole.indices {
                for bit in [1, 128] as [UInt8] {
                    var damaged = whole
                    damaged[position] ^= bit
                    try damaged.write(to: file)
                    #expect(await cache.response(for: "k") == nil, "byte \(position), bit \(bit)")
                }
                try whole.prefix(position).write(to: file)
                #expect(await cache.response(for: "k") == nil, "cut at \(position)")
            }
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            #expect(await cache.response(for: "k") == nil)
        }
    }

    @Test func `a file in the place of another key's counts as nothing`() async throws {
        try await withFolder {
            let cache = FileResponseCache(folder: folder)
            try await cache.store(answer, for: "one")
            let one = try #require(files.first)
            try await cache.store(answer, for: "two")
            let two = try #require(files.first { $0.lastPathComponent != one.lastPathComponent })
            try Data(contentsOf: one).write(to: two)
            #expect(await cache.response(for: "two") == nil)
        }
    }

    @Test func `no file says what was asked`() async throws {
        try await withFolder {
            try await FileResponseCache(folder: folder).store(answer, for: "GET https://gateway.test/v3/SECRET1")
            let store = FileLimiterStateStore(folder: folder)
            try await store.save(LimiterMark(until: answer.fetchedAt), for: "host SECRET1.test")
            #expect(files.count == 2)
            for file in files {
                #expect(try Data(contentsOf: file).range(of: Data("SECRET1".utf8)) == nil)
                #expect(!file.path.contains("SECRET1"))
            }
        }
    }

    @Test func `a file that claims to be huge, a link and a pipe are not read`() async throws {
        try await withFolder {
            let cache = FileResponseCache(folder: folder)
            try await cache.store(answer, for: "k")
            let file = try #require(files.first)
            let elsewhere = folder.appending(path: "elsewhere")
            try FileManager.default.moveItem(at: file, to: elsewhere)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
            #expect(await cache.response(for: "k") == nil)
            try FileManager.default.removeItem(at: file)
            #expect(mkfifo(file.path, 0o600) == 0)
            #expect(await cache.response(for: "k") == nil)
            try FileManager.default.removeItem(at: file)
            try Data().write(to: file)
            // Nobody could read so much in the time of a test.
            #expect(truncate(file.path, 1 << 42) == 0)
            #expect(await cache.response(for: "k") == nil)
        }
    }

    @Test func `the oldest answers go when there is no room`() async throws {
        try await withFolder {
            let cache = FileResponseCache(folder: folder, sizeLimit: 10_000)
            var big = answer
            big.body = Data(count: 3000)
            for (index, key) in ["a", "b", "c", "d", "e"].enumerated() {
                try await cache.store(big, for: key)
                for file in files
                where try file.resourceValues(forKeys: [.contentModificationDateKey])
                    .contentModificationDate ?? .distantPast > Date(timeIntervalSince1970: 1000)
                {
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date(timeIntervalSince1970: Double(index))], ofItemAtPath: file.path)
                }
            }
            #expect(files.count == 3)
            #expect(await cache.response(for: "a") == nil)
            #expect(await cache.response(for: "e") == big)
            big.body = Data(count: 6000)
            try await cache.store(big, for: "e")
            #expect(await cache.response(for: "e") == nil)
        }
    }

    @Test func `many writers at once leave one whole answer`() async throws {
        try await withFolder {
            let caches = (0..<4).map { _ in FileResponseCache(folder: folder) }
            let answers = (0..<4).map { index in
                StoredResponse(
                    status: 200, body: Data(repeating: UInt8(index), count: 50_000), fetchedAt: answer.fetchedAt)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (cache, answer) in zip(caches, answers) {
                    group.addTask {
                        for _ in 0..<30 {
                            try await cache.store(answer, for: "k")
                            let read = await cache.response(for: "k")
                            #expect(read.map(answers.contains) == true)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(files.count == 1)
        }
    }

    @Test func `marks are kept, removed, and damage is forgotten`() async throws {
        try await withFolder {
            let mark = LimiterMark(
                until: Date(timeIntervalSince1970: 1_779_278_400.5),
                failure: .init(request: "1f", reason: "It said no.", allowsStale: false))
            try await FileLimiterStateStore(folder: folder).save(mark, for: "host x")
            let store = FileLimiterStateStore(folder: folder)
            #expect(await store.load("host x") == mark)
            #expect(await store.load("host y") == nil)
            try Data("garbage".utf8).write(to: try #require(files.first))
            #expect(await store.load("host x") == nil)
            try await store.save(mark, for: "host x")
            try await store.save(nil, for: "host x")
            #expect(await store.load("host x") == nil)
            #expect(files.isEmpty)
        }
    }

    @Test func `a folder that cannot be written to is an error of the store alone`() async throws {
        let cache = FileResponseCache(folder: URL(fileURLWithPath: "/proc/nowhere"))
        await #expect(throws: (any Error).self) { try await cache.store(answer, for: "k") }
        #expect(await cache.response(for: "k") == nil)
    }
}
