import { addDays, type Clock, type Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { fits, isApproved } from '../../domain/lifecycle/bundle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { UsesOfReleased } from './number-uses';
import type { Bundles, PhoneNumberRepository, WaitingNumber } from '../ports';
import type { Releases } from './releases';
import { sweep } from '../sweep';

/** Contract, section 9: cancelled after 30 days without documents. */
const WAITS_DAYS = 30;
const BATCH = 100;

/**
 * The document time-out: cancels the orders whose numbers have waited too long for documents, with the money back, and
 * lets the numbers go. Each is a transaction of its own, and one that somebody is changing is left to the next run: any
 * number of workers may run it at once, and be killed anywhere.
 */
export class CancelUndocumented {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly bundles: Bundles,
    private readonly releases: Releases,
    private readonly clock: Clock,
  ) {}

  /** Returns how many were cancelled. Goes through all of them, and then rejects if there was one that it could not end. */
  async execute(): Promise<number> {
    const boughtBefore = addDays(this.clock.now(), -WAITS_DAYS);
    let after: WaitingNumber | null = null;
    let cancelled = 0;
    const next = async (limit: number) => {
      const batch: readonly WaitingNumber[] = await this.numbers.listWaiting(boughtBefore, after, limit);
      after = batch.at(-1) ?? after;
      return batch;
    };
    await sweep(next, BATCH, async ({ numberId }) => {
      const uses = this.releases.openUses();
      if (await this.tx.run(() => this.end(numberId, uses))) cancelled += 1;
    });
    return cancelled;
  }

  /** False for one that is locked, has ended, or has its documents. */
  private async end(numberId: string, uses: UsesOfReleased): Promise<boolean> {
    await uses.lock();
    const number = await this.numbers.lockWaiting(numberId);
    if (!number || (await this.isDocumented(number))) return false;
    await this.releases.end(number, { actor: SYSTEM, reason: 'no_documents' }, uses);
    return true;
  }

  /** Under review is not without documents; one that has been approved makes the number work (see FollowBundles). */
  private async isDocumented(number: PhoneNumber): Promise<boolean> {
    const { accountId, complianceBundleId } = number;
    const bundle = complianceBundleId ? await this.bundles.find(accountId, complianceBundleId) : null;
    if (!bundle || !fits(bundle, number)) return false;
    return bundle.status === 'submitted' || isApproved(bundle, this.clock.now());
  }
}
