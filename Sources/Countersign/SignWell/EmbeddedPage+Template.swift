extension EmbeddedPage {
    /// The bundled page. `$SETTINGS$` stands for an object with `url`, `script` and `token`.
    static let template = #"""
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="referrer" content="origin">
        <title>Sign</title>
        <style>
        html, body, #signing { height: 100%; margin: 0; }
        #signing iframe { border: 0; display: block; height: 100%; width: 100%; }
        </style>
        <div id="signing"></div>
        <script>
        (() => {
            const settings = $SETTINGS$;
            const tell = (event, reason) => window.webkit.messageHandlers.countersign.postMessage(
                JSON.stringify({ token: settings.token, event, reason: String(reason ?? "") }));
            const script = document.createElement("script");
            script.src = settings.script;
            script.addEventListener("error", () => tell("error", "The embed script could not be loaded."));
            script.addEventListener("load", () => {
                const Embed = window.SignWellEmbed ?? window.CountersignEmbed;
                if (!Embed) return tell("error", "The embed script defines no SignWellEmbed.");
                new Embed({
                    url: settings.url, containerId: "signing", allowClose: false,
                    events: {
                        completed: () => tell("completed"),
                        declined: (said) => tell("declined", said?.declineReason),
                        closed: () => tell("closed"),
                        error: (said) => tell(/expired/.test(said?.code) ? "expired" : "error", said?.message),
                    },
                }).open();
            });
            document.head.append(script);
        })();
        </script>
        </html>
        """#
}
