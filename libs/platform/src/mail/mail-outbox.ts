import { type Clock, type EventBus, Mails, newId, type OutgoingMail, type Transactor } from '@trunkline/kernel';
import type { CryptoBox } from '../security/crypto-box';
import type { Database } from '../database/database';
import type { Letter } from './mailer';

const PURPOSE = 'mail';

/** Mails that are to go out, written with the effects that cause them. Address and contents are sealed, and gone once sent. */
export class MailOutbox extends Mails {
  constructor(
    private readonly db: Database,
    private readonly tx: Transactor,
    private readonly events: EventBus,
    private readonly box: CryptoBox,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Joins the transaction around it; the worker sends the mail after it has committed. */
  override async send({ accountId, key, ...letter }: OutgoingMail): Promise<void> {
    await this.tx.run(async () => {
      const id = newId('mail');
      const added = await this.db.query(
        `INSERT INTO platform.mails (id, account_id, key, status, letter_sealed, created_at)
         VALUES ($1, $2, $3, 'waiting', $4, $5) ON CONFLICT (account_id, key) DO NOTHING RETURNING id`,
        [id, accountId, key, this.box.seal(PURPOSE, JSON.stringify(letter), id), this.clock.now()],
      );
      if (added.length > 0) await this.events.publish({ type: 'mail.requested', accountId, data: { mail_id: id } });
    });
  }

  /** The letter of a mail that waits; null when it is unknown, sent or refused. */
  async find(mailId: string): Promise<Letter | null> {
    const row = await this.db.queryOne<{ letter_sealed: string; created_at: Date }>(
      `SELECT letter_sealed, created_at FROM platform.mails WHERE id = $1 AND status = 'waiting'`,
      [mailId],
    );
    if (!row) return null;
    const letter = JSON.parse(this.box.open(PURPOSE, row.letter_sealed, mailId).toString()) as Omit<
      Letter,
      'id' | 'date'
    >;
    return { ...letter, id: mailId, date: row.created_at };
  }

  /** Forgets address and contents. */
  async end(mailId: string, status: 'sent' | 'refused'): Promise<void> {
    await this.db.query(
      `UPDATE platform.mails SET status = $2, letter_sealed = NULL, ended_at = $3 WHERE id = $1 AND status = 'waiting'`,
      [mailId, status, this.clock.now()],
    );
  }
}
