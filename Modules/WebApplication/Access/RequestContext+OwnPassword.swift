import HTTPTypes
import Values
import WebAccess
import WebPages

extension RequestContext {
    /// The field of a form for the own password, given again.
    package static let ownPassword = "password"

    /// Whether the password has to be given again for what only the person itself may do. Whoever signed in by the printed address has none: that
    /// address is for those who started the program, and they can write the settings file.
    package var hasOwnPassword: Bool {
        if case .person = session?.session.identity { true } else { false }
    }

    /// Checks that the form came with the own password. Wrong ones count as at the sign-in.
    ///
    /// - Parameter field: the field that it is typed in.
    /// - Throws: ``ValidationError`` at the field of the password, ``WebProblem/hurry(seconds:)``, ``StoreError``.
    package func checkOwnPassword(in field: String = RequestContext.ownPassword) async throws {
        switch session?.session.identity {
        case .start: return
        case .person(let name, _):
            let given = typed[field] ?? ""
            guard !given.isEmpty else {
                throw ValidationError(
                    issue: ValidationIssue(
                        code: "missing", field: field, message: "Type your password, to show that it is you."
                    ))
            }
            let policy = app.policy
            let outcome = try await policy.passwords.check(
                name: name, password: given, address: policy.address(of: request),
                mark: request.cookies["\(policy.cookieName)-known"], try await policy.list.current)
            switch outcome {
            case .right: return
            case .wrong:
                throw ValidationError(
                    issue: ValidationIssue(
                        code: "wrong", field: field,
                        message: "This is not your \(field == Self.ownPassword ? "" : "\(field) ")password."))
            case .wait(let seconds): throw WebProblem.hurry(seconds: seconds)
            }
        case .guest, nil: throw WebProblem.role
        }
    }
}
