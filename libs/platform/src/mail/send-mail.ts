import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import type { MailOutbox } from './mail-outbox';
import { MailRefused, type Mailer } from './mailer';

/**
 * Sends one mail of the outbox. Safe to repeat: a mail that is marked as sent is not sent again, and one that was
 * interrupted before the mark is sent with the same Message-ID.
 */
export class SendMail {
  private readonly outcomes;

  constructor(
    private readonly mails: MailOutbox,
    private readonly mailer: Mailer,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    this.outcomes = metrics.counter({
      name: 'trunkline_mails_total',
      help: 'Mails by outcome: sent, or refused permanently by the mail server.',
      labels: ['outcome'],
    });
  }

  async send(mailId: string): Promise<void> {
    const message = await this.mails.find(mailId);
    if (!message) return;
    const outcome = await this.mailer.send(message).then(
      () => 'sent' as const,
      (error: unknown) => this.refusal(mailId, error),
    );
    await this.mails.end(mailId, outcome);
    this.outcomes.inc({ outcome });
  }

  private refusal(mailId: string, error: unknown): 'refused' {
    if (!(error instanceof MailRefused)) throw error;
    this.log.warn({ err: error, mailId }, 'a mail was refused permanently');
    return 'refused';
  }
}
