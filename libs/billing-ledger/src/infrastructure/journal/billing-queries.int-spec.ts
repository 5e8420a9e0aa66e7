import { type PageRequest, SORT_ORDERS } from '@trunkline/kernel';
import { OwnerConnection } from '@trunkline/platform/testing';
import type { TransactionFilters } from '../../application/ports';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';
import { FIXED_SINCE } from './journal-statements';

type ByTime = PageRequest<'created_at'>;
const FIRST: ByTime = { limit: 50, sort: 'created_at', order: 'asc', after: null };

describe('BillingReads', () => {
  let world: PostgresWorld;
  let accountId: string;

  beforeAll(async () => {
    world = await postgresWorld();
  });

  beforeEach(async () => {
    accountId = await fundedAccount(world, 1000);
  });

  afterAll(() => world.close());

  const post = (kind: 'charge' | 'refund', amountCents: number, relatedKind: string | null, relatedId: string | null) =>
    world.ledger[kind]({
      accountId,
      amountCents,
      description: `${kind} of ${amountCents}`,
      relatedKind,
      relatedId,
      reference: `${kind} ${amountCents} ${String(relatedId)}`,
    });

  const amounts = async (filters: TransactionFilters, page: ByTime = FIRST) =>
    (await world.queries.listTransactions(accountId, filters, page)).items.map(({ amountCents }) => amountCents);

  it('returns every field of a transaction', async () => {
    const { transactionId } = await post('charge', 120, 'cdr', 'cdr_1');
    expect(await world.queries.getTransaction(accountId, transactionId)).toEqual({
      id: transactionId,
      kind: 'charge',
      amountCents: -120,
      currency: 'USD',
      description: 'charge of 120',
      relatedKind: 'cdr',
      relatedId: 'cdr_1',
      processorPaymentIntentId: null,
      balanceAfterCents: 880,
      createdAt: expect.any(Date),
    });
  });

  it("throws not_found for another account's transaction", async () => {
    const { transactionId } = await post('charge', 120, 'cdr', 'cdr_1');
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(world.queries.getTransaction('acc_other', transactionId)).rejects.toEqual(missing);
    await expect(world.queries.getTransaction(accountId, 'txn_none')).rejects.toEqual(missing);
    await expect(world.queries.getTopup(accountId, 'top_none')).rejects.toEqual(missing);
    await expect(world.queries.getPaymentMethod(accountId, 'pm_none')).rejects.toEqual(missing);
  });

  it('filters by kind, related record and amount', async () => {
    await post('charge', 10, 'cdr', 'cdr_1');
    await post('charge', 30, 'number', 'num_1');
    await post('refund', 30, 'number', 'num_1');
    expect(await amounts({})).toEqual([1000, -10, -30, 30]);
    expect(await amounts({ kinds: ['charge'] })).toEqual([-10, -30]);
    expect(await amounts({ kinds: ['refund', 'trial_credit'] })).toEqual([1000, 30]);
    expect(await amounts({ relatedKind: 'number' })).toEqual([-30, 30]);
    expect(await amounts({ relatedId: 'cdr_1' })).toEqual([-10]);
    expect(await amounts({ relatedKind: 'cdr', relatedId: 'num_1' })).toEqual([]);
    expect(await amounts({ minAmountCents: -10, maxAmountCents: 30 })).toEqual([-10, 30]);
  });

  it('filters by time, from inclusive and to exclusive', async () => {
    const start = world.clock.now();
    world.clock.advance(60);
    await post('charge', 10, null, null);
    const middle = world.clock.now();
    world.clock.advance(60);
    await post('charge', 20, null, null);
    expect(await amounts({ from: middle })).toEqual([-10, -20]);
    expect(await amounts({ from: start, to: middle })).toEqual([1000]);
  });

  it.each(SORT_ORDERS)('pages %s without gaps or repeats when all times are equal', async (order) => {
    for (let count = 1; count <= 10; count++) await post('charge', count, null, null);
    const seen: number[] = [];
    let after: ByTime['after'] = null;
    do {
      const page = await world.queries.listTransactions(accountId, {}, { limit: 3, sort: 'created_at', order, after });
      seen.push(...page.items.map(({ amountCents }) => amountCents));
      after = page.next;
    } while (after);
    const all = [1000, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10];
    expect(seen).toEqual(order === 'asc' ? all : [...all].reverse());
  });

  it('does not shift pages when rows are added', async () => {
    for (let count = 1; count <= 4; count++) await post('charge', count, null, null);
    const newest: ByTime = { ...FIRST, order: 'desc', limit: 2 };
    const { next } = await world.queries.listTransactions(accountId, {}, newest);
    await post('charge', 5, null, null);
    expect(await amounts({}, { ...newest, after: next })).toEqual([-2, -1]);
  });

  it('lists top-ups by status, and cards without removed ones', async () => {
    const card = (processorPaymentMethodId: string) =>
      world.paymentMethods.add({ accountId, operationId: `op ${processorPaymentMethodId}`, processorPaymentMethodId });
    const topUp = (paymentMethodId: string) =>
      world.topUpWallet.topUp({ accountId, operationId: `op ${paymentMethodId}`, amountCents: 700, paymentMethodId });
    const [visa, declining] = [await card('pm_card_visa'), await card('pm_card_chargeCustomerFail')];
    const topup = await topUp(visa.id);
    await expect(topUp(declining.id)).rejects.toMatchObject({ code: 'payment_declined' });
    await world.paymentMethods.remove(accountId, visa.id);

    const succeeded = await world.queries.listTopups(accountId, ['succeeded'], FIRST);
    expect(succeeded.items.map(({ id }) => id)).toEqual([topup.id]);
    const all = await world.queries.listTopups(accountId, [], FIRST);
    expect(all.items.map(({ status, failureCode }) => [status, failureCode])).toEqual([
      ['succeeded', null],
      ['failed', 'card_declined'],
    ]);
    expect(await world.queries.getTopup(accountId, topup.id)).toMatchObject({ paymentMethodId: visa.id, auto: false });
    expect(await world.queries.hasToppedUp(accountId)).toBe(true);
    const cards = await world.queries.listPaymentMethods(accountId, FIRST);
    expect(cards.items.map(({ id }) => id)).toEqual([declining.id]);
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(world.queries.getPaymentMethod(accountId, visa.id)).rejects.toEqual(missing);
  });
});

