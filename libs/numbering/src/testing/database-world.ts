import { TestClock } from '@trunkline/kernel/testing';
import { type Database, SandboxFaults } from '@trunkline/platform';
import { testEventBus } from '@trunkline/platform/testing';
import { SqlCheckoutQueries } from '../infrastructure/checkout/sql-checkout-queries';
import { SqlNumberDirectory } from '../infrastructure/lifecycle/sql-number-directory';
import { SqlNumberQueries } from '../infrastructure/lifecycle/sql-number-queries';
import { SqlOrderQueries } from '../infrastructure/orders/sql-order-queries';
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
    queries: new SqlNumberQueries(db),
    orderQueries: new SqlOrderQueries(db),
    checkoutQueries: new SqlCheckoutQueries(db),
    directory: new SqlNumberDirectory(db),
    /** Returns the types of the account's events, in order. */
    published: async (accountId: string): Promise<string[]> => {
      const text = `SELECT type FROM platform.outbox WHERE account_id = $1 ORDER BY seq`;
      return (await db.query<{ type: string }>(text, [accountId])).map(({ type }) => type);
    },
  };
}

export type DatabaseWorld = ReturnType<typeof databaseWorld>;
