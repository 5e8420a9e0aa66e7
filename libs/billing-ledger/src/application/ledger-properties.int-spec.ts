import { DomainError } from '@trunkline/kernel';
import fc from 'fast-check';
import pg from 'pg';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../testing/postgres-world';
import type { Posted } from './ledger';

const WORKERS = 8;
const KINDS = ['charge', 'refund', 'topup', 'hold', 'capture', 'release'] as const;

interface Command {
  readonly kind: (typeof KINDS)[number];
  readonly cents: number;
  /** Few references, so that the same one comes from several workers at once. */
  readonly reference: number;
}

const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(...KINDS),
  cents: fc.integer({ min: 1, max: 400 }),
  reference: fc.integer({ min: 0, max: 30 }),
});
const script = fc.array(command, { minLength: 30, maxLength: 90 });

/** What the workers saw: each posted transaction with its signed amount. */
type Seen = Map<string, number>;

/** What a command may be refused with; anything else is a fault. */
const REFUSALS = ['insufficient_balance', 'invalid_state', 'conflict'];

describe('the ledger under random interleavings of 8 workers', () => {
  let world: PostgresWorld;
  let owner: pg.Client;

  beforeAll(async () => {
    world = await postgresWorld();
    owner = new pg.Client({ connectionString: world.url });
    await owner.connect();
    // Watches every single change, not only where the run ends: nothing here may overdraw.
    await owner.query(`ALTER TABLE billing.wallets
      ADD CONSTRAINT never_overdrawn CHECK (balance_cents - held_cents + credit_limit_cents >= 0)`);
  });

  afterAll(async () => {
    await owner.end();
    await world.close();
  });

  /** Carries one command out and notes what was posted. */
  async function carryOut(accountId: string, holds: string[], { kind, cents, reference }: Command, seen: Seen) {
    const { ledger } = world;
    const order = { accountId, amountCents: cents, description: kind, relatedKind: null, relatedId: null };
    const note = (sign: number, { transactionId }: Posted) => seen.set(transactionId, sign * cents);
    const holdId = holds[reference % Math.max(1, holds.length)] ?? '';
    switch (kind) {
      case 'charge':
        return note(-1, await ledger.charge({ ...order, reference: `charge ${reference}` }));
      case 'refund':
        return note(1, await ledger.refund({ ...order, reference: `refund ${reference}` }));
      case 'topup': {
        const topupId = `top_${accountId}_${reference}`;
        return note(1, await ledger.creditTopup({ ...order, topupId, processorPaymentIntentId: `pi_${topupId}` }));
      }
      case 'hold':
        return holds.push((await ledger.hold({ ...order, reference: `hold ${reference}` })).holdId);
      case 'capture':
        return holdId && note(-1, await ledger.captureHold({ ...order, holdId, reference: `capture ${reference}` }));
      case 'release':
        return holdId && ledger.releaseHold({ accountId, holdId });
    }
  }

  async function play(accountId: string, commands: readonly Command[]): Promise<Seen> {
    const seen: Seen = new Map();
    const holds: string[] = [];
    const queue = [...commands];
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        try {
          await carryOut(accountId, holds, next, seen);
        } catch (error) {
          if (!(error instanceof DomainError) || !REFUSALS.includes(error.code)) throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    return seen;
  }

  const sumOf = (cents: Iterable<number>) => [...cents].reduce((sum, each) => sum + each, 0);

  it('keeps sum and balance equal, posts every reference once, and never overdraws', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.integer({ min: 0, max: 1500 }), async (commands, trialCents) => {
        const accountId = await fundedAccount(world, trialCents);
        const seen = await play(accountId, commands);
        const wallet = await world.ledger.balance(accountId);
        expect(await world.ledger.verify()).toEqual([]);
        expect(wallet.availableCents).toBeGreaterThanOrEqual(0);
        expect(wallet.amountCents).toBe(trialCents + sumOf(seen.values()));
        const posted = await world.db.query<{ reference: string }>(
          `SELECT reference FROM billing.transactions WHERE account_id = $1`,
          [accountId],
        );
        expect(posted).toHaveLength(seen.size + Number(trialCents > 0));
        expect(new Set(posted.map(({ reference }) => reference)).size).toBe(posted.length);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  }, 120_000);

  it('tells of every posted transaction once', async () => {
    const accountId = await fundedAccount(world, 1000);
    const commands = fc.sample(script, 4).flat();
    const seen = await play(accountId, commands);
    const told = await world.db.query<{ id: string }>(
      `SELECT data->>'transaction_id' AS id FROM platform.outbox WHERE account_id = $1`,
      [accountId],
    );
    const trial = await world.db.query<{ id: string }>(
      `SELECT id FROM billing.transactions WHERE account_id = $1 AND kind = 'trial_credit'`,
      [accountId],
    );
    const ids = [...trial.map(({ id }) => id), ...seen.keys()].sort();
    expect(told.map(({ id }) => id).sort()).toEqual(ids);
  });
});
