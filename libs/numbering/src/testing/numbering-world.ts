import type { IntegrationEvent, Transactor } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { Actor, Change } from '../domain/actor';
import type { Checkout } from '../domain/checkout/checkout';
import type { PhoneNumber } from '../domain/lifecycle/phone-number';
import type { NumberOrder } from '../domain/number-order';
import { CheckoutSchema } from '../infrastructure/checkout/checkout.schema';
import { PhoneNumberSchema } from '../infrastructure/lifecycle/phone-number.schema';
import { NumberOrderSchema } from '../infrastructure/orders/number-order.schema';
import { numberingPersistence } from '../numbering.module';
import { FakeSupplier } from './supply/fake-supplier';
import { wireNumbering } from './wire-numbering';

const TABLES = `SELECT string_agg(format('DELETE FROM %I.%I', schemaname, tablename), ';') AS statements
  FROM pg_tables WHERE schemaname = 'numbering' AND has_table_privilege(format('%I.%I', schemaname, tablename), 'DELETE')`;
const HISTORY = `SELECT number_id AS "numberId", jsonb_build_object('kind', actor_kind, 'id', actor_id) AS actor,
    jsonb_build_object('action', action, 'from', before, 'to', after) AS change
  FROM numbering.number_history ORDER BY id`;

/** Of the event loop, without a statement. */
const QUIET_TURNS = 3;

interface HistoryRow {
  readonly numberId: string;
  readonly actor: Actor;
  readonly change: Change;
}

/** Records the events of committed transactions. */
class CommittedEvents extends RecordingEventBus {
  constructor(private readonly tx: Transactor) {
    super();
  }

  override publishAll(events: readonly IntegrationEvent[]): Promise<void> {
    this.tx.afterCommit(() => this.published.push(...events));
    return Promise.resolve();
  }
}

/** Numbering with a supplier whose faults a test chooses, and recorded events. `acc_1` has ten dollars. */
function numberingWorld(db: Database, supplier: FakeSupplier, registersEndUsers: boolean) {
  const clock = new TestClock();
  const bus = new CommittedEvents(db);
  const world = wireNumbering(db, { supplier, registersEndUsers, events: bus, clock });
  world.funds.balances.set('acc_1', 1000);

  return {
    ...world,
    db,
    bus,
    clock,
    /** Resolves once no statement runs, also of work that goes on after its use case has returned. */
    settled: async (): Promise<void> => {
      const { pool } = db;
      for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
        await new Promise(setImmediate);
        if (pool.idleCount < pool.totalCount) turns = 0;
      }
    },
    published: (): string[] => bus.published.map(({ type }) => type),
    // By id, which is the order of their creation.
    storedNumbers: (): Promise<PhoneNumber[]> => db.table(PhoneNumberSchema).query('true ORDER BY id', []),
    storedOrders: (): Promise<NumberOrder[]> => db.table(NumberOrderSchema).query('true ORDER BY id', []),
    history: (): Promise<HistoryRow[]> => db.query<HistoryRow>(HISTORY),
    storedNumber: (id: string): Promise<PhoneNumber> => db.table(PhoneNumberSchema).get('id = $1', [id]),
    /** With its items. */
    storedCheckouts: async (): Promise<Checkout[]> => {
      const found = await db.table(CheckoutSchema).query('true ORDER BY id', []);
      return Promise.all(found.map(({ id }) => world.stores.checkouts.get(id)));
    },
    checkoutSteps: async (): Promise<string[]> => {
      const text = `SELECT step FROM numbering.checkout_steps ORDER BY seq`;
      return (await db.query<{ step: string }>(text)).map(({ step }) => step);
    },
  };
}

export type NumberingWorld = ReturnType<typeof numberingWorld>;

/** Registers hooks for a database, and returns a function that empties it and wires a new world to it. */
export function numberingWorlds({ registersEndUsers = false } = {}): (
  supplier?: FakeSupplier,
) => Promise<NumberingWorld> {
  let test: TestDatabase;
  let empty: string;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    empty = (await test.db.find<{ statements: string }>(TABLES))?.statements ?? '';
  });
  afterAll(() => test.close());

  return async (supplier = new FakeSupplier()) => {
    await test.db.pool.query(empty);
    return numberingWorld(test.db, supplier, registersEndUsers);
  };
}
