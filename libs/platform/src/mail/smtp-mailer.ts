import { createTransport, type Transporter } from 'nodemailer';
import { attachmentsOf, type MailMessage, MailRefused, type Mailer, messageId } from './mailer';

const CONNECTIONS_MAX = 3;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
const PERMANENT_REPLY_MIN = 500;
/**
 * Stages at which a refusal concerns the recipient or the content. A refusal of MAIL FROM or AUTH is an error of the
 * operator.
 */
const REFUSABLE = new Set(['RCPT TO', 'DATA']);

/** Sends through the server at SMTP_URL over a small pool of connections. */
export class SmtpMailer implements Mailer {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: CONNECTIONS_MAX,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
  }

  async send(message: MailMessage): Promise<void> {
    const { id, to, subject, text, html, date } = message;
    try {
      await this.transport.sendMail({
        from: this.from,
        // An object, so that the address is not parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        date,
        ...attachmentsOf(message),
        messageId: messageId(id, this.from),
        // RFC 3834: suppresses automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw isRefusal(error) ? new MailRefused('The mail server refused the mail.', { cause: error }) : error;
    }
  }

  async check(): Promise<void> {
    await this.transport.verify();
  }

  close(): void {
    this.transport.close();
  }
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false;
  return REFUSABLE.has(String(error.command)) && Number(error.responseCode) >= PERMANENT_REPLY_MIN;
}
