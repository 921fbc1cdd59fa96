import Allocation
import CommandSupport
import HTTPTypes
import Models
import Planning
import Presentation
import SavingsViews
import WebApplication
import WebPages

extension Section {
    /// The members of a goal.
    static let goalMembers = Goal.fields.fields.map { field in
        if case .choice(let words, _) = field.content {
            Route.Member(field.key, .choice(words), field.note)
        } else {
            Route.Member(field.key, field.note)
        }
    }

    /// For programs that write goals.
    static let goalWrites: [Route] = [
        WritingOperation(
            method: .post, path: "/goals", makes: .goal,
            members: goalMembers + [
                .init(
                    "template", .choice(GoalTemplate.allCases.map(\.rawValue)),
                    "What gives name, emoji, description and deadline unless they are sent.")
            ],
            command: { _, members, _ in "goal add \(members["name"] ?? members["template"] ?? "")" }
        ).route("Adds a goal", "goal") { request in
            var fields = request.members.goalFields
            fields.template = request.members["template"].flatMap(GoalTemplate.init)
            let added = try await request.services.savings.goals.add(fields, request.call)
            return Document(changed: added.value, warnings: added.warnings, asOf: request.call.today)
        },
        WritingOperation(
            method: .patch, path: "/goals/{id}", thing: .goal, members: goalMembers,
            command: { "goal edit \($2)" }
        ).route("Changes what is said of a goal: what is null is removed, what is not sent stays", "goal") { request in
            let fields = request.members.goalEdits
            let edit = try await request.services.savings.goals.edit(request.id, fields, request.call)
            return Document(changed: edit.value.after, warnings: edit.warnings, asOf: request.call.today)
        },
        WritingOperation(
            method: .delete, path: "/goals/{id}", thing: .goal, command: { "goal delete \($2)" }
        ).route("Deletes a goal with its allocations and plans", "goal") { request in
            let goals = try request.services.savings.goals
            let found = try await goals.goal(named: request.id)
            _ = try await goals.delete(found, request.call)
            return Document(changed: found, asOf: request.call.today)
        },
        end("finish", .finished, "Finishes a goal: what it has is recorded, its money released"),
        end("cancel", .cancelled, "Cancels a goal: what it has is recorded, its money released"),
        move("pause", .paused, "Pauses a goal: it keeps its money and is not paid"),
        move("resume", .active, "Resumes a paused or archived goal"),
        move("archive", .archived, "Archives a goal: like paused, and hidden from lists"),
        WritingOperation(
            method: .put, path: "/goals/{id}/flex-state", thing: .goal,
            members: [
                .init(
                    "state", .choice(FlexState.allCases.map(\.rawValue)), "How its payment may be treated.",
                    isRequired: true),
                .init(
                    "custom", "An amount to pay instead of what is required; null for none, else the earlier one stays."
                ),
                .init("always", .flag, "Whether it holds from now on, not only this month."),
            ],
            command: { _, members, name in
                "\(members["state"].flatMap(FlexState.init)?.command ?? "") \(name)"
            }
        ).route("Says how the next payment of a goal is treated", "goal") { request in
            let members = request.members
            let decision = MonthlyPlanningService.Decision(
                members["state"].flatMap(FlexState.init) ?? .flexible, custom: members["custom"],
                clearsCustom: members.isNothing("custom"), isStanding: members.isOn("always"))
            let decided = try await request.services.savings.planning.decide(request.id, decision, request.call).value
            return Document(changed: decided.plan, of: decided.goal, asOf: request.call.today)
        },
    ]

    private static func move(_ word: String, _ lifecycle: Goal.Lifecycle, _ summary: String) -> Route {
        step(word).route(summary, "goal") { request in
            let moved = try await request.services.savings.goals.move(request.id, to: lifecycle, request.call).value
            return Document(changed: moved, asOf: request.call.today)
        }
    }

    private static func end(_ word: String, _ lifecycle: Goal.Lifecycle, _ summary: String) -> Route {
        step(word).route(summary, "goal") { request in
            let ended = try await request.services.savings.planning.end(request.id, as: lifecycle, request.call)
            return Document(
                changed: ended.value.goal, isComplete: ended.isComplete, warnings: ended.warnings,
                asOf: request.call.today)
        }
    }

    private static func step(_ word: String) -> WritingOperation {
        WritingOperation(
            method: .post, path: "/goals/{id}/\(word)", thing: .goal, command: { "goal \(word) \($2)" })
    }
}

extension JSONMembers {
    /// The fields of a new goal.
    var goalFields: GoalFields { goalFields { self[$0] } }

    /// The fields of an edit of a goal: a member that is null removes its field.
    var goalEdits: GoalFields { goalFields(edited) }

    private func goalFields(_ text: (String) -> String?) -> GoalFields {
        var fields = GoalFields()
        for field in Goal.fields.fields { fields[field.key] = text(field.key) }
        return fields
    }
}
