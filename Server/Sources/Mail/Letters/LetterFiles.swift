// Made by scripts/embed-files from Server/Sources/Mail/Letters/Templates; changes belong there.
// swift-format-ignore-file

enum LetterFiles {
    /// The files in the order of their names: the name, the media type, the SHA-256 in hexadecimal digits, the bytes as
    /// UTF-8.
    static let all: [(name: String, type: String, digest: String, text: String)] = [
("letter.html.mustache", "text/plain; charset=utf-8", "27024f2914987849a1b68f119d8a13ae7a631059f2536218475475827574ab49", #"""
<!DOCTYPE html>
<html lang="{{language}}" dir="{{direction}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{title}}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: #0c5460; }
@media (prefers-color-scheme: dark) {
.ground { background-color: #14191a !important; }
.sheet { background-color: #1e2526 !important; border-color: #364041 !important; }
.text { color: #e9eeec !important; }
.quiet { color: #a9b5b3 !important; }
.link { color: #7fd0cf !important; }
.box { background-color: #273031 !important; border-color: #7fd0cf !important; }
.rule { border-color: #364041 !important; }
}
@media (max-width: 480px) {
.outer { padding: 0 !important; }
.sheet { border-left: 0 !important; border-right: 0 !important; border-radius: 0 !important; }
.inner { padding-left: 20px !important; padding-right: 20px !important; }
.button { display: block !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f1f0ec;-webkit-text-size-adjust:100%">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f1f0ec">
<tr><td class="outer" align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;table-layout:fixed;background-color:#ffffff;border:1px solid #d9d8d2;border-radius:10px;overflow:hidden;text-align:start;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere;word-break:break-word">
<tr><td class="inner" bgcolor="{{headerColor}}" style="padding:16px 32px;background-color:{{headerColor}};color:{{headerText}};font-size:18px;font-weight:600">
{{#logo}}
<img src="{{logo}}" alt="{{brand}}" height="40" style="display:block;height:40px;width:auto;max-width:100%;border:0;color:{{headerText}};font-size:18px;font-weight:600">
{{/logo}}
{{^logo}}
<span dir="auto" style="color:{{headerText}}">{{brand}}</span>
{{/logo}}
</td></tr>
<tr><td class="inner text" style="padding:28px 32px 8px;color:#1b2326">
<h1 class="text" style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:#1b2326">{{heading}}</h1>
{{#greeting}}
<p class="text" style="margin:0 0 12px;color:#1b2326">{{greeting}}</p>
{{/greeting}}
<p class="text" style="margin:0 0 20px;color:#1b2326">{{lead}}</p>
{{#code}}
<p class="quiet" style="margin:0;font-size:14px;color:#55605f">{{codeLabel}}</p>
<p class="text" style="margin:0 0 20px;font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:32px;line-height:1.3;font-weight:700;letter-spacing:6px;color:#1b2326">{{code}}</p>
{{/code}}
{{#hasReason}}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;table-layout:fixed"><tr><td class="box" style="padding:12px 16px;background-color:#e3efef;border-inline-start:4px solid #0c5460">
<p class="quiet" style="margin:0 0 4px;font-size:14px;color:#55605f">{{reasonLabel}}</p>
{{#reason}}
<div class="text" dir="auto" style="color:#1b2326">{{line}}<br></div>
{{/reason}}
</td></tr></table>
{{/hasReason}}
{{#hasMessage}}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;table-layout:fixed"><tr><td class="box" style="padding:12px 16px;background-color:#e3efef;border-inline-start:4px solid #0c5460">
<p class="quiet" style="margin:0 0 4px;font-size:14px;color:#55605f">{{messageLabel}}</p>
{{#message}}
<div class="text" dir="auto" style="color:#1b2326">{{line}}<br></div>
{{/message}}
</td></tr></table>
{{/hasMessage}}
{{#hasDocuments}}
<p class="quiet" style="margin:0 0 4px;font-size:14px;color:#55605f">{{documentsLabel}}</p>
<ul class="text" style="margin:0 0 20px;padding:0 0 0 20px;padding-inline:20px 0;color:#1b2326">
{{#documents}}
<li><span dir="auto">{{name}}</span></li>
{{/documents}}
{{#more}}
<li>{{more}}</li>
{{/more}}
</ul>
{{/hasDocuments}}
{{#link}}
<p style="margin:0 0 12px"><a class="button" href="{{link}}" style="display:inline-block;padding:13px 28px;background-color:{{buttonColor}};border:1px solid #767f7e;border-radius:8px;color:{{buttonText}};font-size:17px;font-weight:600;line-height:1.2;text-align:center;text-decoration:none"><span style="color:{{buttonText}}">{{action}}</span></a></p>
<p class="quiet" style="margin:0 0 20px;font-size:14px;color:#55605f">{{linkLabel}}<br>
<a class="link" dir="ltr" href="{{link}}" style="color:#0c5460;word-break:break-all">{{link}}</a></p>
{{/link}}
{{#expires}}
<p class="text" style="margin:0 0 20px;color:#1b2326"><strong>{{expiresLabel}}:</strong> {{expires}}</p>
{{/expires}}
{{#note}}
<p class="quiet" style="margin:0 0 20px;font-size:14px;color:#55605f">{{note}}</p>
{{/note}}
</td></tr>
<tr><td class="inner quiet rule" style="padding:16px 32px 20px;border-top:1px solid #d9d8d2;font-size:13px;color:#55605f">
{{sentBy}}
{{#hasFooter}}
{{#footer}}
<div dir="auto">{{line}}<br></div>
{{/footer}}
{{/hasFooter}}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

"""#),
("letter.txt.mustache", "text/plain; charset=utf-8", "05482ae372c96abcb1e3fcd3e5af8f3f04618835542eb70d80a9c77d727c9e4e", #"""
{{heading}}

{{#greeting}}
{{greeting}}

{{/greeting}}
{{lead}}

{{#code}}
{{codeLabel}}:

    {{code}}

{{/code}}
{{#hasReason}}
{{reasonLabel}}:
{{#reason}}
> {{line}}
{{/reason}}

{{/hasReason}}
{{#hasMessage}}
{{messageLabel}}:
{{#message}}
> {{line}}
{{/message}}

{{/hasMessage}}
{{#hasDocuments}}
{{documentsLabel}}:
{{#documents}}
- {{name}}
{{/documents}}
{{#more}}
- {{more}}
{{/more}}

{{/hasDocuments}}
{{#link}}
{{action}}:
{{link}}

{{/link}}
{{#expires}}
{{expiresLabel}}: {{expires}}

{{/expires}}
{{#note}}
{{note}}

{{/note}}
-- 
{{sentBy}}
{{#footer}}
{{line}}
{{/footer}}

"""#),
    ]
}
