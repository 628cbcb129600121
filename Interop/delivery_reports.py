"""Reports of mail servers (RFC 3464), as Python's library writes them."""

from email.message import EmailMessage, Message
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText


def report(to: str, about: str, action: str = "failed", status: str = "5.1.1") -> bytes:
    whole = MIMEMultipart("report", report_type="delivery-status")
    whole["From"] = "MAILER-DAEMON@mx.example.org"
    whole["To"] = to
    whole["Auto-Submitted"] = "auto-replied"
    whole["Subject"] = "Undelivered Mail Returned to Sender"
    whole.attach(MIMEText("I'm sorry to have to inform you …", "plain", "utf-8"))
    server, recipient = Message(), Message()
    server["Reporting-MTA"] = "dns; mx.example.org"
    recipient["Final-Recipient"] = f"rfc822; {about}"
    recipient["Action"] = action
    recipient["Status"] = status
    recipient["Diagnostic-Code"] = "smtp; 550 5.1.1 no such mailbox"
    blocks = MIMEMessage(Message(), "delivery-status")
    blocks.set_payload([server, recipient])
    whole.attach(blocks)
    returned = EmailMessage()
    returned["Subject"] = "Vertrag"
    returned.set_content("…")
    whole.attach(MIMEMessage(returned, "rfc822"))
    return whole.as_bytes()
