import Foundation
import PluginKit
import ProgramSettings
import TestSupport
import Testing

/// Random files are changed as somebody would with an editor, or not at all.
struct SettingsTextPropertyTests {
    /// A file as it is put together: each line with the setting that it holds, if any.
    private struct Sample {
        struct Line {
            var text: String
            var key: String?
            /// Where the value stands in the line.
            var value: (before: String, after: String)?
        }

        var lines: [Line] = []
        var values: [String: RawSetting] = [:]
        let ending: String
        let endsWithBreak: Bool

        var text: String { Self.text(lines, ending, endsWithBreak) }

        static func text(_ lines: [Line], _ ending: String, _ endsWithBreak: Bool) -> String {
            lines.map(\.text).joined(separator: ending) + (endsWithBreak && !lines.isEmpty ? ending : "")
        }
    }

    private static let names = ["alpha", "beta", "gamma", "delta", "x-1", "Été", "long_name"]
    /// Texts that are awkward in YAML, with a way to write each.
    private static let texts: [(text: String, written: [String])] = [
        ("4s", ["4s", "'4s'", "\"4s\""]), ("it's # not", ["'it''s # not'", "\"it's # not\""]), ("", ["\"\"", "''"]),
        ("a: b", ["'a: b'", "\"a: b\""]), ("null", ["'null'", "\"null\""]), ("true", ["true", "'true'"]),
        ("https://x.org/#a", ["https://x.org/#a", "'https://x.org/#a'"]),
        ("two words", ["two words", "\"two words\""]),
        ("€ \"q\" \\", ["\"€ \\\"q\\\" \\\\\"", "'€ \"q\" \\'"]), ("1.50", ["1.50"]), ("- dash", ["'- dash'"]),
        ("😀 e\u{301}", ["😀 e\u{301}", "'😀 e\u{301}'"]), ("[x", ["'[x'"]), ("tab\there", ["\"tab\\there\""]),
    ]
    private static let lists: [(list: [String], written: [String])] = [
        ([], ["[]"]), (["a", "b"], ["[a, b]", "[ 'a' , \"b\" ]"]), (["x]", "it's"], ["['x]', \"it's\"]"]),
    ]

    private static func sample(_ random: inout SeededGenerator) -> Sample {
        var sample = Sample(ending: random.chance(1, in: 4) ? "\r\n" : "\n", endsWithBreak: random.chance(3, in: 4))
        if random.chance(1, in: 8) { sample.lines.append(.init(text: "---")) }
        group(below: "", indent: random.chance(1, in: 6) ? "  " : "", depth: 0, &sample, &random)
        return sample
    }

    private static func group(
        below prefix: String, indent: String, depth: Int, _ sample: inout Sample, _ random: inout SeededGenerator
    ) {
        let step = random.pick(["  ", "    ", " "])
        for name in names.shuffled(using: &random).prefix(random.int(depth == 0 ? 0...4 : 1...3)) {
            noise(indent, &sample, &random)
            let key = prefix + name
            let written = random.pick([name, "\"\(name)\"", "'\(name)'", name])
            let comment = random.pick(["", "", " # why", "   #", " ", "\t# 'x"])
            if depth < 2, random.chance(2, in: 5) {
                sample.lines.append(.init(text: "\(indent)\(written):\(comment)"))
                group(below: key + ".", indent: indent + step, depth: depth + 1, &sample, &random)
                continue
            }
            let (raw, value): (RawSetting, String)
            if random.chance(1, in: 4) {
                let list = random.pick(lists)
                (raw, value) = (.list(list.list), random.pick(list.written))
            } else {
                let text = random.pick(texts)
                (raw, value) = (.text(text.text), random.pick(text.written))
            }
            let before = "\(indent)\(written):\(random.pick([" ", "  "]))"
            sample.lines.append(
                .init(text: before + value + comment, key: key, value: (before: before, after: comment)))
            sample.values[key] = raw
        }
        noise(indent, &sample, &random)
    }

    private static func noise(_ indent: String, _ sample: inout Sample, _ random: inout SeededGenerator) {
        for _ in 0..<random.int(0...2) {
            sample.lines.append(.init(text: random.pick(["", indent + "# note: 'x", "#", "#alpha: 1", "   "])))
        }
    }

