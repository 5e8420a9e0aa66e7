import { ConditionNotMet, newId } from '@trunkline/kernel';
import { countStatements } from '@trunkline/platform/testing';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../testing/postgres-world';
import { StoredCallHolds } from '../infrastructure/calls/call-hold.repository';
import { CallHolds } from './calls/call-holds';
import { MessageHolds } from './message-holds';

const PAGE = { limit: 50, sort: 'created_at', order: 'asc', after: null } as const;

describe('MessageHolds', () => {
  let world: PostgresWorld;
  let holds: MessageHolds;

  beforeAll(async () => {
    world = await postgresWorld();
    holds = new MessageHolds(world.db, new StoredCallHolds(world.db), world.ledger, world.clock);
  });
  afterAll(() => world.close());

  const aMessage = (priceCents = 2) => ({ id: newId('sms'), priceCents });
  const hold = (
    accountId: string,
    messages: readonly { id: string; priceCents: number }[],
    cap: number | null = null,
  ) => world.db.run(() => holds.holdOrFail({ accountId, messages, dailyCapCents: cap }));
  const settled = (accountId: string, { id, priceCents }: { id: string; priceCents: number }, isTaken: boolean) => ({
    accountId,
    id,
    charge: isTaken
      ? { priceCents, description: 'Outbound message from +12125550123', direction: 'outbound' as const }
      : null,
  });
  const differencesOf = async (accountId: string) =>
    (await world.journal.verify()).filter((difference) => difference.accountId === accountId);

  it('holds the prices of several messages at once, as holds of kind sms', async () => {
    const accountId = await fundedAccount(world, 100);
    const messages = [aMessage(3), aMessage(4)];
    await hold(accountId, messages);
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 100, heldCents: 7, callHeldCents: 0 });
    const { items } = await world.queries.listHolds(accountId, PAGE);
    expect(items.map(({ kind, relatedId, amountCents }) => [kind, relatedId, amountCents])).toEqual(
      messages.map(({ id, priceCents }) => ['sms', id, priceCents]),
    );
    expect(await differencesOf(accountId)).toEqual([]);
  });

  it('holds nothing when the funds do not cover all messages', async () => {
    const accountId = await fundedAccount(world, 5);
    await expect(hold(accountId, [aMessage(3), aMessage(3)])).rejects.toBeInstanceOf(ConditionNotMet);
    expect(await world.ledger.balance(accountId)).toMatchObject({ heldCents: 0 });
    expect(await holds.cover(accountId)).toEqual({ availableCents: 5, usedTodayCents: 0 });
  });

  it('holds at any balance for a postpaid account without a credit limit', async () => {
    const accountId = await fundedAccount(world);
    await world.db.query(`UPDATE billing.wallets SET billing_mode = 'postpaid' WHERE account_id = $1`, [accountId]);
    await hold(accountId, [aMessage(3)]);
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 0, heldCents: 3 });
  });

  it('grants a hundred parallel messages on a balance for three to exactly three', async () => {
    const accountId = await fundedAccount(world, 6);
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => hold(accountId, [aMessage()])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await world.ledger.balance(accountId)).toMatchObject({ heldCents: 6, availableCents: 0 });
  });

  it('counts messages that are held for, were charged, and calls against the same daily cap', async () => {
    const accountId = await fundedAccount(world, 1_000);
    const calls = new CallHolds(world.db, new StoredCallHolds(world.db), world.ledger, world.clock);
    const [charged, held] = [aMessage(10), aMessage(20)];
    await hold(accountId, [charged, held], 100);
    await holds.settle([settled(accountId, charged, true)]);
    const call = { accountId, decisionId: newId('rd'), amountCents: 60, forwardCents: 0 };
    expect(await calls.hold({ ...call, item: 'usage_outbound', outboundCapCents: 100 })).toBeNull();
    await expect(hold(accountId, [aMessage(11)], 100)).rejects.toBeInstanceOf(ConditionNotMet);
    await hold(accountId, [aMessage(10)], 100);
    expect(await holds.cover(accountId)).toEqual({ availableCents: 900, usedTodayCents: 100 });
    expect(await differencesOf(accountId)).toEqual([]);
  });

  it('never exceeds the cap with parallel messages', async () => {
    const accountId = await fundedAccount(world, 1_000);
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => hold(accountId, [aMessage(10)], 45)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  it('charges what carriers took and releases the rest, of several accounts in a constant number of statements', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => fundedAccount(world, 100)));
    const [one, other] = [aMessage(5), aMessage(7)];
    const messages = accounts.map(() => [aMessage(5), aMessage(7)] as const);
    for (const [index, accountId] of accounts.entries()) await hold(accountId, messages[index] ?? [one, other]);
    const all = accounts.flatMap((accountId, index) => {
      const [taken, refused] = messages[index] ?? [one, other];
      return [settled(accountId, taken, true), settled(accountId, refused, false)];
    });
    expect(await countStatements(world.db, () => holds.settle(all))).toBe(3);
    for (const accountId of accounts) {
      expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 95, heldCents: 0 });
      expect(await differencesOf(accountId)).toEqual([]);
    }
  });

  it('charges a message once, whatever is repeated', async () => {
    const accountId = await fundedAccount(world, 100);
    const message = aMessage(5);
    await hold(accountId, [message]);
    await Promise.all([1, 2, 3].map(() => holds.settle([settled(accountId, message, true)])));
    await holds.settle([settled(accountId, message, false)]);
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 95, heldCents: 0 });
    const { items } = await world.queries.listTransactions(accountId, { kinds: ['charge'] }, PAGE);
    expect(items).toMatchObject([{ amountCents: -5, relatedKind: 'sms', relatedId: message.id }]);
    expect(await differencesOf(accountId)).toEqual([]);
  });

  it('charges a received message below zero, and does not count it against the daily cap', async () => {
    const accountId = await fundedAccount(world, 1);
    const message = aMessage(3);
    const charge = { priceCents: 3, description: 'Inbound message to +12125550123', direction: 'inbound' } as const;
    await Promise.all([1, 2].map(() => holds.settle([{ accountId, id: message.id, charge }])));
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: -2, heldCents: 0 });
    expect(await holds.cover(accountId)).toEqual({ availableCents: -2, usedTodayCents: 0 });
    expect(await differencesOf(accountId)).toEqual([]);
  });

  it('posts nothing for a free message', async () => {
    const accountId = await fundedAccount(world, 100);
    await holds.settle([settled(accountId, aMessage(0), true)]);
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 100, heldCents: 0 });
  });
});
