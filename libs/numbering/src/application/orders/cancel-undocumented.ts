import { addDays, type Clock, type Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { fits, isApproved } from '../../domain/lifecycle/bundle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { Bundles, PhoneNumberRepository, WaitingNumber } from '../ports';
import { sweep } from '../sweep';
import type { RegistrationRepository } from '../registration/ports';
import type { EndSubscription } from '../lifecycle/end-subscription';
import type { ReleasedNumberUses } from '../lifecycle/number-uses';

/** How long an order waits for documents (docs/numbers.md#documents). */
const DOCUMENTS_MAX_DAYS = 30;
const BATCH = 100;

/**
 * Cancels orders whose numbers have waited too long for documents, with a refund, and releases the numbers. Each is a
 * transaction of its own, and a number locked by another process is left to the next run. Safe to run on any number of
 * workers.
 */
export class CancelUndocumented {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly bundles: Bundles,
    private readonly registrations: RegistrationRepository,
    private readonly endSubscription: EndSubscription,
    private readonly clock: Clock,
  ) {}

  /** Returns how many orders were cancelled. Rejects at the end when some could not be. */
  async cancel(): Promise<number> {
    const boughtBefore = addDays(this.clock.now(), -DOCUMENTS_MAX_DAYS);
    let after: WaitingNumber | null = null;
    let cancelled = 0;
    const next = async (limit: number) => {
      const batch: readonly WaitingNumber[] = await this.numbers.listWaiting(boughtBefore, after, limit);
      after = batch.at(-1) ?? after;
      return batch;
    };
    await sweep(next, BATCH, async ({ numberId }) => {
      const uses = this.endSubscription.trackUses();
      if (await this.tx.run(() => this.cancelNumber(numberId, uses))) cancelled += 1;
    });
    return cancelled;
  }

  /** Returns false for a number that is locked, no longer waits, or has its documents. */
  private async cancelNumber(numberId: string, uses: ReleasedNumberUses): Promise<boolean> {
    await uses.lock();
    const number = await this.numbers.lockWaiting(numberId);
    if (!number || (await this.isDocumented(number))) return false;
    await this.endSubscription.end([number], { actor: SYSTEM, reason: 'no_documents' }, uses);
    return true;
  }

  /**
   * A bundle under review counts as documents, and so does an approved one, until its supplier has rejected it and the time
   * to attach another one is over.
   */
  private async isDocumented(number: PhoneNumber): Promise<boolean> {
    const { accountId, complianceBundleId } = number;
    const bundle = complianceBundleId ? await this.bundles.find(accountId, complianceBundleId) : null;
    if (!bundle || !fits(bundle, number)) return false;
    if (bundle.status === 'submitted') return true;
    const registration = await this.registrations.find(number.id, bundle.id);
    const isRejected = registration?.status === 'rejected';
    if (isRejected && addDays(registration.updatedAt, DOCUMENTS_MAX_DAYS) <= this.clock.now()) return false;
    return isApproved(bundle, this.clock.now());
  }
}
