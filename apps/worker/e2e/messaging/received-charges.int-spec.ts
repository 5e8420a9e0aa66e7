import { AsyncLocalStorage } from 'node:async_hooks';
import { messageMoney } from '@trunkline/billing-ledger/testing';
import { billingLedgerPersistence } from '@trunkline/billing-ledger/wiring';
import { addSeconds, newId } from '@trunkline/kernel';
import { type InboundWorld, inboundWorld, THEIR_NUMBER } from '@trunkline/messaging/testing';
import { eventually } from '@trunkline/platform/testing';

/** Runs work outside of the transaction around it. */
const outside = AsyncLocalStorage.snapshot();

/** 1.5 cents a segment. */
const PRICE = {
  deckId: 'deck_1',
  prefix: '1',
  description: 'Received',
  pricePerSegmentMicrocents: 1_500_000,
  discountPct: 0,
};

describe('the charge of a received message', () => {
  let world: InboundWorld;
  let money: ReturnType<typeof messageMoney>;
  let accounts = 0;
  let accountId: string;
  let ourNumber: string;
  let isKilled = false;
  /** Runs before a transaction locks the wallet. */
  let beforeSettling = () => Promise.resolve();
  const quoted: unknown[] = [];
  const prices = {
    quote: (...asked: unknown[]) => {
      quoted.push(asked);
      return Promise.resolve([PRICE]);
    },
  };

  beforeAll(async () => {
    world = await inboundWorld({
      also: [billingLedgerPersistence],
      prices,
      fundsOf: (db, clock, events) => {
        money = messageMoney(db, clock, events);
        const { funds } = money;
        return {
          holdOrFail: (order) => funds.holdOrFail(order),
          cover: (account) => funds.cover(account),
          settle: async (messages) => {
            if (isKilled) throw new Error('killed');
            await beforeSettling();
            await funds.settle(messages);
          },
        };
      },
    });
  });
  beforeEach(async () => {
    accountId = newId('acc');
    ourNumber = `+1212555${String(1000 + ++accounts)}`;
    world.own(accountId, ourNumber);
    await money.ledger.open({ accountId });
  });
  afterAll(() => world.close());

  const grant = (amountCents: number) => {
    const order = { description: 'Top-up', relatedKind: null, relatedId: null, reference: newId('top') };
    return money.ledger.adjust({ ...order, accountId, amountCents });
  };
  const charges = () =>
    world.db.query<{ related_kind: string; related_id: string; amount_cents: number; description: string }>(
      `SELECT related_kind, related_id, amount_cents, description FROM billing.transactions
       WHERE account_id = $1 AND kind = 'charge'`,
      [accountId],
    );
  const differences = async () => (await money.journal.verify()).filter((each) => each.accountId === accountId);

  it('is that of the deck, by the number of the account, and is posted with the message', async () => {
    await grant(100);
    await world.part({ text: 'a'.repeat(161) });
    const [message] = await world.stored(accountId);
    expect(quoted.at(-1)).toEqual([accountId, 'inbound', [ourNumber]]);
    expect(message).toMatchObject({ segments: 2, price_cents: 3 });
    expect(await charges()).toEqual([
      {
        related_kind: 'sms',
        related_id: message?.id,
        amount_cents: -3,
        // The sender's number is not in the ledger, which is kept for good.
        description: `Inbound message to ${ourNumber}`,
      },
    ]);
    const received = (await world.published(accountId)).find(({ type }) => type === 'sms.received');
    expect(received?.data['price_cents']).toBe(3);
    expect(await differences()).toEqual([]);
  });

  it('is posted once for a message that its carrier repeats, also at the same moment', async () => {
    await grant(100);
    for (let time = 0; time < 10; time += 1) {
      const carrierMessageId = `m-${accountId}-${String(time)}`;
      await Promise.all([1, 2, 3].map(() => world.part({ carrierMessageId })));
      await world.part({ carrierMessageId });
    }
    expect(await world.stored(accountId)).toHaveLength(10);
    expect(await charges()).toHaveLength(10);
    expect(await differences()).toEqual([]);
  });

  it('is posted once for a message whose last parts arrive at the same moment', async () => {
    const long = (part: number) => world.part({ reference: 7, part, parts: 3, text: `<${String(part)}>` });
    await Promise.all([1, 2, 3, 3, 2].map(long));
    expect(await charges()).toMatchObject([{ amount_cents: -5 }]);
  });

  it('takes an empty wallet below zero: the message is neither lost nor delayed', async () => {
    await world.part();
    expect(await world.stored(accountId)).toHaveLength(1);
    expect(await money.ledger.balance(accountId)).toMatchObject({ amountCents: -2, heldCents: 0 });
    const cover = await money.funds.cover(accountId);
    // The daily cap limits what goes out.
    expect(cover.usedTodayCents).toBe(0);
  });

  it('is stored with the message or not at all, so that the carrier repeats what was not acknowledged', async () => {
    isKilled = true;
    await expect(world.part({ carrierMessageId: 'm-1' })).rejects.toThrow('killed');
    isKilled = false;
    expect([await world.stored(accountId), await charges(), await world.published(accountId)]).toEqual([[], [], []]);
    await world.part({ carrierMessageId: 'm-1' });
    expect([await world.stored(accountId), await charges()]).toMatchObject([[{ status: 'received' }], [{}]]);
  });

  it('is posted when the operator delivers a message that no account had, once', async () => {
    const to = '+12125550188';
    await world.part({ to });
    expect(await charges()).toEqual([]);
    world.own(accountId, to);
    const page = { limit: 10, sort: 'received_at', order: 'desc', after: null } as const;
    const [unclaimed] = (await world.unclaimed.list({ carrierId: null, to }, page)).items;
    const retry = () => world.retry.retry({ operator: 'operator:test', reason: 'Late', id: unclaimed?.id ?? '' });
    const results = await Promise.allSettled([retry(), retry()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await charges()).toHaveLength(1);
  });

  it('locks the wallet last with STOP too, which releases what waits: no deadlock with another received message', async () => {
    await grant(100);
    await world.send(accountId, THEIR_NUMBER, { from: ourNumber, scheduledAt: addSeconds(world.clock.now(), 3_600) });
    let attempts = 0;
    const addAll = world.messageStore.addAll.bind(world.messageStore);
    world.messageStore.addAll = (messages) => {
      attempts += 1;
      return addAll(messages);
    };
    const lockWaits = () =>
      world.db.query(
        `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`,
      );
    const stopped: Promise<void>[] = [];
    // The other message has locked what messages cost in this hour, and comes to the wallet once STOP waits for a lock.
    beforeSettling = async () => {
      beforeSettling = () => Promise.resolve();
      await world.db.query('SELECT 1');
      stopped.push(outside(() => world.part({ text: 'STOP' })));
      await outside(() => eventually(async () => expect(await lockWaits()).not.toEqual([])));
    };
    await world.part({ from: '+491701234599' });
    await Promise.all(stopped);
    // One for each of the two messages, and one for the answer to STOP: no transaction was repeated after a deadlock.
    expect(attempts).toBe(3);
    expect(await charges()).toHaveLength(2);
    expect(await money.ledger.balance(accountId)).toMatchObject({ heldCents: 0, amountCents: 96 });
    expect(await differences()).toEqual([]);
  });
});
