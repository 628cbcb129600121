extension LetterSentences {
    static let french = LetterSentences(
        language: "fr",
        noSubject: "Documents à signer",
        labels: Labels(
            greeting: "Bonjour {{recipient}},",
            message: "Message de {{sender}}",
            reason: "Motif indiqué",
            documents: "Documents",
            more: "et {{count}} autres",
            code: "Votre code",
            link: "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :",
            expires: "Expire le",
            sentBy: "{{sender}} ({{email}}) vous envoie ceci avec {{brand}}.",
            sentByAccount: "{{sender}} ({{email}}), {{account}}, vous envoie ceci avec {{brand}}.",
            toSender: "Vous recevez ce message parce que vous envoyez des documents avec {{brand}}."),
        words: [
            .invitation: Words(
                heading: "{{sender}} vous demande de signer",
                lead: "Veuillez lire et signer « {{subject}} ».",
                action: "Lire et signer", note: personal),
            .yourTurn: Words(
                heading: "C’est à vous de signer",
                lead:
                    "Les personnes avant vous ont terminé. {{sender}} vous demande maintenant de signer « {{subject}} ».",
                action: "Lire et signer", note: personal),
            .reminder: Words(
                subject: "Rappel : {{subject}}", heading: "{{sender}} attend votre signature",
                lead: "Il manque encore votre signature sur « {{subject}} ».",
                action: "Lire et signer", note: personal),
            .expiryWarning: Words(
                subject: "Expire bientôt : {{subject}}", heading: "Cette demande expire bientôt",
                lead:
                    "Il manque encore votre signature sur « {{subject}} ». Après l’expiration, plus personne ne pourra "
                    + "signer.",
                action: "Lire et signer", note: personal),
            .viewed: Words(
                subject: "Consulté : {{subject}}", heading: "{{actor}} a ouvert vos documents",
                lead: "{{actor}} a ouvert « {{subject}} ». Vous n’avez rien à faire.",
                action: "Ouvrir les documents"),
            .declined: Words(
                subject: "Refusé : {{subject}}", heading: "{{actor}} a refusé de signer",
                lead: "{{actor}} a refusé de signer « {{subject}} ». Plus personne ne peut signer.",
                action: "Ouvrir les documents"),
            .voided: Words(
                subject: "Annulé : {{subject}}", heading: "Cette demande a été annulée",
                lead: "« {{subject}} » a été annulé. Plus personne ne peut signer. Vous n’avez rien à faire.",
                action: "Ouvrir les documents"),
            .expired: Words(
                subject: "Expiré : {{subject}}", heading: "Le délai de signature est écoulé",
                lead:
                    "« {{subject}} » n’a pas été signé à temps. Plus personne ne peut signer. Vous n’avez rien à faire.",
                action: "Ouvrir les documents"),
            .completed: Words(
                subject: "Terminé : {{subject}}", heading: "Tout le monde a signé",
                lead: "« {{subject}} » est terminé.", action: "Voir les documents",
                note: "Le lien mène aux documents signés. \(personal)",
                noteWithAttachments: "Les documents signés sont joints à ce message. Conservez-les. \(personal)"),
            .completedToSender: Words(
                subject: "Terminé : {{subject}}", heading: "Tout le monde a signé",
                lead: "Tous les destinataires ont signé « {{subject}} ».", action: "Voir les documents",
                note:
                    "Les documents signés sont trop volumineux pour un message. Le lien les télécharge. Il les ouvre à tout le monde : ne transférez pas ce message.",
                noteWithAttachments: "Les documents signés sont joints à ce message."),
            .copy: Words(
                heading: "{{sender}} vous envoie une copie",
                lead: "Vous recevez une copie de « {{subject}} ». Vous n’avez rien à signer.",
                action: "Voir les documents",
                note: personal, noteWithAttachments: "Les documents sont joints à ce message. \(personal)"),
            .delivery: Words(
                heading: "{{sender}} vous envoie des documents",
                lead: "Veuillez ouvrir « {{subject}} ». Vous n’avez rien à signer. {{sender}} saura "
                    + "que vous l’avez ouvert.",
                action: "Ouvrir les documents", note: personal),
            .signInCode: Words(
                subject: "Votre code pour {{subject}}", heading: "Votre code",
                lead:
                    "Saisissez ce code pour vous connecter à {{subject}}. Il est valable une seule fois, "
                    + "pendant quelques minutes.",
                action: "Se connecter",
                note:
                    "Ne donnez ce code à personne. Si vous ne vouliez pas vous connecter, ignorez ce message "
                    + ": personne ne peut se connecter sans lui.",
                linkNote:
                    "Le lien ne fonctionne que dans le navigateur ou l’application où vous avez commencé à vous connecter."
            ),
            .oneTimeCode: Words(
                subject: "Votre code pour « {{subject}} »", heading: "Votre code",
                lead: "Saisissez ce code sur la page qui le demande pour ouvrir « {{subject}} ».",
                action: "Ouvrir les documents",
                note:
                    "Ne donnez ce code à personne. {{sender}} ne vous le demandera jamais. Si vous n’avez pas demandé de "
                    + "code, ignorez ce message."),
            .delegated: Words(
                heading: "{{actor}} vous demande de signer à sa place",
                lead: "{{actor}} vous a transmis « {{subject}} », une demande de {{sender}}.",
                action: "Lire et signer", note: personal),
            .delegatedToSender: Words(
                subject: "Transmis à {{person}} : {{subject}}", heading: "{{actor}} a transmis votre demande",
                lead: "{{actor}} a demandé à {{person}} de signer « {{subject}} » à sa place. "
                    + "{{person}} a reçu une invitation. Vous n’avez rien à faire.",
                action: "Ouvrir les documents"),
            .corrected: Words(
                subject: "Corrigé : {{subject}}", heading: "{{sender}} a corrigé cette demande",
                lead: "« {{subject}} » a changé. Utilisez désormais le lien ci-dessous.",
                action: "Ouvrir les documents", note: personal),
            .undeliverable: Words(
                subject: "Non remis : {{subject}}", heading: "Un message n’a pas pu être remis",
                lead:
                    "Le message à {{actor}} au sujet de « {{subject}} » est revenu. Corrigez l’adresse et renvoyez-le.",
                action: "Corriger l’adresse"),
            .locked: Words(
                subject: "Bloqué : {{subject}}", heading: "L’accès de {{actor}} est bloqué",
                lead: "{{actor}} a saisi trois fois un code d’accès erroné et ne peut plus ouvrir « {{subject}} ». "
                    + "S’il s’agissait bien de cette personne, donnez-lui le bon code et renvoyez l’enveloppe.",
                action: "Ouvrir les documents"),
            .webhookPaused: Words(
                subject: "Webhook suspendu : {{actor}}", heading: "Un webhook est suspendu",
                lead:
                    "{{actor}} n’accepte plus d’appels depuis longtemps ; aucun autre n’est donc effectué. Les appels en "
                    + "attente sont conservés. Réparez le récepteur, puis reprenez le webhook.",
                action: "Ouvrir le webhook"),
        ])

    private static let personal =
        "Ce message vous est personnel. Son lien ouvre les documents ; merci de ne pas le transférer."
}
