import Foundation

/// Compares the contents of objects in two revisions of one file, following references.
///
/// An object at the same offset in both revisions has the same bytes, but the objects that it refers to may have
/// changed. So references are always followed, each pair of objects once. Pages and fields of the older revision have
/// comparison rules of their own. If a value only points at one, the references are equal if their object numbers are.
final class ObjectComparison {
    /// The purpose of a value, which decides whether its references to pages and fields are followed.
    enum Role: Hashable {
        /// Part of the painted content. Everything is followed, since even a field's dictionary could serve as a list
        /// of images.
        case painting
        /// A pointer to a field, or a list of them.
        case link
        /// Anything else; it may point at pages without following them.
        case structure
    }

    let old: PDFDocument
    let new: PDFDocument
    /// The object numbers of the older revision's pages.
    var pages: Set<Int> = []
    /// The object numbers of the older revision's catalog and page tree root. These objects may serve other purposes
    /// too; only as a parent are they not followed.
    var roots: Set<Int> = []
    /// The object numbers of the older revision's fields, field groups and widgets.
    var fields: Set<Int> = []
    private var knownEqual: Set<Pair> = []
    /// The numbers of all objects followed during ``recording(_:)``. It is `nil` otherwise, and once there are too many
    /// or one cannot be read.
    private var recorded: Set<Int>?

    private struct Pair: Hashable {
        var old: PDFReference
        var new: PDFReference
        var role: Role
    }

    /// Two values that must have equal contents.
    private struct Task {
        var before: PDFObject
        var after: PDFObject
        var role: Role
    }

    init(old: PDFDocument, new: PDFDocument) {
        self.old = old
        self.new = new
    }

    // MARK: Roles

    private static let paintingEntries: Set<String> = [
        "AP", "Contents", "DR", "Resources", "XObject", "Font", "Pattern", "Shading", "ExtGState", "ColorSpace",
        "Properties",
    ]
    private static let linkEntries: Set<String> = [
        "Parent", "Kids", "Fields", "CO", "P", "Obj", "Annots", "AN", "T", "Data",
    ]

    /// Returns the role of an entry's value.
    private static func role(of key: String, in role: Role) -> Role {
        if role == .painting || paintingEntries.contains(key) { return .painting }
        return linkEntries.contains(key) ? .link : .structure
    }

    /// Whether the comparison stops at an object.
    private func isBorder(_ reference: PDFReference, _ role: Role) -> Bool {
        switch role {
        case .painting: false
        case .link:
            pages.contains(reference.number) || fields.contains(reference.number) || roots.contains(reference.number)
        case .structure: pages.contains(reference.number)
        }
    }

    // MARK: Entries of the cross-reference

    /// Whether an object is at the same offset in both revisions.
    func isUntouched(_ number: Int) -> Bool {
        guard let before = try? old.entry(for: number), let after = try? new.entry(for: number), before == after else {
            return false
        }
        if case .compressed(let stream, _) = before { return isUntouched(stream) }
        return true
    }

    private static func isAbsent(_ reference: PDFReference, in document: PDFDocument) -> Bool {
        do {
            let entry = try document.entry(for: reference.number)
            return entry == nil || entry == .free
        } catch {
            return false
        }
    }

    /// Whether both are the same reference, to an object that the older revision lacks.
    func isDangling(_ first: PDFObject?, _ second: PDFObject?) -> Bool {
        guard let reference = first?.referenceValue, second?.referenceValue == reference else { return false }
        return Self.isAbsent(reference, in: old)
    }

    // MARK: Comparing

    /// Whether two values have equal contents.
    func areEqual(_ first: PDFObject?, _ second: PDFObject?, in role: Role = .structure) -> Bool {
        var pending = [Task(before: first ?? .null, after: second ?? .null, role: role)]
        var followed: Set<Pair> = []
        while let task = pending.popLast() {
            guard match(task, &pending, &followed) else { return false }
        }
        knownEqual.formUnion(followed)
        return true
    }

    /// Returns the result of `work` and the numbers of all objects that it followed, or `nil` if there are too many or
    /// one cannot be read.
    func recording<Result>(_ work: () -> Result) -> (Result, followed: Set<Int>?) {
        recorded = []
        defer { recorded = nil }
        let result = work()
        return (result, recorded)
    }

