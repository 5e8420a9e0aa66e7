import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox, type Database, SandboxFaults } from '@trunkline/platform';
import { testEventBus } from '@trunkline/platform/testing';
import { TypeOrmCartRepository } from '../infrastructure/checkout/cart.repository';
import { TypeOrmCheckoutRepository } from '../infrastructure/checkout/checkout.repository';
import { TypeOrmNumberOrderRepository } from '../infrastructure/orders/number-order.repository';
import { TypeOrmPhoneNumberRepository } from '../infrastructure/lifecycle/phone-number.repository';
import { PostgresReservations } from '../infrastructure/checkout/postgres-reservations';
import { SealedSelectTokens } from '../infrastructure/supply/sealed-select-tokens';
import { SqlCheckoutQueries } from '../infrastructure/checkout/sql-checkout-queries';
import { SqlNumberDirectory } from '../infrastructure/lifecycle/sql-number-directory';
import { SqlNumberHistory } from '../infrastructure/lifecycle/sql-number-history';
import { SqlNumberQueries } from '../infrastructure/lifecycle/sql-number-queries';
import { SandboxRepository } from '../sandbox/sandbox-repository';
import { SandboxSupplier } from '../sandbox/sandbox-supplier';
import { FakeFunds } from './fake-funds';
import { worldOver } from './numbering-world';

const SLOW_MS = 5;

export const testBox = () => new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]);

/** Every use case over a real database and the sandbox supplier; the neighbours are fakes. */
export function databaseWorld(db: Database, clock = new TestClock()) {
  const funds = new FakeFunds();
  const stores = {
    tokens: new SealedSelectTokens(testBox()),
    numbers: new TypeOrmPhoneNumberRepository(db),
    orders: new TypeOrmNumberOrderRepository(db),
    history: new SqlNumberHistory(db),
    carts: new TypeOrmCartRepository(db),
    checkouts: new TypeOrmCheckoutRepository(db),
    reservations: new PostgresReservations(db),
  };
  const supplier = new SandboxSupplier(new SandboxRepository(db), new SandboxFaults(db, clock), clock, SLOW_MS);
  const world = worldOver({ tx: db, clock, events: testEventBus(db, clock), funds, ...stores, suppliers: [supplier] });
  return {
    ...world,
    stores,
    supplier,
    clock,
    funds,
    queries: new SqlNumberQueries(db),
    checkoutQueries: new SqlCheckoutQueries(db),
    directory: new SqlNumberDirectory(db),
    published: async (accountId: string): Promise<string[]> => {
      const text = `SELECT type FROM platform.outbox WHERE account_id = $1 ORDER BY seq`;
      return (await db.query<{ type: string }>(text, [accountId])).map(({ type }) => type);
    },
  };
}

export type DatabaseWorld = ReturnType<typeof databaseWorld>;
