extension LetterSentences {
    static let arabic = LetterSentences(
        language: "ar", isRightToLeft: true,
        noSubject: "مستندات للتوقيع",
        labels: Labels(
            greeting: "مرحبًا {{recipient}}،",
            message: "رسالة من {{sender}}",
            reason: "السبب المذكور",
            documents: "المستندات",
            more: "و{{count}} غيرها",
            code: "رمزك",
            link: "إذا لم يعمل الزر، فانسخ هذا العنوان إلى متصفحك:",
            expires: "تنتهي الصلاحية في",
            sentBy: "أرسل {{sender}} ({{email}}) هذه الرسالة عبر {{brand}}.",
            sentByAccount: "أرسل {{sender}} ({{email}}) من {{account}} هذه الرسالة عبر {{brand}}.",
            toSender: "وصلتك هذه الرسالة لأنك ترسل مستندات عبر {{brand}}."),
        words: [
            .invitation: Words(
                heading: "يطلب {{sender}} توقيعك",
                lead: "يُرجى مراجعة «{{subject}}» وتوقيعه.",
                action: "المراجعة والتوقيع", note: personal),
            .yourTurn: Words(
                heading: "حان دورك في التوقيع",
                lead: "انتهى من سبقك. يطلب {{sender}} الآن منك توقيع «{{subject}}».",
                action: "المراجعة والتوقيع", note: personal),
            .reminder: Words(
                subject: "تذكير: {{subject}}", heading: "لا يزال {{sender}} في انتظار توقيعك",
                lead: "لا يزال «{{subject}}» بحاجة إلى توقيعك.",
                action: "المراجعة والتوقيع", note: personal),
            .expiryWarning: Words(
                subject: "تنتهي الصلاحية قريبًا: {{subject}}", heading: "تنتهي صلاحية هذا الطلب قريبًا",
                lead: "لا يزال «{{subject}}» بحاجة إلى توقيعك. بعد انتهاء الصلاحية لن يتمكن أحد من التوقيع.",
                action: "المراجعة والتوقيع", note: personal),
            .viewed: Words(
                subject: "تم الاطلاع: {{subject}}", heading: "فتح {{actor}} مستنداتك",
                lead: "فتح {{actor}} «{{subject}}». ليس عليك فعل أي شيء.",
                action: "فتح المستندات"),
            .declined: Words(
                subject: "رُفض: {{subject}}", heading: "رفض {{actor}} التوقيع",
                lead: "رفض {{actor}} توقيع «{{subject}}». لم يعد بإمكان أحد التوقيع.",
                action: "فتح المستندات"),
            .voided: Words(
                subject: "أُلغي: {{subject}}", heading: "أُلغي هذا الطلب",
                lead: "أُلغي «{{subject}}». لم يعد بإمكان أحد التوقيع. ليس عليك فعل أي شيء.",
                action: "فتح المستندات"),
            .expired: Words(
                subject: "انتهت المهلة: {{subject}}", heading: "انتهت مهلة التوقيع",
                lead:
                    "لم يُوقَّع «{{subject}}» في الوقت المحدد. لم يعد بإمكان أحد التوقيع. ليس عليك فعل أي شيء.",
                action: "فتح المستندات"),
            .completed: Words(
                subject: "اكتمل: {{subject}}", heading: "وقّع الجميع",
                lead: "اكتمل «{{subject}}».", action: "عرض المستندات",
                note: "يقود الرابط إلى المستندات الموقّعة. \(personal)",
                noteWithAttachments: "المستندات الموقّعة مرفقة بهذه الرسالة. يُرجى الاحتفاظ بها. \(personal)"),
            .completedToSender: Words(
                subject: "اكتمل: {{subject}}", heading: "وقّع الجميع",
                lead: "وقّع جميع المستلمين «{{subject}}».", action: "عرض المستندات",
                note:
                    "المستندات الموقّعة أكبر من أن ترسل في رسالة. يُنزّلها الرابط. يفتحها الرابط لأي شخص، لذا يُرجى عدم إعادة توجيه هذه الرسالة.",
                noteWithAttachments: "المستندات الموقّعة مرفقة بهذه الرسالة."),
            .copy: Words(
                heading: "أرسل إليك {{sender}} نسخة",
                lead: "هذه نسخة من «{{subject}}». ليس عليك توقيع أي شيء.", action: "عرض المستندات",
                note: personal, noteWithAttachments: "المستندات مرفقة بهذه الرسالة. \(personal)"),
            .delivery: Words(
                heading: "أرسل إليك {{sender}} مستندات",
                lead: "يرجى فتح «{{subject}}». ليس عليك توقيع أي شيء. سيعلم {{sender}} أنك فتحتها.",
                action: "فتح المستندات", note: personal),
            .signInCode: Words(
                subject: "رمزك لـ {{subject}}", heading: "رمزك",
                lead:
                    "أدخل هذا الرمز لتسجيل الدخول إلى {{subject}}. يعمل الرمز مرة واحدة لبضع دقائق.",
                action: "تسجيل الدخول",
                note:
                    "لا تعطِ الرمز لأحد. إذا لم ترغب في تسجيل الدخول فتجاهل هذه الرسالة: لا يستطيع أحد الدخول "
                    + "بدونها.",
                linkNote: "يعمل الرابط فقط في المتصفح أو التطبيق الذي بدأت فيه تسجيل الدخول."),
            .oneTimeCode: Words(
                subject: "رمزك لفتح «{{subject}}»", heading: "رمزك",
                lead: "أدخل هذا الرمز في الصفحة التي تطلبه لفتح «{{subject}}».",
                action: "فتح المستندات",
                note: "لا تُعطِ هذا الرمز لأحد. لن يطلبه منك {{sender}} أبدًا. إذا لم تطلب رمزًا، فتجاهل هذه الرسالة."),
            .delegated: Words(
                heading: "يطلب منك {{actor}} التوقيع نيابةً عنه",
                lead: "أحال إليك {{actor}} «{{subject}}»، وهو طلب من {{sender}}.",
                action: "المراجعة والتوقيع", note: personal),
            .delegatedToSender: Words(
                subject: "أُحيل إلى {{person}}: {{subject}}", heading: "أحال {{actor}} طلبك إلى شخص آخر",
                lead: "طلب {{actor}} من {{person}} توقيع «{{subject}}» نيابةً عنه. تلقّى {{person}} "
                    + "دعوة. لا يلزمك فعل أي شيء.",
                action: "فتح المستندات"),
            .corrected: Words(
                subject: "صُحّح: {{subject}}", heading: "صحّح {{sender}} هذا الطلب",
                lead: "تغيّر «{{subject}}». يُرجى استخدام الرابط أدناه من الآن فصاعدًا.",
                action: "فتح المستندات", note: personal),
            .undeliverable: Words(
                subject: "لم تُسلَّم: {{subject}}", heading: "تعذّر تسليم رسالة",
                lead: "عادت الرسالة المرسلة إلى {{actor}} بشأن «{{subject}}». صحّح العنوان وأعد إرسالها.",
                action: "تصحيح العنوان"),
            .locked: Words(
                subject: "مقفل: {{subject}}", heading: "أُقفل وصول {{actor}}",
                lead: "أدخل {{actor}} رمز وصول خاطئًا ثلاث مرات ولم يعد بإمكانه فتح «{{subject}}». "
                    + "إذا كان هو الشخص المعني فعلًا، فأعطه الرمز الصحيح وأعد إرسال المظروف.",
                action: "فتح المستندات"),
            .webhookPaused: Words(
                subject: "أُوقف الويب هوك مؤقتًا: {{actor}}", heading: "أُوقف ويب هوك مؤقتًا",
                lead:
                    "لم يقبل {{actor}} أي استدعاءات منذ مدة طويلة، لذا توقفت الاستدعاءات. الاستدعاءات المنتظرة محفوظة. "
                    + "أصلح جهة الاستقبال ثم استأنف الويب هوك.",
                action: "فتح الويب هوك"),
        ])

    private static let personal = "هذه الرسالة لك وحدك. يفتح رابطها المستندات، لذا يُرجى عدم إعادة توجيهها."
}
