import type { Clock, Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { type Bundle, fits, isApproved } from '../../domain/lifecycle/bundle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { ActivateNumber } from './activate-number';
import type { AttachedBundle, Bundles, PhoneNumberRepository } from '../ports';
import type { Suspensions } from './suspensions';
import { sweep } from '../sweep';

const BUNDLES_AT_ONCE = 500;
const NUMBERS_AT_ONCE = 100;

/**
 * Numbers that need a bundle follow the one that is attached: approved, they begin to work or work again; rejected or
 * expired, they are suspended (contract, section 9). The bundles are compared with the numbers, so that nothing is
 * missed that nobody has told: an approval ends by itself. While one is under review, they stay as they are. Any number
 * of workers may do it at once, and be killed anywhere.
 */
export class FollowBundles {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly bundles: Bundles,
    private readonly activate: ActivateNumber,
    private readonly suspensions: Suspensions,
    private readonly clock: Clock,
  ) {}

  /** Returns how many numbers have changed. Goes through all of them, and then rejects if some could not follow. */
  async execute(): Promise<number> {
    let after: AttachedBundle | null = null;
    let changed = 0;
    const next = async (limit: number) => {
      const batch: readonly AttachedBundle[] = await this.numbers.listAttached(after, limit);
      after = batch.at(-1) ?? after;
      const found = new Map((await this.bundles.findMany(batch)).map((bundle) => [bundle.id, bundle]));
      return batch.map((attached) => ({ attached, bundle: found.get(attached.bundleId) ?? null }));
    };
    await sweep(next, BUNDLES_AT_ONCE, async ({ attached, bundle }) => {
      const isBehind = isApproved(bundle, this.clock.now())
        ? attached.isAwaited
        : attached.isRestedOn && !isUnderReview(bundle);
      if (isBehind) changed += await this.follow(attached);
    });
    return changed;
  }

  private async follow(attached: AttachedBundle): Promise<number> {
    let changed = 0;
    for (let after: string | null = null, more = true; more; ) {
      const [batch, count]: [readonly PhoneNumber[], number] = await this.tx.run(() =>
        this.followBatch(attached, after),
      );
      changed += count;
      more = batch.length === NUMBERS_AT_ONCE;
      after = batch.at(-1)?.id ?? null;
    }
    return changed;
  }

  /** The numbers are locked before the bundle is looked at: whoever follows a later state has the last word. */
  private async followBatch(
    { accountId, bundleId }: AttachedBundle,
    after: string | null,
  ): Promise<[readonly PhoneNumber[], number]> {
    const batch = await this.numbers.lockAttached({ accountId, bundleId }, after, NUMBERS_AT_ONCE);
    const bundle = await this.bundles.find(accountId, bundleId);
    let changed = 0;
    for (const number of batch) if (await this.followOne(number, bundle)) changed += 1;
    return [batch, changed];
  }

  private async followOne(number: PhoneNumber, bundle: Bundle | null): Promise<boolean> {
    const isGood = bundle !== null && isApproved(bundle, this.clock.now()) && fits(bundle, number);
    if (number.status !== 'pending_documents') {
      return !isUnderReview(bundle) && this.suspensions.set(number, 'compliance', !isGood);
    }
    if (isGood) await this.activate.execute(number, SYSTEM);
    return isGood;
  }
}

/** Not decided yet: what works goes on, since its supplier sold it ready for use, and what is suspended waits. */
function isUnderReview(bundle: Bundle | null): boolean {
  return bundle?.status === 'submitted';
}
