import { type Clock, type EventBus, type Mails, newId, type OutgoingMail, type Transactor } from '@trunkline/kernel';
import type { CryptoBox } from '../security/crypto-box';
import type { Database } from '../database/database';
import { runAs } from '../database/pool/work';
import type { MailMessage } from './mailer';

const PURPOSE = 'mail';

/** After three attempts. */
const LATE_MINUTES = 10;
/** The attempts to send a mail have ended, or it waits for the operator. */
const LATE_HOURS_MAX = 24;

/** $1 now. The latest mail that waits, although it should be sent, and whether a later one was sent. */
const LATEST_LATE = `SELECT EXISTS (
    SELECT FROM platform.mails s WHERE s.created_at > late.created_at AND s.status = 'sent') AS "isPassed"
  FROM (SELECT created_at FROM platform.mails
    WHERE status = 'waiting' AND created_at < $1::timestamptz - interval '${LATE_MINUTES} minutes'
      AND created_at > $1::timestamptz - interval '${LATE_HOURS_MAX} hours'
    ORDER BY created_at DESC LIMIT 1) AS late`;

/** Stores mails with the effects that cause them. Address and content are sealed, and deleted once the mail was sent. */
export class MailOutbox implements Mails {
  constructor(
    private readonly db: Database,
    private readonly tx: Transactor,
    private readonly events: EventBus,
    private readonly box: CryptoBox,
    private readonly clock: Clock,
  ) {}

  /** Adds a mail within the surrounding transaction. The worker sends it after the commit. */
  async send({ accountId, key, ...message }: OutgoingMail): Promise<void> {
    await this.tx.run(async () => {
      const id = newId('mail');
      const added = await this.db.query(
        `INSERT INTO platform.mails (id, account_id, key, status, letter_sealed, created_at)
         VALUES ($1, $2, $3, 'waiting', $4, $5) ON CONFLICT (account_id, key) DO NOTHING RETURNING id`,
        [id, accountId, key, this.box.seal(PURPOSE, JSON.stringify(message), id), this.clock.now()],
      );
      if (added.length > 0) await this.events.publish({ type: 'mail.requested', accountId, data: { mail_id: id } });
    });
  }

  /**
   * Returns whether mails leave: false if one waits for more than ten minutes and none after it was sent, because no worker
   * runs, or the mail server refuses them.
   */
  async isFlowing(): Promise<boolean> {
    const late = await runAs('probe', () => this.db.find<{ isPassed: boolean }>(LATEST_LATE, [this.clock.now()]));
    return late?.isPassed ?? true;
  }

  /** Returns the message of a mail that waits to be sent. Null if the mail is unknown, was sent, or was refused. */
  async find(mailId: string): Promise<MailMessage | null> {
    const row = await this.db.find<{ sealed: string; date: Date }>(
      `SELECT letter_sealed AS sealed, created_at AS date FROM platform.mails WHERE id = $1 AND status = 'waiting'`,
      [mailId],
    );
    if (!row) return null;
    const message = JSON.parse(this.box.open(PURPOSE, row.sealed, mailId).toString()) as Omit<
      MailMessage,
      'id' | 'date'
    >;
    return { ...message, id: mailId, date: row.date };
  }

  /** Deletes address and content. */
  async end(mailId: string, status: 'sent' | 'refused'): Promise<void> {
    await this.db.query(
      `UPDATE platform.mails SET status = $2, letter_sealed = NULL, ended_at = $3 WHERE id = $1 AND status = 'waiting'`,
      [mailId, status, this.clock.now()],
    );
  }
}
