import { type Clock, type EventBus, type Mails, type Transactor, unixSeconds } from '@trunkline/kernel';
import { keyExpiringMessage } from '../mails/messages';
import type { KeyReminder, KeyReminders } from './ports';

/** Keys told of in one transaction. */
const BATCH = 100;

/** Tells users, and whoever listens to the account's events, of keys that end within 14 days (spec, Authentication, rule 2). */
export class RemindOfExpiringKeys {
  constructor(
    private readonly tx: Transactor,
    private readonly reminders: KeyReminders,
    private readonly mails: Mails,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Once for each key and end, on however many workers: the mark, the mail and the event are one transaction. Returns how
   * many keys were told of.
   */
  async execute(): Promise<number> {
    let told = 0;
    for (let taken = BATCH; taken === BATCH; ) {
      const batch = await this.tx.run(() => this.tellBatch());
      taken = batch.taken;
      told += batch.due.length;
    }
    return told;
  }

  private async tellBatch() {
    const batch = await this.reminders.take(this.clock.now(), BATCH);
    for (const reminder of batch.due) await this.tell(reminder);
    return batch;
  }

  private async tell({ keyId, accountId, prefixDisplay, expiresAt, ...words }: KeyReminder): Promise<void> {
    const end = unixSeconds(expiresAt);
    const message = keyExpiringMessage(words.userName, { keyName: words.keyName, prefixDisplay, expiresAt });
    await this.mails.send({ ...message, accountId, to: words.email, key: `api_key_expiring:${keyId}:${String(end)}` });
    await this.events.publish({
      type: 'api_key.expiring',
      accountId,
      data: { api_key_id: keyId, name: words.keyName, prefix_display: prefixDisplay, expires_at: end },
    });
  }
}