describe('the indexes of the transactions', () => {
  let world: PostgresWorld;
  let owner: OwnerConnection;

  beforeAll(async () => {
    world = await postgresWorld();
    owner = await OwnerConnection.open(world.url);
    // 40,000 charges and a few others in eight accounts: enough for the planner to prefer an index.
    await owner.query(`INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description,
        related_kind, related_id, reference, balance_after_cents, created_at)
      SELECT 'txn_' || lpad(n::text, 9, '0'), 'acc_' || n % 8, CASE WHEN n % 2000 = 0 THEN 'topup' ELSE 'charge' END,
        CASE WHEN n % 2000 = 0 THEN 5000 ELSE -(n % 90 + 1) END, 'USD', 'A call', CASE WHEN n % 500 = 0 THEN 'number'
        ELSE 'cdr' END, 'rel_' || n, 'ref_' || n, 0, timestamptz '2026-01-01Z' + n * interval '1 second'
      FROM generate_series(1, 40000) n`);
    await owner.query('ANALYZE billing.transactions');
  });

  afterAll(async () => {
    await owner.end();
    await world.close();
  });

  const ORDERED = 'ORDER BY created_at desc, id desc LIMIT 51';

  it.each([
    ['transactions_page', `SELECT * FROM billing.transactions WHERE account_id = 'acc_1' ${ORDERED}`],
    [
      'transactions_page',
      `SELECT * FROM billing.transactions WHERE account_id = 'acc_1'
        AND (created_at, id) < ('2026-01-01T03:00Z', 'txn_1') ${ORDERED}`,
    ],
    [
      'transactions_not_charges',
      `SELECT * FROM billing.transactions WHERE account_id = 'acc_0' AND kind IN ('topup') ${ORDERED}`,
    ],
    ['transactions_fixed', FIXED_SINCE.replace('$1', `'acc_1'`).replace('$2', `'2026-01-01T03:00Z'`)],
    [
      'transactions_related',
      `SELECT * FROM billing.transactions WHERE account_id = 'acc_1' AND related_kind = 'cdr' AND related_id = 'rel_7' ${ORDERED}`,
    ],
    [
      'transactions_page',
      `SELECT * FROM billing.transactions WHERE account_id = 'acc_1' AND amount_cents >= 4000 ${ORDERED}`,
    ],
  ])('include %s, which serves %s', async (index, statement) => {
    const plan = await owner.explain(statement);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('the index of open holds', () => {
  let world: PostgresWorld;
  let owner: OwnerConnection;

  beforeAll(async () => {
    world = await postgresWorld();
    owner = await OwnerConnection.open(world.url);
    // 20,000 open holds of one account, such as those of its queued messages, and 20,000 closed ones.
    await owner.query(`INSERT INTO billing.holds (id, account_id, status, amount_cents, released_cents, related_kind, related_id,
        reference, created_at, closed_at, item)
      SELECT 'hold_' || lpad(n::text, 9, '0'), 'acc_1', CASE WHEN n % 2 = 0 THEN 'open' ELSE 'closed' END, 1, n % 2, 'sms',
        'sms_' || n, 'sms:' || n, at, CASE WHEN n % 2 = 1 THEN at END, 'sms'
      FROM (SELECT n, timestamptz '2026-01-01Z' + (n / 10) * interval '1 second' AS at FROM generate_series(1, 40000) n) AS held`);
    await owner.query('ANALYZE billing.holds');
  });

  afterAll(async () => {
    await owner.end();
    await world.close();
  });

  it.each(SORT_ORDERS)('serves every page (%s) with the rows of the page alone', async (order) => {
    const statement = (
      after: string,
    ) => `SELECT * FROM billing.holds WHERE account_id = 'acc_1' AND status = 'open' ${after}
      ORDER BY created_at ${order}, id ${order} LIMIT 51`;
    const after = `AND (created_at, id) ${order === 'asc' ? '>' : '<'} ('2026-01-01T00:30Z', 'hold_000018000')`;
    for (const text of [statement(''), statement(after)]) {
      const plan = await owner.explain(text);
      expect(plan).toContain('holds_page');
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });

  it('lists each hold once, across pages', async () => {
    const seen: string[] = [];
    let page: ByTime = { ...FIRST, limit: 500, order: 'desc' };
    for (let pages = 0; pages < 41; pages += 1) {
      const { items, next } = await world.queries.listHolds('acc_1', page);
      seen.push(...items.map(({ id }) => id));
      if (next === null) break;
      page = { ...page, after: next };
    }
    expect([seen.length, new Set(seen).size]).toEqual([20_000, 20_000]);
  });
});
