extension LetterSentences {
    static let spanish = LetterSentences(
        language: "es",
        noSubject: "Documentos para firmar",
        labels: Labels(
            greeting: "Hola, {{recipient}}:",
            message: "Mensaje de {{sender}}",
            reason: "Motivo indicado",
            documents: "Documentos",
            more: "y {{count}} más",
            code: "Su código",
            link: "Si el botón no funciona, copie esta dirección en su navegador:",
            expires: "Caduca el",
            sentBy: "{{sender}} ({{email}}) ha enviado esto con {{brand}}.",
            sentByAccount: "{{sender}} ({{email}}), {{account}}, ha enviado esto con {{brand}}.",
            toSender: "Recibe este mensaje porque envía documentos con {{brand}}."),
        words: [
            .invitation: Words(
                heading: "{{sender}} le pide su firma",
                lead: "Revise y firme «{{subject}}».",
                action: "Revisar y firmar", note: personal),
            .yourTurn: Words(
                heading: "Es su turno de firmar",
                lead: "Quienes iban antes ya han terminado. {{sender}} le pide ahora que firme «{{subject}}».",
                action: "Revisar y firmar", note: personal),
            .reminder: Words(
                subject: "Recordatorio: {{subject}}", heading: "{{sender}} espera su firma",
                lead: "A «{{subject}}» todavía le falta su firma.",
                action: "Revisar y firmar", note: personal),
            .expiryWarning: Words(
                subject: "Caduca pronto: {{subject}}", heading: "Esta solicitud caduca pronto",
                lead: "A «{{subject}}» todavía le falta su firma. Cuando caduque, nadie podrá firmar.",
                action: "Revisar y firmar", note: personal),
            .viewed: Words(
                subject: "Visto: {{subject}}", heading: "{{actor}} ha abierto sus documentos",
                lead: "{{actor}} ha abierto «{{subject}}». No tiene que hacer nada.",
                action: "Abrir los documentos"),
            .declined: Words(
                subject: "Rechazado: {{subject}}", heading: "{{actor}} no ha querido firmar",
                lead: "{{actor}} ha rechazado firmar «{{subject}}». Ya nadie puede firmar.",
                action: "Abrir los documentos"),
            .voided: Words(
                subject: "Anulado: {{subject}}", heading: "Esta solicitud se ha anulado",
                lead: "«{{subject}}» se ha anulado. Ya nadie puede firmar. No tiene que hacer nada.",
                action: "Abrir los documentos"),
            .expired: Words(
                subject: "Caducado: {{subject}}", heading: "El plazo para firmar ha terminado",
                lead:
                    "«{{subject}}» no se firmó a tiempo. Ya nadie puede firmar. No tiene que hacer nada.",
                action: "Abrir los documentos"),
            .completed: Words(
                subject: "Completado: {{subject}}", heading: "Todos han firmado",
                lead: "«{{subject}}» está completo.", action: "Ver los documentos",
                note: "El enlace lleva a los documentos firmados. \(personal)",
                noteWithAttachments: "Los documentos firmados van adjuntos a este mensaje. Consérvelos. \(personal)"),
            .completedToSender: Words(
                subject: "Completado: {{subject}}", heading: "Todos han firmado",
                lead: "Todos los destinatarios han firmado «{{subject}}».", action: "Ver los documentos",
                note:
                    "Los documentos firmados son demasiado grandes para un mensaje. El enlace los descarga. Los abre a cualquiera, así que no reenvíe este mensaje.",
                noteWithAttachments: "Los documentos firmados van adjuntos a este mensaje."),
            .copy: Words(
                heading: "{{sender}} le envía una copia",
                lead: "Recibe una copia de «{{subject}}». No tiene que firmar nada.", action: "Ver los documentos",
                note: personal, noteWithAttachments: "Los documentos van adjuntos a este mensaje. \(personal)"),
            .delivery: Words(
                heading: "{{sender}} le envía documentos",
                lead: "Abra «{{subject}}». No tiene que firmar nada. {{sender}} sabrá que lo ha abierto.",
                action: "Abrir los documentos", note: personal),
            .signInCode: Words(
                subject: "Su código para {{subject}}", heading: "Su código",
                lead:
                    "Introduzca este código para iniciar sesión en {{subject}}. Vale una sola vez, durante "
                    + "unos minutos.",
                action: "Iniciar sesión",
                note:
                    "No dé este código a nadie. Si no quería iniciar sesión, ignore este mensaje: nadie puede "
                    + "hacerlo sin él.",
                linkNote: "El enlace solo funciona en el navegador o la aplicación donde empezó a iniciar sesión."),
            .oneTimeCode: Words(
                subject: "Su código para «{{subject}}»", heading: "Su código",
                lead: "Escriba este código en la página que lo pide para abrir «{{subject}}».",
                action: "Abrir los documentos",
                note:
                    "No dé este código a nadie. {{sender}} nunca se lo pedirá. Si no ha pedido un código, ignore este "
                    + "mensaje."),
            .delegated: Words(
                heading: "{{actor}} le pide que firme en su lugar",
                lead: "{{actor}} le ha pasado «{{subject}}», una solicitud de {{sender}}.",
                action: "Revisar y firmar", note: personal),
            .delegatedToSender: Words(
                subject: "Pasado a {{person}}: {{subject}}", heading: "{{actor}} ha pasado su solicitud a otra persona",
                lead: "{{actor}} ha pedido a {{person}} que firme «{{subject}}» en su lugar. "
                    + "{{person}} ha recibido una invitación. No tiene que hacer nada.",
                action: "Abrir los documentos"),
            .corrected: Words(
                subject: "Corregido: {{subject}}", heading: "{{sender}} ha corregido esta solicitud",
                lead: "«{{subject}}» ha cambiado. Use a partir de ahora el enlace de abajo.",
                action: "Abrir los documentos", note: personal),
            .undeliverable: Words(
                subject: "No entregado: {{subject}}", heading: "No se ha podido entregar un mensaje",
                lead: "El mensaje a {{actor}} sobre «{{subject}}» ha sido devuelto. Corrija la dirección y vuelva a "
                    + "enviarlo.",
                action: "Corregir la dirección"),
            .locked: Words(
                subject: "Bloqueado: {{subject}}", heading: "El acceso de {{actor}} está bloqueado",
                lead:
                    "{{actor}} ha escrito tres veces un código de acceso incorrecto y ya no puede abrir «{{subject}}». "
                    + "Si de verdad era esa persona, dele el código correcto y vuelva a enviar el sobre.",
                action: "Abrir los documentos"),
            .webhookPaused: Words(
                subject: "Webhook en pausa: {{actor}}", heading: "Un webhook está en pausa",
                lead:
                    "{{actor}} no acepta llamadas desde hace mucho tiempo, así que no se hacen más. Las llamadas en espera "
                    + "se conservan. Repare el receptor y después reanude el webhook.",
                action: "Abrir el webhook"),
        ])

    private static let personal =
        "Este mensaje es solo para usted. Su enlace abre los documentos; por favor, no lo reenvíe."
}
