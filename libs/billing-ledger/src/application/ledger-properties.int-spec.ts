import { DomainError } from '@trunkline/kernel';
import fc from 'fast-check';
import pg from 'pg';
import { watchOverdrafts } from '../testing/overdraft-watch';
import { fundedAccount } from '../testing/postgres-world';
import { eventsOf, receiveEvent, processorWorld, type ProcessorWorld } from '../testing/processor-world';
import type { ChargeOrder, Posted } from './ledger';

const WORKERS = 8;
const CUSTOMER = [
  'charge',
  'charge',
  'charge',
  'bulk',
  'bulk',
  'refund',
  'topup',
  'topup',
  'hold',
  'capture',
  'release',
] as const;
/** Actions on card payments at the processor; `callback` delivers one of its events, possibly again. */
const PROCESSOR = ['dispute', 'dispute', 'win_dispute', 'card_refund', 'callback', 'callback'] as const;

interface Command {
  readonly kind: (typeof CUSTOMER)[number] | (typeof PROCESSOR)[number];
  readonly cents: number;
  /** Few references, so that workers race with the same one. */
  readonly reference: number;
}

const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(...CUSTOMER, ...PROCESSOR),
  cents: fc.integer({ min: 1, max: 400 }),
  reference: fc.integer({ min: 0, max: 30 }),
});
const script = fc.array(command, { minLength: 60, maxLength: 120 });

/** One account, and what the workers recorded about it. */
interface Scene {
  readonly accountId: string;
  /** A second account, charged together with the first. */
  readonly neighbourId: string;
  readonly holds: string[];
  /** The intents of the card payments. */
  readonly intents: string[];
  /** Signed amounts of the returned transactions, by id. */
  readonly seen: Map<string, number>;
}

/** Expected error codes; any other error fails the test. */
const REFUSALS = ['insufficient_balance', 'invalid_state', 'conflict'];

/** The amount that the processor has taken back: disputes that are not won, and refunds, at most the payment. */
const TAKEN_BACK = `SELECT -coalesce(sum(least(amount_cents,
      (SELECT coalesce(sum(amount_cents), 0) FROM billing.sandbox_disputes d
       WHERE d.intent_id = c.intent_id AND status <> 'won')
      + (SELECT coalesce(sum(amount_cents), 0) FROM billing.sandbox_refunds r WHERE r.intent_id = c.intent_id)
    )), 0)::bigint AS cents
  FROM billing.sandbox_charges c WHERE account_id = $1`;
/** The references of the processor's transactions: each dispute, each won dispute, each refund. */
const REVERSALS = `SELECT reference FROM (
    SELECT intent_id, 'dispute:' || id AS reference FROM billing.sandbox_disputes
    UNION ALL SELECT intent_id, 'dispute:' || id || ':reinstated' FROM billing.sandbox_disputes WHERE status = 'won'
    UNION ALL SELECT intent_id, 'card-refund:' || id FROM billing.sandbox_refunds) AS reversals
  JOIN billing.sandbox_charges USING (intent_id) WHERE account_id = $1`;
/** The disputes and refunds that are recorded. */
const RECORDED = `SELECT reversal_id AS reference FROM billing.payment_reversals WHERE account_id = $1`;
/** Payments of which more was taken back than was paid, or more returned than was taken back. */
const WRONG_PAYMENTS = `SELECT DISTINCT related_id FROM (
    SELECT related_id, sum(amount_cents) OVER (PARTITION BY related_id ORDER BY created_at) AS left_cents,
      max(amount_cents) FILTER (WHERE kind = 'topup') OVER (PARTITION BY related_id) AS paid_cents
    FROM billing.transactions WHERE account_id = $1 AND related_kind = 'topup') AS payments
  WHERE left_cents < 0 OR left_cents > paid_cents`;

/** The charge for a month, the same whenever it is repeated. */
const monthOrder = (accountId: string, month: number): ChargeOrder => ({
  accountId,
  amountCents: 20 + month,
  description: 'A month',
  reference: `month ${month}`,
  relatedKind: null,
  relatedId: null,
});

