import type { Clock, Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { type Bundle, fits, isApproved } from '../../domain/lifecycle/bundle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { AttachedBundle, BundleRef, Bundles, PhoneNumberRepository } from '../ports';
import type { AcceptDocuments } from '../registration/accept-documents';
import { sweep } from '../sweep';
import type { Suspensions } from './suspensions';

const BUNDLES_PER_BATCH = 500;
const NUMBERS_PER_BATCH = 100;

interface SyncedBatch {
  readonly numbers: readonly PhoneNumber[];
  readonly changed: number;
}

/**
 * Activates, suspends and resumes the numbers that need a bundle when its status changes: approved, rejected or expired.
 * A bundle under review changes nothing. Polls the bundles, because an approval expires without an event. Safe to run on
 * any number of workers. See docs/numbers.md#documents.
 */
export class SyncBundleStatus {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly bundles: Bundles,
    private readonly acceptDocuments: AcceptDocuments,
    private readonly suspensions: Suspensions,
    private readonly clock: Clock,
  ) {}

  /** Returns how many numbers have changed. Rejects at the end when some could not be updated. */
  async sync(): Promise<number> {
    let after: AttachedBundle | null = null;
    let changed = 0;
    const next = async (limit: number) => {
      const batch: readonly AttachedBundle[] = await this.numbers.listAttached(after, limit);
      after = batch.at(-1) ?? after;
      const found = new Map((await this.bundles.findMany(batch)).map((bundle) => [bundle.id, bundle]));
      return batch.map((attached) => ({ attached, bundle: found.get(attached.bundleId) ?? null }));
    };
    await sweep(next, BUNDLES_PER_BATCH, async ({ attached, bundle }) => {
      const isOutdated = isApproved(bundle, this.clock.now())
        ? attached.hasWaitingNumbers
        : attached.hasDependentNumbers && !isUnderReview(bundle);
      if (isOutdated) changed += await this.syncNumbers(attached);
    });
    return changed;
  }

  /** Updates the numbers of one bundle, for an event. Returns how many have changed. */
  async syncNumbers(attached: BundleRef): Promise<number> {
    let changed = 0;
    for (let after: string | null = null, more = true; more; ) {
      const batch: SyncedBatch = await this.tx.run(() => this.syncBatch(attached, after));
      changed += batch.changed;
      more = batch.numbers.length === NUMBERS_PER_BATCH;
      after = batch.numbers.at(-1)?.id ?? null;
    }
    return changed;
  }

  /** Reads the bundle under the locks of the numbers, so that the latest status is applied last. */
  private async syncBatch({ accountId, bundleId }: BundleRef, after: string | null): Promise<SyncedBatch> {
    const numbers = await this.numbers.lockAttached({ accountId, bundleId }, after, NUMBERS_PER_BATCH);
    const bundle = await this.bundles.find(accountId, bundleId);
    let changed = 0;
    for (const number of numbers) if (await this.syncNumber(number, bundle)) changed += 1;
    return { numbers, changed };
  }

  private async syncNumber(number: PhoneNumber, bundle: Bundle | null): Promise<boolean> {
    const isValid = bundle !== null && isApproved(bundle, this.clock.now()) && fits(bundle, number);
    if (number.status !== 'pending_documents') {
      return !isUnderReview(bundle) && this.suspensions.set(number, 'compliance', !isValid);
    }
    return isValid && this.acceptDocuments.accept(number, bundle.id, SYSTEM);
  }
}

/** While a bundle is under review, active numbers stay active and suspended ones stay suspended. */
function isUnderReview(bundle: Bundle | null): boolean {
  return bundle?.status === 'submitted';
}
