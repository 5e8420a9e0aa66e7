import { ChargedRecords } from '@trunkline/billing-ledger';
import type { Cdrs } from '@trunkline/cdr';
import { DomainError } from '@trunkline/kernel';
import type { NumberQueries } from '@trunkline/numbering';

/** Call records and number orders are read as their owner would read them: what is not found is not the account's. */
export class ChargedRecordsByOwners extends ChargedRecords {
  constructor(
    private readonly cdrs: Cdrs,
    private readonly numbers: NumberQueries,
  ) {
    super();
  }

  override hasCdr(accountId: string, id: string): Promise<boolean> {
    return isFound(this.cdrs.get(accountId, id));
  }

  override hasNumberOrder(accountId: string, id: string): Promise<boolean> {
    return isFound(this.numbers.getOrder(accountId, id));
  }
}

async function isFound(reading: Promise<object>): Promise<boolean> {
  try {
    await reading;
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not_found') return false;
    throw error;
  }
}
