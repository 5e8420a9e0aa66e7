import { createTransport, type Transporter } from 'nodemailer';
import { composed, type MailMessage, MailRefused, type Mailer } from './mailer';

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
    try {
      await this.transport.sendMail(composed(message, this.from));
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
