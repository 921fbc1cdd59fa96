public import Values

/// Why a request cannot be answered, whatever it is about.
public enum WebProblem: Problem, Equatable {
    /// No page has the address.
    case page
    /// The address has no such method.
    case method(String)
    /// The query cannot be read.
    case query
    /// The query has a name that means nothing; a similar one does.
    case unknownParameter(name: String, nearest: String?)
    /// The query has a value that is none.
    case badParameter(name: String, value: String)
    /// What was sent is no JSON.
    case mediaType
    /// What was sent is no JSON object.
    case body
    /// What was sent has a member that means nothing; a similar one does.
    case unknownMember(name: String, nearest: String?)
    /// What was sent has a member that holds something else than it has to.
    case badMember(name: String, expected: String)
    /// Two members that exclude each other were sent.
    case twoMembers(String, String)
    /// What was sent has a header that holds something else than it has to.
    case badHeader(name: String, expected: String)
    /// What was sent changes something that is there, and does not say which version of it was seen.
    case noVersion
    /// The idempotency key was used for a request with other contents.
    case reusedKey
    /// An asset of a source whose reference names files of the machine: it is not entered from elsewhere.
    case reach(source: String)
    /// The figures are not complete, and only complete ones are wanted.
    case incomplete
    /// Nobody has come in.
    case session
    /// A link for guests that is none, or no more.
    case link
    /// What was sent is no form.
    case form
    /// What was sent does not come from a page of the session.
    case own
    /// What was sent would write, and the page was of another day than the present one.
    case otherDay
    /// What was sent would change what the sample has no part in.
    case sample
    /// A backup or an export would hold the amounts that the page hides.
    case hiddenAmounts
    /// What was sent would write what is worked out, and the figures are others than those of the page.
    case stale
    /// Who asks may see this, or less, and change nothing.
    case role
    /// It was asked for too often.
    case hurry(seconds: Int)
    /// The answer took too long.
    case time
    /// Too many pages hold a stream of events.
    case streams
    /// What was sent is too large.
    case tooLarge
    /// The form came without a file.
    case noFile
    /// The file that a request names was uploaded by another session, or is not kept any more.
    case upload
    /// A file cannot be written where uploads are kept, for a reason of the system.
    case notKept(String)
    /// The request does not follow HTTP, so its end cannot be found.
    case malformed
    /// The request has an encoding that is not supported.
    case coding(String)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .page: "There is no such page."
        case .method(let method): "'\(method.printable)' is not possible here."
        case .query: "The address cannot be read."
        case .unknownParameter(let name, let nearest):
            "'\(name.printable)' means nothing here." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        case .badParameter(let name, let value): "'\(value.printable)' cannot be given for '\(name.printable)'."
        case .mediaType: "What is sent here is JSON, with 'Content-Type: application/json'."
        case .body: "What was sent is not a JSON object, or names a member twice."
        case .unknownMember(let name, let nearest):
            "'\(name.printable)' means nothing here." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        case .badMember(let name, let expected): "'\(name)' has to be \(expected)."
        case .twoMembers(let one, let other): "'\(one)' and '\(other)' cannot be given together."
        case .badHeader(let name, let expected): "The header '\(name)' has to be \(expected)."
        case .noVersion: "What is there is changed only by who says which version was seen, with 'If-Match'."
        case .reusedKey:
            "Another request was carried out under this 'Idempotency-Key'. Nothing was written for this one."
        case .reach(let source):
            "The source '\(source.printable)' is not chosen here: it decides which files are used."
        case .incomplete: "Something is missing, so the figures are not complete."
        case .session: "You are not signed in, or your session has ended."
        case .form: "What was sent cannot be read as a form."
        case .own: "This form is from an older session."
        case .otherDay: "Nothing can be written from a page of another day."
        case .sample: "This is not possible while sample data are shown."
        case .hiddenAmounts: "Backups and exports hold every amount, and amounts are hidden."
        case .stale: "The figures have changed since. Nothing was written."
        case .link: "This link shows nothing, or nothing any more."
        case .role: "You may not do this here."
        case .hurry(let seconds):
            "This was asked for too often. Try again in \(seconds) \(seconds == 1 ? "second" : "seconds")."
        case .time: "The answer took too long."
        case .streams: "Too many pages are being kept up to date."
        case .tooLarge: "What was sent is too large."
        case .noFile: "No file was sent, or an empty one."
        case .upload: "This file is not kept here any more."
        case .notKept(let reason): "The file cannot be kept: \(reason.printable)."
        case .malformed: "What was sent does not follow HTTP."
        case .coding(let name): "'Transfer-Encoding: \(name.printable)' is not read here: only 'chunked' is."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .page: "web.noPage"
        case .method: "web.noMethod"
        case .query: "web.badAddress"
        case .unknownParameter: "web.unknownParameter"
        case .badParameter: "web.badParameter"
        case .mediaType: "web.noJSON"
        case .body: "web.badBody"
        case .unknownMember: "web.unknownMember"
        case .badMember: "web.badMember"
        case .twoMembers: "web.twoMembers"
        case .badHeader: "web.badHeader"
        case .noVersion: "web.noVersion"
        case .reusedKey: "web.reusedKey"
        case .reach: "web.reach"
        case .incomplete: "web.incomplete"
        case .session: "web.noSession"
        case .form: "web.badForm"
        case .own: "web.foreignForm"
        case .otherDay: "web.otherDay"
        case .sample: "web.sample"
        case .hiddenAmounts: "web.hiddenAmounts"
        case .stale: "web.moved"
        case .link: "web.noLink"
        case .role: "web.notAllowed"
        case .hurry: "web.tooOften"
        case .time: "web.tooLong"
        case .streams: "web.tooManyStreams"
        case .tooLarge: "web.tooLarge"
        case .noFile: "web.noFile"
        case .upload: "web.noUpload"
        case .notKept: "web.uploadNotKept"
        case .malformed: "web.malformed"
        case .coding: "web.coding"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .page, .link, .upload: .missing
        case .stale, .reusedKey: .conflict
        case .time, .streams, .hurry, .notKept: .outside
        case .incomplete, .otherDay, .reach, .role, .sample, .hiddenAmounts: .refused
        default: .usage
        }
    }

    /// The status of HTTP that says the same (RFC 9110).
    public var status: Int {
        switch self {
        case .page, .link, .upload: 404
        case .method: 405
        case .query, .unknownParameter, .badParameter, .form, .body, .unknownMember, .badHeader, .malformed:
            400
        case .session: 401
        case .own, .role: 403
        case .time, .streams, .notKept: 503
        case .hurry: 429
        case .tooLarge: 413
        case .mediaType: 415
        case .coding: 501
        case .stale, .reusedKey: 409
        case .noVersion: 428
        case .badMember, .twoMembers, .incomplete, .otherDay, .reach, .sample, .hiddenAmounts, .noFile: 422
        }
    }

    /// The member that is wrong.
    public var field: String? {
        switch self {
        case .unknownMember(let name, _), .badMember(let name, _), .twoMembers(let name, _), .badHeader(let name, _):
            name
        case .reach: "source"
        case .noFile: "file"
        default: nil
        }
    }

    /// What to do; nil when the message says it.
    public var advice: String? {
        switch self {
        case .session: "Open the address that the program printed when it was started, or start it again."
        case .own: "Reload the page and try again."
        case .otherDay: "Go back to today, and do it there."
        case .stale: "Look at them again, and then do it."
        case .time: "Try again in a moment."
        case .noFile: "Choose a file."
        case .hiddenAmounts: "Show amounts first."
        case .upload: "Upload it again: a file is kept for an hour, for the session that sent it."
        case .reusedKey: "Give each request a key of its own, and the same key only when it is sent again."
        case .noVersion: "Ask for it first, and send its 'ETag' along."
        case .incomplete: "Ask without 'strict' to see what is missing."
        default: nil
        }
    }

    /// One of each case.
    public static var examples: [WebProblem] {
        [
            .page, .method("PUT"), .query, .unknownParameter(name: "asof", nearest: "as-of"),
            .badParameter(name: "limit", value: "many"), .mediaType, .body,
            .unknownMember(name: "factr", nearest: "factor"), .badMember(name: "factor", expected: "a text"),
            .twoMembers("factor", "budget"), .badHeader(name: "If-Match", expected: "a tag"), .noVersion, .incomplete,
            .session, .form, .own, .otherDay, .sample, .hiddenAmounts, .stale, .role, .link, .hurry(seconds: 1), .time,
            .streams,
            .tooLarge, .reusedKey, .reach(source: "journal"), .malformed, .coding("gzip, chunked"),
            .noFile, .upload, .notKept("No space left on device"),
        ]
    }
}
