import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { FaultPoints, PhoneNumberRepository } from '../ports';
import type { Suppliers } from '../supply/suppliers';
import { sweep } from '../sweep';
import type { EndSubscription } from './end-subscription';

const BATCH = 100;
/** A run stops after this many failures, because single numbers are then not the cause. */
const FAILED_MAX = 100;
/** The lease of a claimed release. Longer than a call to the supplier. */
const LEASE_SECONDS = 300;

/** Locks the next number to release, except those listed. */
type LockDue = (except: readonly string[]) => Promise<PhoneNumber | null>;
/** By the IDs of the numbers. */
type Failures = Map<string, unknown>;

/**
 * Releases the numbers whose scheduled release or port-out is due, then notifies their suppliers outside of any transaction. The next
 * run continues after a crash. Safe to run on any number of workers.
 */
export class ReleaseDueNumbers {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly endSubscription: EndSubscription,
    private readonly suppliers: Suppliers,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Returns how many numbers were released. Rejects at the end when some could not be. */
  async release(): Promise<number> {
    const { released, failed } = await this.releaseAll((except) =>
      this.numbers.lockDueForRelease(this.clock.now(), except),
    );
    await this.faults.reach('release.decided');
    await this.notifySuppliers();
    throwFailed(failed);
    return released;
  }

  /** Releases the numbers that leave for another carrier now. Returns how many. Rejects at the end when some could not be. */
  async releasePortedOut(): Promise<number> {
    const { released, failed } = await this.releaseAll((except) =>
      this.numbers.lockDueForPortOut(this.clock.now(), except),
    );
    throwFailed(failed);
    return released;
  }

  /** Returns to the suppliers the released numbers that have not been returned yet. */
  async notifySuppliers(): Promise<void> {
    const now = this.clock.now();
    const claim = (limit: number) =>
      this.numbers.claimUnreportedReleases({ now, leaseUntil: addSeconds(this.clock.now(), LEASE_SECONDS), limit });
    await sweep(claim, BATCH, (number) => this.notifySupplier(number));
  }

  private async releaseAll(lock: LockDue): Promise<{ released: number; failed: Failures }> {
    const failed: Failures = new Map();
    let released = 0;
    while (failed.size < FAILED_MAX && (await this.releaseNext(failed, lock))) released += 1;
    return { released, failed };
  }

  /** Releases one number per transaction, so that a failure affects one number. Returns false when none is due. */
  private async releaseNext(failed: Failures, lock: LockDue): Promise<boolean> {
    const current: { id?: string } = {};
    const uses = this.endSubscription.trackUses();
    try {
      return await this.tx.run(async () => {
        await uses.lock();
        const number = await lock([...failed.keys()]);
        if (!number) return false;
        current.id = number.id;
        await this.endSubscription.end([number], { actor: SYSTEM, reason: reasonOf(number, this.clock.now()) }, uses);
        return true;
      });
    } catch (error) {
      if (current.id === undefined) throw error;
      failed.set(current.id, error);
      return true;
    }
  }

  private async notifySupplier(number: PhoneNumber): Promise<void> {
    await this.suppliers.get(number.supplier).release(number);
    await this.faults.reach('release.supplier_notified');
    await this.numbers.markReleaseReported(number.id);
  }
}

function reasonOf({ portOutAt, suspendedFor }: PhoneNumber, now: Date) {
  if (portOutAt !== null && portOutAt <= now) return 'ported_out';
  return suspendedFor.includes('non_payment') ? 'non_payment' : 'requested';
}

function throwFailed(failed: Failures): void {
  if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} numbers could not be released.`);
}
