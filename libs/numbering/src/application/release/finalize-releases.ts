import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { FaultPoints, PhoneNumberRepository } from '../ports';
import type { Releases } from './releases';
import type { Suppliers } from '../supply/suppliers';
import { sweep } from '../sweep';

const BATCH = 100;
/** More than these are no fault of theirs. */
const FAILED_MAX = 100;
/** Until then nobody else tells the supplier of the number; after it, whoever comes by, because the first one died. */
const LEASE_SECONDS = 300;

/**
 * The release-finalize job: releases the numbers whose time has come, then tells their suppliers outside of any
 * transaction. Killed in between, the next run goes on; any number of workers may run it at once.
 */
export class FinalizeReleases {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly releases: Releases,
    private readonly suppliers: Suppliers,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Returns how many numbers were released; rejects in the end when there was one that could not be. */
  async execute(): Promise<number> {
    const failed = new Map<string, unknown>();
    let released = 0;
    while (failed.size < FAILED_MAX && (await this.releaseNext(failed))) released += 1;
    await this.faults.reach('release.decided');
    await this.tellSuppliers();
    if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} numbers could not be released.`);
    return released - failed.size;
  }

  /** Gives every released number back to its supplier that does not know yet: an immediate release needs only this. */
  async tellSuppliers(): Promise<void> {
    const now = this.clock.now();
    const claim = (limit: number) =>
      this.numbers.claimUntold({ now, leaseUntil: addSeconds(this.clock.now(), LEASE_SECONDS), limit });
    await sweep(claim, BATCH, (number) => this.tell(number));
  }

  /** Each in a transaction of its own, so that one number does not keep the others. False when none is left. */
  private async releaseNext(failed: Map<string, unknown>): Promise<boolean> {
    const at: { id?: string } = {};
    const uses = this.releases.openUses();
    try {
      return await this.tx.run(async () => {
        await uses.lock();
        const number = await this.numbers.lockDueForRelease(this.clock.now(), [...failed.keys()]);
        if (!number) return false;
        at.id = number.id;
        const isUnpaid = number.suspendedFor.includes('non_payment');
        const reason = isUnpaid ? 'non_payment' : 'requested';
        await this.releases.end(number, { actor: SYSTEM, reason }, uses);
        return true;
      });
    } catch (error) {
      if (at.id === undefined) throw error;
      failed.set(at.id, error);
      return true;
    }
  }

  private async tell(number: PhoneNumber): Promise<void> {
    await this.suppliers.get(number.supplier).release(number);
    await this.faults.reach('release.supplier_told');
    await this.numbers.markTold(number.id);
  }
}
