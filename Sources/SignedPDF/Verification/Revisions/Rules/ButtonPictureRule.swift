/// Checks that a button's new picture, such as initials, shows only ink and hides no print below it.
///
/// Stops a transparent button over a clause from later getting a picture of a white sheet with another text, or an
/// image. A later signature does not make that acceptable.
struct ButtonPictureRule: DifferenceRule {
    private static let pictureEntries: Set<String> = ["AP", "AS"]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let objects = revisions.objects
        return revisions.changedFields.compactMap { pair in
            guard pair.new.isPushButton, !pair.keys.isDisjoint(with: Self.pictureEntries),
                !pair.old.hasContent(in: objects.old)
            else { return nil }
            let changed = revisions.changedField(pair.new)
            let isInk = pair.new.widgetDictionaries.allSatisfy { widget in
                guard let rect = FieldPlaces.rectangle(of: widget, in: objects.new) else { return false }
                if rect.isEmpty { return true }
                return AppearanceStreams.all(of: widget, in: objects.new).allSatisfy { picture in
                    let finding = ButtonInk.finding(
                        on: picture, in: objects.new, over: nil, in: objects.old, rect, as: .drawing)
                    if case .ink = finding { return true } else { return false }
                }
            }
            guard !isInk else { return nil }
            return LaterChange(
                .unclear(.buttonPictureCovers(field: changed), in: changed),
                areas: revisions.areas(of: pair.old, pair.new))
        }
    }
}
