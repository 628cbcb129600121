extension PageSentences {
    static let spanish = PageSentences(
        language: "es",
        texts: [
            .invitationTitle: "{{sender}} le pide que firme «{{subject}}»",
            .senderOfAccount: "{{sender}}, de {{account}},",
            .signUntil: "Puede firmar hasta el {{date}}.",
            .codeFirst: "Antes se le pedirá un código.",
            .onePage: "1 página",
            .pages: "{{count}} páginas",
            .review: "Revisar los documentos",
            .personalLink: "Este enlace es solo para {{recipient}}. Si no es usted, avise a {{email}}.",
            .messageFrom: "Mensaje de {{sender}}",
            .expiredTitle: "Este enlace ha caducado",
            .expired:
                "{{sender}} sigue esperando su firma en «{{subject}}». Podemos enviar un enlace nuevo a {{address}}, "
                + "la dirección a la que se envió este.",
            .deliveryTitle: "{{sender}} le envía «{{subject}}»",
            .deliveryNote: "No tiene que firmar nada. {{sender}} sabrá que lo ha abierto.",
            .openUntil: "Puede abrirlo hasta el {{date}}.",
            .openDocuments: "Abrir los documentos",
            .expiredDelivery: "{{sender}} sigue esperando a que abra «{{subject}}». Podemos enviar un enlace nuevo "
                + "a {{address}}, la dirección a la que se envió este.",
            .receivedTitle: "Ha recibido «{{subject}}»",
            .notOpenedTitle: "Todavía no ha abierto los documentos",
            .othersReceive: "Todos han firmado. Otras personas todavía no han recibido los documentos.",
            .sendNewLink: "Enviarme un enlace nuevo",
            .seeDocuments: "Ver los documentos",
            .mailedLink: "El enlace a los documentos llega por correo a {{address}}.",
            .sendLink: "Enviarme el enlace",
            .linkSent:
                "Si se puede enviar un enlace, llegará en unos minutos a {{address}}. Si no llega nada, "
                + "inténtelo de nuevo dentro de una hora.",
            .completeTitle: "«{{subject}}» está completo",
            .signedTitle: "Ha firmado «{{subject}}»",
            .copyTitle: "Recibe una copia de «{{subject}}»",
            .completedByMail:
                "Cuando todos hayan firmado, recibirá los documentos completos por correo en {{address}}.",
            .allSealed: "Todos han firmado y los documentos están sellados.",
            .allSigned: "Todos han firmado. Los documentos se están sellando.",
            .otherMissing: "Ha firmado; todavía falta {{count}} firma.",
            .othersMissing: "Ha firmado; todavía faltan {{count}} firmas.",
            .personMissing: "Todavía falta {{count}} firma.",
            .peopleMissing: "Todavía faltan {{count}} firmas.",
            .notSignedTitle: "Todavía no ha firmado",
            .entriesKept: "Lo que ha escrito se conserva.",
            .goOnLater: "Continúe ahora o vuelva a abrir más tarde el enlace de su mensaje.",
            .entriesLost: "Lo que ha escrito no se ha conservado.",
            .comeBack: "Para continuar, vuelva por el mismo camino.",
            .signedInVain: "Usted ha firmado, pero el proceso no se completará.",
            .noCopyByMail: "No se envía ninguna copia por correo. Descargue aquí los documentos para conservarlos.",
            .copyMailed: "Los documentos se han enviado por correo a {{address}}.",
            .copyReturned: "El mensaje con los documentos para {{address}} ha sido devuelto. Descárguelos aquí.",
            .copyComing: "Los documentos están en camino por correo a {{address}}.",
            .passedOnTitle: "Ha asignado «{{subject}}» a {{person}}",
            .passedOn: "{{person}} recibe una invitación por correo y firma en su lugar. No tiene que hacer nada más.",
            .mayClose: "Puede cerrar esta ventana.",
            .goOn: "Continuar",
            .timedOutTitle: "Esta visita ha terminado",
            .timedOut:
                "La página no se ha usado durante un rato. Lo que ha escrito se conserva. Vuelva a abrir el enlace de "
                + "su mensaje.",
            .download: "Descargar",
            .combined: "Todos los documentos en un archivo",
            .certificate: "Certificado de finalización",
            .notYetTitle: "Todavía no es su turno",
            .notYet: "Otras personas firman «{{subject}}» antes que usted. Recibirá un mensaje cuando llegue su turno.",
            .youDeclinedTitle: "Ha rechazado firmar «{{subject}}»",
            .youDeclined: "{{sender}} puede leer su motivo. Si ha cambiado de opinión, escriba a {{email}}.",
            .endedTitle: "La firma ha terminado",
            .somebodyDeclined: "Alguien ha rechazado firmar «{{subject}}»; ya nadie puede firmar.",
            .withdrawnTitle: "Estos documentos se han retirado",
            .withdrawn: "{{sender}} ya no le pide su firma en «{{subject}}».",
            .reason: "Motivo",
            .timeOverTitle: "El plazo para firmar ha terminado",
            .timeOver:
                "«{{subject}}» solo se podía firmar durante un tiempo. Pida a {{sender}} ({{email}}) que lo envíe de "
                + "nuevo.",
            .lockedTitle: "Su acceso está bloqueado",
            .locked:
                "Se han escrito tres códigos de acceso incorrectos. Pida a {{sender}} ({{email}}) el código correcto y "
                + "una nueva invitación.",
            .ask: "Si tiene alguna pregunta, escriba a {{email}}.",
            .unknownTitle: "Este enlace no es válido",
            .unknown:
                "Puede que se haya copiado incompleto o que se le haya enviado uno más reciente. Abra el enlace del "
                + "mensaje más reciente.",
            .notEmbeddedTitle: "Estos documentos no se pueden mostrar aquí",
            .notEmbedded:
                "La página que rodea a esta ({{origin}}) no tiene permiso para mostrarlos. "
                + "Avise a sus responsables.",
            .renewedTitle: "Revise su correo",
            .renewed:
                "Si se puede enviar un enlace nuevo, llegará en unos minutos a la dirección del anterior. Si no llega "
                + "nada, vuelva a intentarlo dentro de una hora.",
            .yourAddress: "su dirección",
            .goBack: "Volver",
            .accessCodeTitle: "Escriba su código de acceso",
            .accessCode:
                "{{sender}} le ha dado por otra vía un código para «{{subject}}». Sin él, nadie puede abrir los "
                + "documentos.",
            .accessCodeLabel: "Código de acceso",
            .noAccessCode: "Si no tiene código, pídaselo a {{sender}} ({{email}}).",
            .proveTitle: "Confirme su dirección",
            .prove: "{{sender}} pide un código antes de que se abran los documentos. Lo enviamos a {{address}}.",
            .sendCode: "Enviarme el código",
            .mailCodeTitle: "Escriba el código de su correo",
            .mailCode: "Hemos enviado seis cifras a {{address}}. Son válidas durante {{time}}.",
            .mailCodeLabel: "Código",
            .sendAnotherCode: "Enviar otro código",
            .continueOn: "Continuar",
            .enterCode: "Escriba el código.",
            .tooManyToday: "Hoy se han escrito demasiados códigos. Vuelva a intentarlo mañana.",
            .wrongAccessCode: "Ese no es el código de acceso.",
            .oneTry: "Le queda un intento.",
            .tries: "Le quedan {{count}} intentos.",
            .tooManyCodes: "No se envían más códigos durante esta hora. Vuelva a intentarlo dentro de {{time}}.",
            .wrongMailCode: "Ese no es el código.",
            .codeExpired: "Este código ha caducado. Pida otro.",
            .codeUsedUp: "Este código ya no se puede usar. Pida otro.",
            .noCodeSent: "Todavía no se ha enviado ningún código. Pida uno.",
            .oneMinute: "un minuto",
            .tenMinutes: "diez minutos",
            .minutes: "{{count}} minutos",
        ])
}
