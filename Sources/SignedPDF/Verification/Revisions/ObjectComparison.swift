import Foundation

/// Compares objects of two revisions of one file by what they hold, following references.
///
/// An object that stands at the same place of the file in both revisions has the same bytes, but what it refers to may
/// have changed all the same; so references are always followed, each pair of objects once. Pages and fields of the
/// older revision are compared by rules of their own: where they are only pointed at, a reference to one is equal if
/// it has the same address.
final class ObjectComparison {
    /// What a value is there for, which tells whether pages and fields are only pointed at.
    enum Role: Hashable {
        /// A part of what is drawn. Everything is followed: a field's dictionary could serve as a list of images.
        case painting
        /// A pointer to a field, or a list of them.
        case link
        /// Anything else; it may point at pages.
        case structure
    }

    let old: PDFDocument
    let new: PDFDocument
    /// The numbers of the older revision's pages.
    var pages: Set<Int> = []
    /// The numbers of the older revision's catalog and of its page tree's root. They may serve as something else besides;
    /// only as a parent are they just pointed at.
    var roots: Set<Int> = []
    /// The numbers of the older revision's fields, groups of fields and widgets.
    var fields: Set<Int> = []
    private var knownEqual: Set<Pair> = []
    /// The numbers of all objects that are followed, while somebody wants to know them; nil otherwise, and once there
    /// are too many or one cannot be read.
    private var recorded: Set<Int>?

    private struct Pair: Hashable {
        var old: PDFReference
        var new: PDFReference
        var role: Role
    }

    /// Two values that have to hold the same.
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

    /// The role of an entry's value.
    private static func role(of key: String, in role: Role) -> Role {
        if role == .painting || paintingEntries.contains(key) { return .painting }
        return linkEntries.contains(key) ? .link : .structure
    }

    /// Whether comparing ends at an object.
    private func isBorder(_ reference: PDFReference, _ role: Role) -> Bool {
        switch role {
        case .painting: false
        case .link:
            pages.contains(reference.number) || fields.contains(reference.number) || roots.contains(reference.number)
        case .structure: pages.contains(reference.number)
        }
    }

    // MARK: Entries of the cross-reference

    /// Whether an object is at the same place in both revisions.
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

    /// Whether both are the same reference, and the older revision had no object there.
    func isDangling(_ first: PDFObject?, _ second: PDFObject?) -> Bool {
        guard let reference = first?.referenceValue, second?.referenceValue == reference else { return false }
        return Self.isAbsent(reference, in: old)
    }

    // MARK: Comparing

    /// Whether two values hold the same.
    func areEqual(_ first: PDFObject?, _ second: PDFObject?, in role: Role = .structure) -> Bool {
        var pending = [Task(before: first ?? .null, after: second ?? .null, role: role)]
        var followed: Set<Pair> = []
        while let task = pending.popLast() {
            guard match(task, &pending, &followed) else { return false }
        }
        knownEqual.formUnion(followed)
        return true
    }

    /// What `work` gives back, and the numbers of all objects that it had followed; nil if there are many, or one of
    /// them cannot be read.
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

    /// Whether two indirect objects hold the same, even if they are pages or fields.
    func areEqual(_ first: PDFReference, _ second: PDFReference) -> Bool {
        guard let before = try? old.object(first), let after = try? new.object(second) else {
            return areBothUnreadable(first, second)
        }
        return areEqual(before, after)
    }

    /// Whether neither can be read, and they are the same bytes.
    private func areBothUnreadable(_ first: PDFReference, _ second: PDFReference) -> Bool {
        // What makes them unreadable may stand elsewhere.
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
            // The bytes begin at the same place; how far they go may be written elsewhere.
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

    /// Whether no key stands twice in the later dictionary, or everything stands there as it did before.
    ///
    /// Readers do not agree on which of two values counts.
    func repeatSameKeys(_ before: PDFDictionary, _ after: PDFDictionary) -> Bool {
        guard Set(after.keys).count != after.entries.count || Set(before.keys).count != before.entries.count else {
            return true
        }
        return before == after
    }

    /// The keys whose values differ, sorted.
    func differingKeys(_ before: PDFDictionary, _ after: PDFDictionary) -> [String] {
        Set(before.keys).union(after.keys).filter {
            !areEqual(before[$0], after[$0], in: Self.role(of: $0, in: .structure))
        }.sorted()
    }
}