const picked = (from: readonly string[], reference: number) => from[reference % Math.max(1, from.length)];
const sumOf = (cents: Iterable<number>) => [...cents].reduce((sum, each) => sum + each, 0);

describe('the ledger under random interleavings of 8 workers', () => {
  let world: ProcessorWorld;
  let owner: pg.Client;

  beforeAll(async () => {
    world = await processorWorld();
    owner = new pg.Client({ connectionString: world.url });
    await owner.connect();
    await watchOverdrafts(owner);
  });

  afterAll(async () => {
    await owner.end();
    await world.close();
  });

  async function topUp({ accountId, intents, seen }: Scene, { cents, reference }: Command): Promise<void> {
    const operationId = `topup ${reference}`;
    const topup = await world.topUpWallet.topUp({ accountId, operationId, amountCents: cents });
    seen.set(topup.transactionId ?? 'none', topup.amountCents);
    if (topup.processorPaymentIntentId) intents.push(topup.processorPaymentIntentId);
  }

  /** Acts on a payment at the processor, which sends an event. */
  async function act({ intents }: Scene, { kind, cents, reference }: Command): Promise<void> {
    const intentId = picked(intents, reference);
    const charge = intentId && (await world.sandbox.charges.findByIntent(intentId));
    if (!charge) return;
    const action = kind === 'card_refund' ? 'refund' : kind === 'win_dispute' ? kind : 'dispute';
    const part = action === 'refund' && { amountCents: Math.min(cents, charge.amountCents) };
    await world.sandbox.payments.act({ intentId: charge.intentId, action, ...part });
  }

  async function callBack({ accountId }: Scene, { reference }: Command): Promise<void> {
    const events = await eventsOf(world, accountId);
    const event = events[reference % Math.max(1, events.length)];
    if (event) await receiveEvent(world, event);
  }

  /** Charges months of both accounts, in bulk or singly; workers repeat the same months. */
  async function chargeMonths({ accountId, neighbourId, seen }: Scene, { cents, reference }: Command): Promise<void> {
    const accounts = reference % 2 === 0 ? [accountId, neighbourId] : [neighbourId, accountId];
    const orders = [0, 1, 2].flatMap((n) => accounts.map((account) => monthOrder(account, (reference + n) % 31)));
    const posted = cents % 3 === 0 ? await oneByOne(orders) : await world.ledger.chargeAll(orders);
    orders.forEach((order, index) => {
      const entry = posted[index];
      if (entry && order.accountId === accountId) seen.set(entry.transactionId, -order.amountCents);
    });
  }

  async function oneByOne(orders: readonly ChargeOrder[]): Promise<(Posted | null)[]> {
    const posted: (Posted | null)[] = [];
    for (const order of orders) posted.push(await world.ledger.charge(order).catch(() => null));
    return posted;
  }

  /** Captures one part of a hold or two, which other workers may capture as well. */
  async function captureParts({ accountId, seen }: Scene, { cents, reference }: Command, holdId: string) {
    const part = { accountId, amountCents: cents, description: 'capture', relatedKind: null, relatedId: null, holdId };
    const parts = [0, 1].map((n) => ({ ...part, reference: `capture ${(reference + n) % 31}` }));
    const asked = parts.slice(cents % 2);
    for (const { transactionId } of await world.ledger.captureAll(asked)) seen.set(transactionId, -cents);
  }

  /** Runs one command and records what was posted. */
  async function carryOut(scene: Scene, each: Command) {
    const { ledger } = world;
    const { accountId, holds, seen } = scene;
    const { kind, cents, reference } = each;
    const order = { accountId, amountCents: cents, description: kind, relatedKind: null, relatedId: null };
    const note = (sign: number, { transactionId }: Posted) => seen.set(transactionId, sign * cents);
    const holdId = picked(holds, reference);
    switch (kind) {
      case 'charge':
        return note(-1, await ledger.charge({ ...order, reference: `charge ${reference}` }));
      case 'bulk':
        return chargeMonths(scene, each);
      case 'refund':
        return note(1, await ledger.refund({ ...order, reference: `refund ${reference}` }));
      case 'hold':
        return holds.push((await ledger.hold({ ...order, reference: `hold ${reference}` })).holdId);
      case 'capture':
        return holdId && captureParts(scene, each, holdId);
      case 'release':
        return holdId && ledger.releaseHold({ accountId, holdId });
      case 'topup':
        return topUp(scene, each);
      default:
        return act(scene, each);
    }
  }

  /** Runs one command. It may be refused, but a callback must never fail. */
  async function attempt(scene: Scene, each: Command): Promise<void> {
    if (each.kind === 'callback') return callBack(scene, each);
    try {
      await carryOut(scene, each);
    } catch (error) {
      if (!(error instanceof DomainError) || !REFUSALS.includes(error.code)) throw error;
    }
  }

  async function play(commands: readonly Command[], trialCents: number): Promise<Scene> {
    const [accountId, neighbourId] = [await fundedAccount(world, trialCents), await fundedAccount(world, 500)];
    const card = { accountId, operationId: 'card', processorPaymentMethodId: 'pm_card_visa', setDefault: true };
    await world.paymentMethods.add(card);
    const scene: Scene = { accountId, neighbourId, holds: [], intents: [], seen: new Map() };
    const queue = [...commands];
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await attempt(scene, next);
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    return scene;
  }

  /** Delivers every event at the same time. Some were delivered before. */
  async function deliverAll(accountId: string): Promise<void> {
    await Promise.all((await eventsOf(world, accountId)).map((event) => receiveEvent(world, event)));
  }

  const postedOf = (accountId: string) =>
    world.db.query<{ id: string; reference: string }>(
      `SELECT id, reference FROM billing.transactions WHERE account_id = $1`,
      [accountId],
    );

  const referencesOf = async (text: string, accountId: string) =>
    new Set((await world.db.query<{ reference: string }>(text, [accountId])).map(({ reference }) => reference));

  it('keeps postings and balances equal, posts every reference once, and lets only the processor overdraw a wallet', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.integer({ min: 0, max: 400 }), async (commands, trialCents) => {
        const { accountId, seen } = await play(commands, trialCents);
        await deliverAll(accountId);
        const taken = await world.db.find<{ cents: number }>(TAKEN_BACK, [accountId]);
        const wallet = await world.ledger.balance(accountId);
        expect(await world.journal.verify()).toEqual([]);
        expect(wallet.amountCents).toBe(trialCents + sumOf(seen.values()) + (taken?.cents ?? NaN));
        expect(await world.db.query(WRONG_PAYMENTS, [accountId])).toEqual([]);
        const posted = await postedOf(accountId);
        const reversals = await referencesOf(REVERSALS, accountId);
        const others = posted.filter(({ reference }) => !reversals.has(reference));
        expect(others).toHaveLength(seen.size + Number(trialCents > 0));
        expect(new Set(posted.map(({ reference }) => reference)).size).toBe(posted.length);
        const first = [...reversals].filter((reference) => !reference.endsWith(':reinstated'));
        expect([...(await referencesOf(RECORDED, accountId))].sort()).toEqual(first.sort());
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('publishes every posted transaction once', async () => {
    const { accountId } = await play(fc.sample(script, 4).flat(), 1000);
    const published = await world.db.query<{ id: string }>(
      `SELECT data->>'transaction_id' AS id FROM platform.outbox
       WHERE account_id = $1 AND type = 'billing.balance.changed'`,
      [accountId],
    );
    const posted = await postedOf(accountId);
    expect(published.map(({ id }) => id).sort()).toEqual(posted.map(({ id }) => id).sort());
  });

  it('is checked by a trigger, which allows overdrafts to the processor only', async () => {
    const { accountId } = await play([{ kind: 'topup', cents: 100, reference: 1 }], 0);
    const order = { accountId, relatedKind: 'topup', relatedId: 'top_1', description: 'Taken', reference: 'taken' };
    const call = world.ledger.charge({ ...order, amountCents: 101, overdraft: true });
    await expect(call).rejects.toThrow('overdrawn');
    const chargeback = { ...order, kind: 'chargeback', processorPaymentIntentId: 'pi_1', amountCents: -101 } as const;
    expect(await world.ledger.moveByProcessor(chargeback)).toMatchObject({ balanceAfterCents: -1 });
  });
});
