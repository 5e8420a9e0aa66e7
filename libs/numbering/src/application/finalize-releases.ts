import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../domain/actor';
import type { PhoneNumber } from '../domain/phone-number';
import type { FaultPoints, PhoneNumberRepository } from './ports';
import type { Releases } from './releases';
import type { Suppliers } from './suppliers';
import { sweep } from './sweep';

const BATCH = 100;
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

  /** Returns how many numbers were released. */
  async execute(): Promise<number> {
    let released = 0;
    for (let batch = BATCH; batch === BATCH; released += batch) batch = await this.releaseBatch();
    await this.faults.reach('release.decided');
    await this.tellSuppliers();
    return released;
  }

  /** Gives every released number back to its supplier that does not know yet: an immediate release needs only this. */
  async tellSuppliers(): Promise<void> {
    const now = this.clock.now();
    const claim = (limit: number) =>
      this.numbers.claimUntold({ now, leaseUntil: addSeconds(this.clock.now(), LEASE_SECONDS), limit });
    await sweep(claim, BATCH, (number) => this.tell(number));
  }

  private releaseBatch(): Promise<number> {
    return this.tx.run(async () => {
      const due = await this.numbers.lockDueForRelease(this.clock.now(), BATCH);
      for (const number of due) await this.releases.end(number, SYSTEM);
      return due.length;
    });
  }

  private async tell(number: PhoneNumber): Promise<void> {
    await this.suppliers.get(number.supplier).release(number);
    await this.faults.reach('release.supplier_told');
    await this.numbers.markTold(number.id);
  }
}
