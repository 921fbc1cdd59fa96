import Allocation
import CommandSupport
import HTTPTypes
import Models
import Planning
import Presentation
import SavingsViews
import WebPages

extension WebApp {
    private static let goalMembers: [Route.Member] = [
        .init("name", "The name."), .init("target", "How much is wanted, in digits."),
        .init("currency", "The currency of the goal; of one that is there only with a new target."),
        .init("deadline", "The day the amount has to be there."), .init("start", "The day saving begins."),
        .init("emoji", "One emoji."), .init("description", "A description."), .init("link", "A web address."),
        .init("remind", .choice(ReminderFrequency.allCases.map(\.rawValue)), "How often to remind."),
        .init("remindFrom", "The first reminder; else the goal's start."),
        .init("remindAt", "When to remind, as in 18:30; else the usual time."),
    ]

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
            var fields = request.members.goalFields { request.members[$0] }
            fields.template = request.members["template"].flatMap(GoalTemplate.init)
            let added = try await request.services.goals.add(fields, request.call)
            return Document(changed: added.value, warnings: added.warnings, asOf: request.call.today)
        },
        WritingOperation(
            method: .patch, path: "/goals/{id}", thing: .goal, members: goalMembers,
            command: { "goal edit \($2)" }
        ).route("Changes what is said of a goal: what is null is removed, what is not sent stays", "goal") { request in
            var fields = request.members.goalFields(request.members.edited)
            fields.stopsReminding = request.members.isNothing("remind")
            let edit = try await request.services.goals.edit(request.id, fields, request.call)
            return Document(changed: edit.value.after, warnings: edit.warnings, asOf: request.call.today)
        },
        WritingOperation(
            method: .delete, path: "/goals/{id}", thing: .goal, command: { "goal delete \($2)" }
        ).route("Deletes a goal with its allocations and plans", "goal") { request in
            let goals = request.services.goals
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
            let decided = try await request.services.planning.decide(request.id, decision, request.call).value
            return Document(changed: decided.plan, of: decided.goal, asOf: request.call.today)
        },
    ]

    private static func move(_ word: String, _ lifecycle: Goal.Lifecycle, _ summary: String) -> Route {
        step(word).route(summary, "goal") { request in
            let moved = try await request.services.goals.move(request.id, to: lifecycle, request.call).value
            return Document(changed: moved, asOf: request.call.today)
        }
    }

    private static func end(_ word: String, _ lifecycle: Goal.Lifecycle, _ summary: String) -> Route {
        step(word).route(summary, "goal") { request in
            let ended = try await request.services.planning.end(request.id, as: lifecycle, request.call)
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
    /// What is said of a goal, each part read by `text`.
    fileprivate func goalFields(_ text: (String) -> String?) -> GoalFields {
        var fields = GoalFields()
        (fields.name, fields.target, fields.currency) = (text("name"), text("target"), text("currency"))
        (fields.deadline, fields.start) = (text("deadline"), text("start"))
        (fields.emoji, fields.details, fields.link) = (text("emoji"), text("description"), text("link"))
        fields.reminder = self["remind"].flatMap(ReminderFrequency.init)
        (fields.reminderStart, fields.reminderTime) = (text("remindFrom"), text("remindAt"))
        return fields
    }
}
