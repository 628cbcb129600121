import Testing

/// Words of one script: some to fill lines with, and texts to find among them.
struct AnchoredScript: CustomTestStringConvertible, Sendable {
    let name: String
    let fillers: [String]
    /// None is a part of a filler or of another.
    let anchors: [String]
    var runsToLeft = false
    /// Whether words stand beside each other without spaces.
    var isUnspaced = false
    /// How far an estimated place inside of a word may be off, in sizes of the font.
    var tolerance = 0.7
    /// How far the box of a line may reach above and below the letters, in sizes of the font.
    var lineHeight = 0.7

    var testDescription: String { name }

    static let all: [AnchoredScript] = [
        AnchoredScript(
            name: "Latin", fillers: ["The", "tenant", "pays", "office", "rent", "monthly", "naïve", "Łódź"],
            anchors: ["/sn1/", "Sign here", "Straße", "first ﬂoor"]),
        AnchoredScript(
            name: "Vietnamese", fillers: ["Bên", "thuê", "trả", "tiền", "nhà", "hằng", "tháng"],
            anchors: ["Chữ ký", "Nguyễn Văn", "{{ngày}}"]),
        AnchoredScript(
            name: "Greek", fillers: ["Ο", "μισθωτής", "καταβάλλει", "το", "ενοίκιο", "κάθε"],
            anchors: ["Υπογραφή", "ΣΊΣΥΦΟΣ", "/ημερομηνία/"]),
        AnchoredScript(
            name: "Cyrillic", fillers: ["Орендар", "сплачує", "за", "житло", "щомісяця", "їжак"],
            anchors: ["Підпис", "Наталія Їжакевич", "/дата/"]),
        AnchoredScript(
            name: "Simplified Chinese", fillers: ["承租人", "每月", "支付", "租金"],
            anchors: ["签名处", "日期：", "甲方代表"], isUnspaced: true),
        AnchoredScript(
            name: "Traditional Chinese", fillers: ["承租人", "每個月", "繳納", "租金"],
            anchors: ["簽署", "立書人", "/日期/"], isUnspaced: true, tolerance: 1),
        AnchoredScript(
            name: "Japanese", fillers: ["借主は", "毎月", "家賃を", "支払う"],
            anchors: ["署名欄", "サイン", "ご捺印"], isUnspaced: true),
        AnchoredScript(
            name: "Korean", fillers: ["임차인은", "매월", "월세를", "지급한다"],
            anchors: ["서명란", "날짜 기입", "/도장/"]),
        AnchoredScript(
            name: "Arabic", fillers: ["يدفع", "المستأجر", "الإيجار", "شهريا", "كل"],
            anchors: ["توقيع", "اسم المالك", "علاء"], runsToLeft: true, lineHeight: 1.2),
        AnchoredScript(
            name: "Hebrew", fillers: ["השוכר", "משלם", "דמי", "שכירות", "בכל"],
            anchors: ["חתימה", "שם המשכיר", "תאריך"], runsToLeft: true),
        AnchoredScript(
            name: "Thai", fillers: ["ผู้เช่า", "จ่าย", "ค่าเช่า", "ทุกเดือน"],
            anchors: ["ลงชื่อ", "วันที่", "พยาน"], isUnspaced: true, tolerance: 1.5),
        AnchoredScript(
            name: "Devanagari", fillers: ["किरायेदार", "हर", "महीने", "किराया", "देता"],
            anchors: ["हस्ताक्षर", "दिनांक", "क्षितिज"]),
    ]
}
