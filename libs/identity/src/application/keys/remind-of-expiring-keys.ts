import { type Clock, type EventBus, type Mails, type Transactor, unixSeconds } from '@trunkline/kernel';
import { keyExpiringMessage } from '../mails/messages';
import type { KeyReminder, KeyReminders } from './ports';

/** Keys per transaction. */
const BATCH = 100;

/** Announces API keys that expire within 14 days, by email and by event. */
export class RemindOfExpiringKeys {
  constructor(
    private readonly tx: Transactor,
    private readonly reminders: KeyReminders,
    private readonly mails: Mails,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Announces each expiry once, on any number of workers: claim, email and event are one transaction. Returns the
   * number of keys announced.
   */
  async remind(): Promise<number> {
    let announced = 0;
    for (let taken = BATCH; taken === BATCH; ) {
      const batch = await this.tx.run(() => this.announceBatch());
      taken = batch.taken;
      announced += batch.due.length;
    }
    return announced;
  }

  private async announceBatch() {
    const batch = await this.reminders.take(this.clock.now(), BATCH);
    for (const reminder of batch.due) await this.announce(reminder);
    return batch;
  }

  private async announce({
    keyId,
    accountId,
    prefixDisplay,
    expiresAt,
    userName,
    keyName,
    email,
  }: KeyReminder): Promise<void> {
    const end = unixSeconds(expiresAt);
    const message = keyExpiringMessage(userName, { keyName, prefixDisplay, expiresAt });
    await this.mails.send({ ...message, accountId, to: email, key: `api_key_expiring:${keyId}:${String(end)}` });
    await this.events.publish({
      type: 'api_key.expiring',
      accountId,
      data: { api_key_id: keyId, name: keyName, prefix_display: prefixDisplay, expires_at: end },
    });
  }
}
