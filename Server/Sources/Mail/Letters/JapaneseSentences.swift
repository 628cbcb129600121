extension LetterSentences {
    static let japanese = LetterSentences(
        language: "ja",
        noSubject: "署名のお願い",
        labels: Labels(
            greeting: "{{recipient}} 様",
            message: "{{sender}} 様からのメッセージ",
            reason: "理由",
            documents: "書類",
            more: "ほか {{count}} 件",
            code: "確認コード",
            link: "ボタンが使えない場合は、次のアドレスをブラウザーに貼り付けてください。",
            expires: "有効期限",
            sentBy: "このメールは {{sender}} 様（{{email}}）が {{brand}} から送信しました。",
            sentByAccount: "このメールは {{account}} の {{sender}} 様（{{email}}）が {{brand}} から送信しました。",
            toSender: "このメールは、{{brand}} で書類を送信している方にお送りしています。"),
        words: [
            .invitation: Words(
                heading: "{{sender}} 様から署名の依頼が届いています",
                lead: "「{{subject}}」の内容を確認し、署名してください。",
                action: "確認して署名する", note: personal),
            .yourTurn: Words(
                heading: "あなたが署名する番です",
                lead: "前の方の署名が終わりました。{{sender}} 様が「{{subject}}」への署名を依頼しています。",
                action: "確認して署名する", note: personal),
            .reminder: Words(
                subject: "リマインダー：{{subject}}", heading: "{{sender}} 様が署名をお待ちです",
                lead: "「{{subject}}」への署名がまだ済んでいません。",
                action: "確認して署名する", note: personal),
            .expiryWarning: Words(
                subject: "まもなく期限：{{subject}}", heading: "この依頼はまもなく期限切れになります",
                lead: "「{{subject}}」への署名がまだ済んでいません。期限を過ぎると、誰も署名できなくなります。",
                action: "確認して署名する", note: personal),
            .viewed: Words(
                subject: "閲覧済み：{{subject}}", heading: "{{actor}} 様が書類を開きました",
                lead: "{{actor}} 様が「{{subject}}」を開きました。何もする必要はありません。",
                action: "書類を開く"),
            .declined: Words(
                subject: "署名拒否：{{subject}}", heading: "{{actor}} 様が署名を拒否しました",
                lead: "{{actor}} 様が「{{subject}}」への署名を拒否しました。もう誰も署名できません。",
                action: "書類を開く"),
            .voided: Words(
                subject: "取り消し：{{subject}}", heading: "この依頼は取り消されました",
                lead: "「{{subject}}」は取り消されました。もう誰も署名できません。何もする必要はありません。",
                action: "書類を開く"),
            .expired: Words(
                subject: "期限切れ：{{subject}}", heading: "署名の期限が過ぎました",
                lead:
                    "「{{subject}}」は期限までに署名されませんでした。もう誰も署名できません。何もする必要はありません。",
                action: "書類を開く"),
            .completed: Words(
                subject: "完了：{{subject}}", heading: "全員の署名が完了しました",
                lead: "「{{subject}}」が完了しました。", action: "書類を見る",
                note: "リンクから署名済みの書類を開けます。\(personal)",
                noteWithAttachments: "署名済みの書類を添付しています。大切に保管してください。\(personal)"),
            .completedToSender: Words(
                subject: "完了：{{subject}}", heading: "全員の署名が完了しました",
                lead: "すべての受信者が「{{subject}}」に署名しました。", action: "書類を見る",
                note: "署名済みの書類はメールに添付できる大きさを超えています。リンクからダウンロードできます。リンクは誰でも開けるため、このメールを転送しないでください。",
                noteWithAttachments: "署名済みの書類を添付しています。"),
            .copy: Words(
                heading: "{{sender}} 様から控えが届いています",
                lead: "「{{subject}}」の控えをお送りします。署名は不要です。", action: "書類を見る",
                note: personal, noteWithAttachments: "書類を添付しています。\(personal)"),
            .delivery: Words(
                heading: "{{sender}} 様から書類が届いています",
                lead: "「{{subject}}」を開いてください。署名は不要です。開いたことが {{sender}} 様に伝わります。",
                action: "書類を開く", note: personal),
            .signInCode: Words(
                subject: "{{subject}} の確認コード", heading: "確認コード",
                lead:
                    "{{subject}} にサインインするには、このコードを入力してください。コードは一度だけ、数分間有効です。",
                action: "サインイン",
                note:
                    "コードは誰にも教えないでください。お心当たりがない場合は、このメールを無視してください。このメールがなければ、誰もサインインできません。",
                linkNote: "リンクは、サインインを始めたブラウザまたはアプリでのみ有効です。"),
            .oneTimeCode: Words(
                subject: "「{{subject}}」の確認コード", heading: "確認コード",
                lead: "「{{subject}}」を開くには、表示されているページにこのコードを入力してください。",
                action: "書類を開く",
                note: "このコードは誰にも教えないでください。{{sender}} 様がコードを尋ねることはありません。"
                    + "心当たりがない場合は、このメールを無視してください。"),
            .delegated: Words(
                heading: "{{actor}} 様が代わりの署名を依頼しています",
                lead: "{{actor}} 様が、{{sender}} 様からの依頼「{{subject}}」をあなたに引き継ぎました。",
                action: "確認して署名する", note: personal),
            .delegatedToSender: Words(
                subject: "{{person}} 様に引き継ぎ：{{subject}}", heading: "{{actor}} 様が依頼を引き継ぎました",
                lead: "{{actor}} 様が、「{{subject}}」への署名を {{person}} 様に依頼しました。{{person}} 様には招待が届いています。特に必要な操作はありません。",
                action: "書類を開く"),
            .corrected: Words(
                subject: "訂正：{{subject}}", heading: "{{sender}} 様がこの依頼を訂正しました",
                lead: "「{{subject}}」が変更されました。今後は下のリンクをお使いください。",
                action: "書類を開く", note: personal),
            .undeliverable: Words(
                subject: "未配信：{{subject}}", heading: "メールを配信できませんでした",
                lead: "「{{subject}}」についての {{actor}} 様宛てのメールが戻ってきました。アドレスを訂正して再送信してください。",
                action: "アドレスを訂正する"),
            .locked: Words(
                subject: "ロック：{{subject}}", heading: "{{actor}} 様のアクセスがロックされました",
                lead: "{{actor}} 様がアクセスコードを 3 回間違えたため、「{{subject}}」を開けなくなりました。"
                    + "ご本人であれば、正しいコードを伝えて封筒を再送信してください。",
                action: "書類を開く"),
            .webhookPaused: Words(
                subject: "Webhook 停止：{{actor}}", heading: "Webhook を停止しました",
                lead: "{{actor}} が長い間呼び出しを受け付けていないため、呼び出しを停止しました。待機中の呼び出しは保持されています。"
                    + "受信側を修復してから Webhook を再開してください。",
                action: "Webhook を開く"),
        ])

    private static let personal =
        "このメールはあなた専用です。リンクから書類を開けるため、転送しないでください。"
}
