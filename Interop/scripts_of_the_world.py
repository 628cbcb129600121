"""Names in the scripts that Countersign sets, each with the marks, ligatures or order that its script is known for."""

NAMES = {
    "latin": "Łukasz Żółć-Ğüneş Ṣubḥī Nguyễn",
    "greek": "Ελένη Παπαδοπούλου",
    "cyrillic": "Наталія Їжакевич",
    "japanese": "髙橋 さくら",
    "chinese": "欧阳 𠮷伟",
    "katakana": "アレックス ガルシア",
    "korean": "김민준",
    "arabic": "محمد عبد الله",
    "arabic-lam-alef": "علاء إسلام الأحمد",
    "arabic-vowelled": "محمّد سَلَام",
    "arabic-digits": "شركة 42 العربية",
    "hebrew": "אליעזר בן־יהודה",
    "hebrew-pointed": "שָׁלוֹם",
    "thai": "น้ำทิพย์ กิ่งแก้ว",
    "devanagari": "क्षितिज श्रीवास्तव",
    "mixed": "Anna محمد 山田",
}

# In lines of two directions pdftotext puts words in an order of its own.
OF_TWO_DIRECTIONS = {"arabic-digits", "mixed"}
