import Envelopes
import Foundation
import SignedPDF
import Testing
import Typesetting

@testable import Ceremony

@Suite("Adopting a signature")
struct AdoptionTests {
    private struct Previews: Decodable {
        struct Face: Decodable {
            let face: String
            let name: String
            let path: String
            let width: Double
            let height: Double
        }
        let faces: [Face]
    }

    @Test("Typed text is previewed in every face, and the adopted path is the previewed one")
    func previewAndAdopt() async throws {
        let host = try Scene().host()
        await host.prepare()
        let answer = await host.send(.post, "signature/preview", #"{"kind":"signature","text":" Zoë O'Neil "}"#)
        let previews = try JSONDecoder().decode(Previews.self, from: answer.body).faces
        #expect(previews.map(\.face) == ["dancing-script", "kristi", "kaushan-script"])
        #expect(previews.map(\.name) == ["Dancing Script", "Kristi", "Kaushan Script"])
        for preview in previews {
            let body = #"{"kind":"signature","method":"typed","text":"Zoë O'Neil","face":"\#(preview.face)"}"#
            let session = try SessionAnswer(await host.send(.put, "signature", body))
            let adopted = try #require(session.signature)
            #expect(adopted.path == preview.path && adopted.width == preview.width)
            #expect(adopted.height == preview.height && adopted.stroke == nil && adopted.method == "typed")
        }
    }

    @Test("The path stays within its view box")
    func withinBox() throws {
        let typesetter = try HarfBuzzTypesetter()
        for face in HandwritingFace.all {
            for text in ["Ann", "—", "Ángela Queiroz y Álvarez", "j"] {
                let artwork = try TypedSignature(kind: .signature, text: text).artwork(
                    face: face.id, typesetter: typesetter)
                try expectInside(artwork)
            }
        }
        try expectInside(
            DrawnSignature(
                kind: .initials, strokes: [[.init(x: 5, y: 5), .init(x: 900, y: 240), .init(x: 300, y: 0)]],
                width: 1000, height: 250
            ).artwork())
    }

    @Test(
        "A long name takes several lines, so that it is larger in a field; a usual one takes one",
        arguments: [
            ("Ann", 1), ("María Jørgensen", 1), ("Maximiliane Charlotte Freifrau von Hohenlohe-Waldenburg", 2),
            ("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", 2),
            (
                "Maximiliane Charlotte Freifrau von Hohenlohe-Waldenburg-Schillingsfürst, geborene Gräfin zu Castell",
                3
            ),
        ])
    func longNames(name: String, lines: Int) throws {
        let typesetter = try HarfBuzzTypesetter()
        for face in HandwritingFace.all where typesetter.unshowableCharacter(in: name, face: face.id) == nil {
            let artwork = try TypedSignature(kind: .signature, text: name).artwork(
                face: face.id, typesetter: typesetter)
            try expectInside(artwork)
            let single = try #require(try typesetter.outline(of: name, face: face.id).bounds)
            let oneLine = (width: single.right - single.left, height: single.top - single.bottom)
            #expect(lines > 1 ? artwork.width < 0.7 * oneLine.width : artwork.width >= oneLine.width)
            // How large the letters are in a field of 200 by 40 points, against one line.
            func scale(_ width: Double, _ height: Double) -> Double { min(200 / width, 40 / height) }
            let gain = scale(artwork.width, artwork.height) / scale(oneLine.width, oneLine.height)
            #expect(lines == 1 ? gain <= 1 : gain > (lines == 2 ? 1.2 : 1.4))
        }
    }

    private func expectInside(_ artwork: Artwork) throws {
        let path = try #require(VectorPath(pathData: artwork.path))
        #expect(path.pathData == artwork.path)
        for element in path.elements {
            let points: [(Double, Double)] =
                switch element {
                case .move(let x, let y), .line(let x, let y): [(x, y)]
                case .curve(let x1, let y1, let x2, let y2, let x, let y): [(x1, y1), (x2, y2), (x, y)]
                case .close: []
                }
            for (x, y) in points {
                #expect(x >= 0 && x <= artwork.width)
                #expect(y >= 0 && y <= artwork.height)
            }
        }
    }

    @Test("The PDF gets the same path, flipped upward")
    func sameInk() throws {
        let artwork = try DrawnSignature(
            kind: .signature, strokes: [[.init(x: 100, y: 100), .init(x: 200, y: 50)]], width: 1000, height: 250
        ).artwork()
        #expect(artwork.path == "M8 58C8 58 24.67 49.67 58 33L108 8")
        #expect(artwork.width == 116 && artwork.height == 66 && artwork.stroke == 8)
        let upward = VectorPath([
            .move(x: 8, y: 8), .curve(x1: 8, y1: 8, x2: 24.67, y2: 16.33, x: 58, y: 33), .line(x: 108, y: 58),
        ])
        #expect(artwork.ink == [.stroke(upward, width: 8)])
    }

    @Test("A face without a character is not offered; the script's own font is the fallback, or the character is named")
    func unshowablePreview() async throws {
        let host = try Scene().host()
        await host.prepare()
        let polish = await host.send(.post, "signature/preview", #"{"kind":"signature","text":"Łukasz Żak"}"#)
        #expect(try JSONDecoder().decode(Previews.self, from: polish.body).faces.map(\.face) == ["kaushan-script"])
        let thai = await host.send(.post, "signature/preview", #"{"kind":"signature","text":"สมชาย"}"#)
        let plain = try JSONDecoder().decode(Previews.self, from: thai.body).faces
        #expect(plain.map(\.face) == ["any-script"])
        let adopted = await host.send(
            .put, "signature", #"{"kind":"signature","method":"typed","text":"สมชาย","face":"any-script"}"#)
        #expect(try SessionAnswer(adopted).signature?.path == plain.first?.path)
        for face in ["kristi", "any-script"] {
            let refused = await host.send(
                .put, "signature", #"{"kind":"signature","method":"typed","text":"a\#u{31350}","face":"\#(face)"}"#)
            #expect(refused.status == 422)
            #expect(try Answer(refused).error?.message.contains("“\u{31350}” (U+31350)") == true)
        }
        let none = await host.send(.post, "signature/preview", #"{"kind":"signature","text":"\#u{31350}"}"#)
        #expect(none.status == 422)
        #expect(try Answer(none).error?.message.contains("U+31350") == true)
    }

    @Test(
        "A name in another script is offered in a hand of that script, and adopted in it",
        arguments: [
            ("محمد عبد الله", ["noto-nastaliq"]), ("דוד כהן", ["dorian"]), ("山田 太郎", ["kouzan-gyosho", "ukai"]),
            ("张伟", ["ukai"]), ("陳怡君", ["kouzan-gyosho", "ukai"]), ("김민준", ["nanum-pen"]),
        ])
    func hands(name: String, faces: [String]) async throws {
        let host = try Scene().host()
        await host.prepare()
        let reply = await host.send(.post, "signature/preview", #"{"kind":"signature","text":"\#(name)"}"#)
        let previews = try JSONDecoder().decode(Previews.self, from: reply.body).faces
        #expect(previews.map(\.face) == faces)
        let adopted = await host.send(
            .put, "signature", #"{"kind":"signature","method":"typed","text":"\#(name)","face":"\#(faces[0])"}"#)
        #expect(try SessionAnswer(adopted).signature?.path == previews.first?.path)
    }

    @Test(
        "Empty or too long typed text and unknown faces are refused",
        arguments: [
            (" ", "kristi", "signature_empty"), (String(repeating: "a", count: 101), "kristi", "signature_too_long"),
            ("Ann", "dejavu", "unknown_face"),
        ])
    func refusedText(text: String, face: String, code: String) async throws {
        let host = try Scene().host()
        await host.prepare()
        let body = #"{"kind":"signature","method":"typed","text":"\#(text)","face":"\#(face)"}"#
        #expect(try Answer(await host.send(.put, "signature", body)).error?.code == code)
    }

    @Test("A drawing is stored as strokes and as a path")
    func drawing() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let session = try SessionAnswer(await host.send(.put, "signature", Drawings.zigzag()))
        let shown = try #require(session.signature)
        #expect(shown.method == "drawn" && shown.stroke == 8)
        let hash = try #require(try await scene.desk.envelope().state(of: "1")?.signature)
        let kept = try Artwork(blob: try await scene.desk.blob(hash))
        #expect(kept.path == shown.path)
        #expect(kept.strokes?.map(\.count) == [4, 2])
        #expect(kept.strokes?.first?[2] == StrokePoint(x: 300, y: 110.5, t: 32, p: 0.5))
    }

    @Test(
        "Hostile drawings are refused, and nothing is stored",
        arguments: [
            (Drawings.body([]), "signature_empty"),
            (Drawings.body([[]]), "signature_empty"),
            (Drawings.body([[(5, 5)]]), "signature_empty"),
            (Drawings.body([[(5, 5), (6, 6)]]), "signature_empty"),
            (Drawings.body([[(1e300, 5), (6, 6)]]), "drawing_unusable"),
            (Drawings.body([[(-5000, 5), (6, 6)]]), "drawing_unusable"),
            (Drawings.body(Array(repeating: [(1, 1), (500, 200)], count: 301)), "drawing_unusable"),
            (Drawings.body([Array(repeating: (1, 1), count: 20_001)]), "drawing_unusable"),
            (#"{"kind":"signature","method":"drawn","strokes":[],"width":0,"height":-1}"#, "drawing_unusable"),
            (
                #"{"kind":"signature","method":"drawn","strokes":[[{"x":1e999,"y":1}]],"width":9,"height":9}"#,
                "malformed"
            ),
        ])
    func hostile(body: String, code: String) async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let events = try await scene.desk.history().events.count
        let blobs = scene.desk.blobCount
        let response = await host.send(.put, "signature", body)
        #expect(try Answer(response).error?.code == code)
        #expect(try await scene.desk.history().events.count == events)
        #expect(scene.desk.blobCount == blobs)
    }

    @Test("A path never contains NaN")
    func notANumber() {
        #expect(throws: CeremonyError.self) {
            try DrawnSignature(
                kind: .signature, strokes: [[.init(x: .nan, y: 0), .init(x: 1, y: 1)]], width: 1000, height: 250)
        }
        #expect(throws: CeremonyError.self) {
            try DrawnSignature(kind: .signature, strokes: [], width: .infinity, height: .nan)
        }
    }
}
