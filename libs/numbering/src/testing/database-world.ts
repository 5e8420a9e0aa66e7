import { TestClock } from '@trunkline/kernel/testing';
import { type Database, SandboxFaults } from '@trunkline/platform';
import { testEventBus } from '@trunkline/platform/testing';
import { CheckoutReads } from '../infrastructure/checkout/checkout-queries';
import { StoredNumberDirectory } from '../infrastructure/lifecycle/number-directory';
import { NumberReads } from '../infrastructure/lifecycle/number-queries';
import { OrderReads } from '../infrastructure/orders/order-queries';
import { SandboxRepository } from '../sandbox/suppliers/sandbox-repository';
import { SandboxSupplier } from '../sandbox/suppliers/sandbox-supplier';
import { wireNumbering } from './wire-numbering';

const SLOW_MS = 5;

/** Numbering on a database, with the sandbox supplier and the outbox. */
export function databaseWorld(db: Database, clock = new TestClock()) {
  const supplier = new SandboxSupplier(new SandboxRepository(db), new SandboxFaults(db, clock), clock, SLOW_MS);
  return {
    ...wireNumbering(db, { supplier, events: testEventBus(db, clock), clock }),
    clock,
    queries: new NumberReads(db),
    orderQueries: new OrderReads(db),
    checkoutQueries: new CheckoutReads(db),
    directory: new StoredNumberDirectory(db),
    /** Returns the types of the account's events, in order. */
    published: async (accountId: string): Promise<string[]> => {
      const text = `SELECT type FROM platform.outbox WHERE account_id = $1 ORDER BY seq`;
      return (await db.query<{ type: string }>(text, [accountId])).map(({ type }) => type);
    },
  };
}

export type DatabaseWorld = ReturnType<typeof databaseWorld>;