    private func record(_ first: PDFReference, _ second: PDFReference) {
        guard let count = recorded?.count else { return }
        guard count < UnchangedFields.mostObjects else { return recorded = nil }
        recorded?.insert(first.number)
        recorded?.insert(second.number)
    }

    /// Whether two indirect objects have equal contents, even if they are pages or fields.
    func areEqual(_ first: PDFReference, _ second: PDFReference) -> Bool {
        guard let before = try? old.object(first), let after = try? new.object(second) else {
            return areBothUnreadable(first, second)
        }
        return areEqual(before, after)
    }

    /// Whether neither object can be read, and both are the same bytes.
    private func areBothUnreadable(_ first: PDFReference, _ second: PDFReference) -> Bool {
        // The cause may be in another object.
        recorded = nil
        return first == second && isUntouched(first.number) && (try? old.object(first)) == nil
            && (try? new.object(second)) == nil
    }

    private func match(_ task: Task, _ pending: inout [Task], _ followed: inout Set<Pair>) -> Bool {
        let role = task.role
        switch (task.before, task.after) {
        case (.reference(let first), .reference(let second)):
            return follow(first, second, role, &pending, &followed)
        case (.reference(let first), let after):
            recorded = nil
            guard !isBorder(first, role), let before = try? old.resolve(task.before) else { return false }
            pending.append(Task(before: before, after: after, role: role))
            return true
        case (let before, .reference(let second)):
            recorded = nil
            guard !isBorder(second, role), let after = try? new.resolve(task.after) else { return false }
            pending.append(Task(before: before, after: after, role: role))
            return true
        case (.array(let first), .array(let second)):
            guard first.count == second.count else { return false }
            for (before, after) in zip(first, second) {
                pending.append(Task(before: before, after: after, role: role))
            }
            return true
        case (.dictionary(let first), .dictionary(let second)):
            return match(first, second, role, &pending)
        case (.stream(let first), .stream(let second)):
            return first.encodedBytes == second.encodedBytes
                && match(first.dictionary, second.dictionary, .painting, &pending)
        case (.integer, .real), (.real, .integer):
            return task.before.realValue == task.after.realValue
        default:
            return task.before == task.after
        }
    }

    private func follow(
        _ first: PDFReference, _ second: PDFReference, _ role: Role, _ pending: inout [Task],
        _ followed: inout Set<Pair>
    ) -> Bool {
        if isBorder(first, role) || isBorder(second, role) { return first == second }
        let pair = Pair(old: first, new: second, role: role)
        record(first, second)
        guard recorded != nil || !knownEqual.contains(pair), followed.insert(pair).inserted else { return true }
        guard let before = try? old.object(first), let after = try? new.object(second) else {
            return areBothUnreadable(first, second)
        }
        let isSame = first == second && isUntouched(first.number)
        if before.isNull, after.isNull {
            // Other readers may find an object where its address has a wrong generation.
            return isSame || Self.isAbsent(first, in: old) && Self.isAbsent(second, in: new)
        }
        if isSame, case .stream(let before) = before, case .stream(let after) = after {
            // The bytes begin at the same offset, but their length may be in another object.
            return before.encodedBytes.count == after.encodedBytes.count
                && match(before.dictionary, after.dictionary, .painting, &pending)
        }
        pending.append(Task(before: before, after: after, role: role))
        return true
    }

    // MARK: Dictionaries

    private func match(
        _ before: PDFDictionary, _ after: PDFDictionary, _ role: Role, _ pending: inout [Task]
    ) -> Bool {
        guard repeatSameKeys(before, after) else { return false }
        for key in Set(before.keys).union(after.keys) {
            pending.append(
                Task(
                    before: before[key] ?? .null, after: after[key] ?? .null, role: Self.role(of: key, in: role)))
        }
        return true
    }

    /// Whether the later dictionary has no duplicate key, or has the same entries as before.
    ///
    /// Readers differ in which value of a duplicate key they use.
    func repeatSameKeys(_ before: PDFDictionary, _ after: PDFDictionary) -> Bool {
        guard Set(after.keys).count != after.entries.count || Set(before.keys).count != before.entries.count else {
            return true
        }
        return before == after
    }

    /// Returns the keys whose values differ, sorted.
    func differingKeys(_ before: PDFDictionary, _ after: PDFDictionary) -> [String] {
        Set(before.keys).union(after.keys).filter {
            !areEqual(before[$0], after[$0], in: Self.role(of: $0, in: .structure))
        }.sorted()
    }
}
