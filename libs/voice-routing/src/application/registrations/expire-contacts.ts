import { addSeconds, type Clock, type EventBus, type Transactor } from '@trunkline/kernel';
import type { ContactStore, RegistrationCounts } from './ports';
import { unregisteredEvent } from './report-contacts';

const BATCH = 100;
/** Longer than any report is on its way. */
const REPORTS_KEPT_SECONDS = 86_400;

/**
 * Removes contacts that their systems have not refreshed. Calls do not use them from the second in which they expire. Any
 * number of workers may do so at a time.
 */
export class ExpireContacts {
  constructor(
    private readonly tx: Transactor,
    private readonly contacts: ContactStore,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Removes what has expired. Each batch of trunks, with its events, is one transaction. */
  async expire(): Promise<void> {
    while (!(await this.tx.run(() => this.removeBatch())));
  }

  /** Counts what is registered. */
  count(): Promise<RegistrationCounts> {
    return this.contacts.count(this.clock.now());
  }

  /** Returns how many reports it forgot. */
  forgetReports(): Promise<number> {
    return this.contacts.forgetReports(addSeconds(this.clock.now(), -REPORTS_KEPT_SECONDS));
  }

  private async removeBatch(): Promise<boolean> {
    const { unregistered, isDone } = await this.contacts.removeExpired(this.clock.now(), BATCH);
    await this.events.publishAll(unregistered.map((trunk) => unregisteredEvent(trunk, 'expired')));
    return isDone;
  }
}
