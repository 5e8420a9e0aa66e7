import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Journal, Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { eventually, lockWaits } from '@trunkline/platform/testing';
import { CallStarts } from '@trunkline/voice-routing/testing';
import { dataOf, type Row } from '../support/numbering/shopping';
import { startApi, SWITCH_TOKEN, type TestApi } from '../support';
import { Telephony } from '../support/telephony';

/** 0.6 cents a minute over four hours. */
const HOLD_CENTS = 144;

describe('calls that start at the same time', () => {
  let api: TestApi;
  let db: Database;

  beforeAll(async () => {
    api = await startApi();
    db = api.use(Database);
    // Calls wait for the group before them for as long as a slow machine needs to request their routes.
    api.use(CallStarts).groupWaitMs = 60_000;
  });
  afterAll(() => api.stop());

  const aCustomer = async (balanceCents: number, terms: Row = {}) => {
    const telephony = await Telephony.make(api, 5_000);
    const { accountId } = telephony.customer;
    await api.operator('PATCH', `/operator/accounts/${accountId}`, { max_concurrent_calls: 100, ...terms });
    const { amountCents } = await api.use(Ledger).balance(accountId);
    const order = { accountId, description: 'Spent', relatedKind: null, relatedId: null, reference: 'spent' };
    await api.use(Ledger).adjust({ ...order, amountCents: balanceCents - amountCents });
    return telephony;
  };
  const heldBy = async ({ customer }: Telephony) => (await api.use(Ledger).balance(customer.accountId)).heldCents;
  const countOf = async (text: string, customers: readonly Telephony[]) => {
    const accountIds = customers.map(({ customer }) => customer.accountId);
    return (await db.find<{ count: number }>(text, [accountIds]))?.count;
  };
  const transactionsOf = (...customers: readonly Telephony[]) =>
    countOf(
      `SELECT count(DISTINCT xmin::text) AS count FROM voice.decisions WHERE action = 'route' AND account_id = ANY ($1)`,
      customers,
    );
  const eventsOf = (...customers: readonly Telephony[]) =>
    countOf(
      `SELECT count(*) AS count FROM platform.outbox WHERE type = 'call.started' AND account_id = ANY ($1)`,
      customers,
    );

  /** Requests routes so that their calls arrive while the call of `first` starts, which a lock holds up. */
  const inOneGroup = async (first: Telephony, requests: readonly (() => Promise<Row>)[]) => {
    const client = await db.pool.connect();
    const together = jest.spyOn(db, 'together');
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE platform.outbox IN SHARE MODE');
      const opening = first.route();
      await lockWaits(client);
      together.mockClear();
      const answers = requests.map((request) => request());
      while (together.mock.results.length < requests.length) await new Promise((again) => setTimeout(again, 10));
      await Promise.all(together.mock.results.map(({ value }) => value));
      await client.query('COMMIT');
      expect(await opening).toMatchObject({ action: 'route' });
      return answers;
    } finally {
      together.mockRestore();
      await client.query('ROLLBACK');
      client.release();
    }
  };

  it('ends the call and releases its money when the switch leaves before the answer', async () => {
    const telephony = await aCustomer(1_000);
    const client = await db.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE platform.outbox IN SHARE MODE');
      const left = new AbortController();
      const answer = fetch(`${api.internalUrl}/switch/route`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SWITCH_TOKEN}` },
        body: JSON.stringify({ switch_id: 'sw1', call_id: 'left', from: '+493012345', to: telephony.number }),
        signal: left.signal,
      });
      const rejected = expect(answer).rejects.toMatchObject({ name: 'AbortError' });
      await lockWaits(client);
      left.abort();
      await rejected;
      // The server sees the closed connection a moment after the client, and must before the call starts.
      await pause(300);
      await client.query('COMMIT');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    const calls = `SELECT status, held_until IS NOT NULL AS "isHeld" FROM voice.calls WHERE account_id = $1`;
    await eventually(async () =>
      expect(await db.query(calls, [telephony.customer.accountId])).toEqual([{ status: 'completed', isHeld: true }]),
    );
    expect(await heldBy(telephony)).toBe(0);
    // The same call again: the switch repeats what was not answered.
    expect(await telephony.route({ call_id: 'left' })).toMatchObject({ action: 'route' });
    expect(await heldBy(telephony)).toBe(HOLD_CENTS);
  });

  it('share a transaction, also those of one account', async () => {
    const [first, one, another] = await Promise.all([aCustomer(1_000), aCustomer(1_000), aCustomer(1_000)]);
    const requests = [one, another, one, another].map((telephony) => () => telephony.route());
    const answers = await Promise.all(await inOneGroup(first, requests));
    expect(answers.map(({ action }) => action)).toEqual(['route', 'route', 'route', 'route']);
    expect([await heldBy(one), await heldBy(another)]).toEqual([2 * HOLD_CENTS, 2 * HOLD_CENTS]);
    expect(await transactionsOf(one, another)).toBe(1);
    expect(await eventsOf(one, another)).toBe(4);
  });

  it('are decided each as alone when some of them cannot start', async () => {
    const [first, good, short, full, repeating] = await Promise.all([
      aCustomer(1_000),
      aCustomer(1_000),
      aCustomer(HOLD_CENTS + 0.5 * HOLD_CENTS, { tier: 'verified' }),
      aCustomer(1_000, { max_concurrent_calls: 1 }),
      aCustomer(1_000),
    ]);
    const live = await repeating.route();
    const requests = [
      () => good.route(),
      () => short.route(),
      () => full.route(),
      () => repeating.route({ call_id: live['call_id'] }),
      () => short.route(),
      () => full.route(),
      () => good.route(),
    ];
    const [good1, short1, full1, repeated, short2, full2, good2] = await Promise.all(await inOneGroup(first, requests));
    for (const answer of [good1, repeated, good2]) expect(answer).toMatchObject({ action: 'route' });
    // The second call is granted what the first one has left of the balance.
    const granted = [short1, short2].map((answer) => Number(answer?.['max_duration_s']));
    expect(granted.toSorted((a, b) => a - b)).toEqual([7_200, 14_400]);
    expect([full1, full2].map((answer) => answer?.['code']).toSorted()).toEqual([486, undefined]);
    expect(await heldBy(good)).toBe(2 * HOLD_CENTS);
    expect(await heldBy(short)).toBe(1.5 * HOLD_CENTS);
    expect(await heldBy(full)).toBe(HOLD_CENTS);
    // A repeated request starts no other call.
    expect(await eventsOf(good, short, full, repeating)).toBe(2 + 2 + 1 + 1);
    const accountIds = [good, short, full, repeating].map(({ customer }) => customer.accountId);
    const differences = await api.use(Journal).verify();
    expect(differences.filter(({ accountId }) => accountIds.includes(accountId))).toEqual([]);
  });

  it('do not wait for the wallet of another account', async () => {
    const [first, good, locked] = await Promise.all([aCustomer(1_000), aCustomer(1_000), aCustomer(1_000)]);
    const client = await db.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM billing.wallets WHERE account_id = $1 FOR UPDATE', [locked.customer.accountId]);
      const [one, waiting, another] = await inOneGroup(first, [
        () => good.route(),
        () => locked.route(),
        () => good.route(),
      ]);
      expect([await one, await another]).toMatchObject([{ action: 'route' }, { action: 'route' }]);
      // Later calls do not wait for it either, and one to the locked account is not in their way.
      const late = locked.route();
      expect(await good.route()).toMatchObject({ action: 'route' });
      expect(await heldBy(locked)).toBe(0);
      await client.query('COMMIT');
      expect([await waiting, await late]).toMatchObject([{ action: 'route' }, { action: 'route' }]);
      expect(await heldBy(locked)).toBe(2 * HOLD_CENTS);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('do not wait while more calls of an account wait for its wallet than there are connections', async () => {
    const [good, locked] = await Promise.all([aCustomer(1_000), aCustomer(20 * HOLD_CENTS)]);
    const client = await db.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM billing.wallets WHERE account_id = $1 FOR UPDATE', [locked.customer.accountId]);
      const waiting = Array.from({ length: 20 }, () => locked.route());
      await lockWaits(client);
      for (let calls = 0; calls < 3; calls++) expect(await good.route()).toMatchObject({ action: 'route' });
      expect(await heldBy(locked)).toBe(0);
      await client.query('COMMIT');
      const answers = await Promise.all(waiting);
      expect(answers.filter(({ action }) => action === 'route')).toHaveLength(20);
      expect(await heldBy(locked)).toBe(20 * HOLD_CENTS);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('do not wait for the carrier of another call', async () => {
    const [caller, other] = await Promise.all([aCustomer(1_000), aCustomer(1_000)]);
    await api.patch(`/v1/sip-trunks/${caller.trunkId}`, { inbound_cidrs: ['198.51.100.7'] }, caller.customer);
    const carrier = { name: 'Out', host: '192.0.2.99', max_concurrent_calls: 100 };
    const carrierId = String(dataOf(await api.operator('POST', '/operator/carriers', carrier))['id']);
    const client = await db.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM voice.carriers WHERE id = $1 FOR UPDATE', [carrierId]);
      const waiting = caller.route({ from: caller.number, to: '+493012345', source_ip: '198.51.100.7' });
      await lockWaits(client);
      expect(await other.route()).toMatchObject({ action: 'route' });
      await client.query('COMMIT');
      expect(await waiting).toMatchObject({ action: 'route' });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