    private static func value(_ random: inout SeededGenerator) -> RawSetting {
        random.chance(1, in: 4) ? .list(random.pick(lists).list) : .text(random.pick(texts).text)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `a change is on the line of its setting alone`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<400 {
            let sample = Self.sample(&random)
            let text = try SettingsText(sample.text)
            for (key, raw) in sample.values { #expect(text.value(of: key) == raw, "\(round) \(key)") }
            guard let key = sample.values.keys.sorted().randomElement(using: &random) else { continue }
            let index = try #require(sample.lines.firstIndex { $0.key == key })
            // Removed.
            var rest = sample.lines
            rest.remove(at: index)
            let removed = try text.changed([key: nil]).text
            let isLast = index == sample.lines.count - 1
            let wanted = Sample.text(rest, sample.ending, sample.endsWithBreak)
            #expect(
                removed == wanted || isLast && removed == wanted + sample.ending, "\(round) \(key)\n\(sample.text)")
            // Set: all but the value stays, and reads as what was asked for.
            let raw = Self.value(&random)
            let changed = try text.changed([key: raw])
            let line = sample.lines[index]
            if raw == sample.values[key] {
                #expect(changed.text == sample.text)
                continue
            }
            let around = try #require(line.value)
            let lines = changed.text.components(separatedBy: sample.ending)
            #expect(lines[index].hasPrefix(around.before) && lines[index].hasSuffix(around.after), "\(lines[index])")
            var same = sample.lines
            same[index].text = lines[index]
            #expect(changed.text == Sample.text(same, sample.ending, sample.endsWithBreak), "\(round)")
            for (other, old) in sample.values { #expect(changed.value(of: other) == (other == key ? raw : old)) }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `a new setting is added beside what is there, and can be removed again`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<400 {
            let sample = Self.sample(&random)
            let depth = random.int(1...3)
            let key = (0..<depth).map { _ in random.pick(Self.names) }.joined(separator: ".") + ".new"
            // Not below something that has a value itself.
            guard !sample.values.keys.contains(where: { key.hasPrefix($0 + ".") }) else { continue }
            let raw = Self.value(&random)
            let changed = try SettingsText(sample.text).changed([key: raw])
            #expect(changed.value(of: key) == raw)
            for (other, old) in sample.values { #expect(changed.value(of: other) == old, "\(round) \(other)") }
            // Every line is still there, in order. One without an end says nothing of how lines end.
            var new = changed.text.replacing("\r\n", with: "\n").components(separatedBy: "\n")[...]
            for line in sample.lines {
                let found = new.firstIndex(of: line.text)
                #expect(found != nil, "\(round): \(line.text) in\n\(changed.text)")
                new = new[((found ?? new.startIndex - 1) + 1)...]
            }
            let back = try changed.changed([key: nil])
            for (other, old) in sample.values { #expect(back.value(of: other) == old) }
            #expect(back.value(of: key) == nil)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `whatever a file looks like, a change is right or refused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "a:", "b:", " 1", "\n", "\n  ", "\n    ", "  ", "#", "'", "\"", "&x ", "*x", "|", ">", "- ", "[", "]", "{",
            "}",
            ",", ": ", "\t", "\r\n", "---\n", "...\n", "? ", "!!str ", "null", "~", "a.b: ", "\u{2028}", "\u{85}", "\\",
            "%",
        ]
        var (done, refused) = (0, 0)
        for _ in 0..<8000 {
            let text = (0..<random.int(1...14)).map { _ in random.pick(pieces) }.joined()
            guard let before = try? SettingsText(text) else { continue }
            let (key, value) = (
                random.pick(["a", "b", "a.b", "a.b.c"]), random.chance(1, in: 3) ? nil : "new" as RawSetting
            )
            guard let after = try? before.changed([key: value]) else {
                refused += 1
                continue
            }
            done += 1
            #expect(after.value(of: key) == value, "\(text.debugDescription) → \(after.text.debugDescription)")
            for other in ["a", "b", "a.b", "b.a", "a.a", "b.b"] where other != key {
                let isRelated = key.hasPrefix(other + ".") || other.hasPrefix(key + ".")
                #expect(
                    isRelated || after.value(of: other) == before.value(of: other),
                    "\(key), \(other): \(text.debugDescription) → \(after.text.debugDescription)")
            }
        }
        #expect(done > 100 && refused > 20, "\(done) \(refused)")
    }
}
