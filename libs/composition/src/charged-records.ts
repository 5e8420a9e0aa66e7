import { type ChargedRecords } from '@trunkline/billing-ledger/wiring';
import type { Cdrs } from '@trunkline/cdr';
import { DomainError } from '@trunkline/kernel';
import type { OrderQueries } from '@trunkline/numbering';

/** Reads CDRs and number orders as their account, so a record of another account is not found. */
export class ChargedRecordsByOwners implements ChargedRecords {
  constructor(
    private readonly cdrs: Cdrs,
    private readonly orders: OrderQueries,
  ) {}

  hasCdr(accountId: string, id: string): Promise<boolean> {
    return isFound(this.cdrs.get(accountId, id));
  }

  hasNumberOrder(accountId: string, id: string): Promise<boolean> {
    return isFound(this.orders.get(accountId, id));
  }
}

async function isFound(read: Promise<object>): Promise<boolean> {
  try {
    await read;
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not_found') return false;
    throw error;
  }
}
