import { Journal, Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { ReleaseExpiredHolds } from '@trunkline/voice-routing';
import { dataOf, fieldsOf, itemsOf, type Row } from '../support/numbering/shopping';
import { startApi, SWITCH_TOKEN, type TestApi } from '../support';
import { jsonOf, Telephony } from '../support/telephony';

/** 0.6 cents a minute: four hours hold 144 cents, fifteen minutes 9. */
const FOUR_HOURS_CENTS = 144;
const OWN_TOKEN = 'the-token-of-switch-seven';

describe('live calls', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({ SWITCH_TOKENS: `${SWITCH_TOKEN},sw7=${OWN_TOKEN}` });
  });
  afterAll(() => api.stop());

  const now = () => Math.floor(Date.now() / 1000);
  const setOf = (telephony: Telephony, change: Row) =>
    api.operator('PATCH', `/operator/accounts/${telephony.customer.accountId}`, change);
  /** Creates a customer with exactly this balance on an own switch. */
  const aCustomer = async (leftCents: number, terms: Row = { tier: 'verified' }) => {
    const telephony = await Telephony.make(api, 5_000);
    await setOf(telephony, { max_concurrent_calls: null, ...terms });
    const { accountId } = telephony.customer;
    const { amountCents } = await api.use(Ledger).balance(accountId);
    const order = { accountId, description: 'Spent', relatedKind: null, relatedId: null, reference: 'spent' };
    if (amountCents !== leftCents) await api.use(Ledger).adjust({ ...order, amountCents: leftCents - amountCents });
    return telephony;
  };
  const balanceOf = ({ customer }: Telephony) => api.use(Ledger).balance(customer.accountId);
  const report = async (event: string, call: Row, given: Row = {}) => {
    const answer = await api.switch('/switch/events', {
      switch_id: call['switch_id'],
      decision_id: call['decision_id'],
      event,
      ...given,
    });
    expect(answer.status).toBe(200);
    return jsonOf(answer);
  };
  const beat = (switchId: string, calls: readonly Row[], given: Row = {}) =>
    report(
      'heartbeat',
      { switch_id: switchId },
      { boot_id: 'boot1', active_calls: calls.map((call) => call['decision_id']), ...given },
    );
  const differences = async ({ customer }: Telephony) =>
    (await api.use(Journal).verify()).filter(({ accountId }) => accountId === customer.accountId);

  it('leaves the wallet at or above zero after a hundred parallel calls on a balance for three', async () => {
    const telephony = await aCustomer(3 * FOUR_HOURS_CENTS);
    const answers = await Promise.all(Array.from({ length: 100 }, () => telephony.route()));
    const routed = answers.filter(({ action }) => action === 'route');
    expect(routed).toHaveLength(3);
    expect(answers.filter(({ code }) => code === 402)).toHaveLength(97);
    expect(await balanceOf(telephony)).toMatchObject({ heldCents: 432, callHeldCents: 432, availableCents: 0 });
    // Checkouts and orders respect the hold.
    const charge = { amountCents: 1, description: 'x', relatedKind: null, relatedId: null, reference: 'x' };
    await expect(api.use(Ledger).charge({ accountId: telephony.customer.accountId, ...charge })).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    await api
      .use(Database)
      .query(`UPDATE voice.decisions SET created_at = created_at - interval '5 hours' WHERE id = ANY ($1)`, [
        routed.map((call) => call['decision_id']),
      ]);
    const rows = routed.map((call) => telephony.rowOf(call, { startedAt: now() - 5 * 3600, seconds: 14_400 }));
    await api.switch('/switch/cdrs', { cdrs: rows });
    expect(await balanceOf(telephony)).toMatchObject({ amountCents: 0, heldCents: 0, callHeldCents: 0 });
    expect(await differences(telephony)).toEqual([]);
  });

  it('captures the price of the CDR and releases the rest', async () => {
    const telephony = await aCustomer(1_000);
    const call = await telephony.route();
    expect(dataOf(await api.get('/v1/billing/balance', telephony.customer))).toMatchObject({
      amount_cents: 1_000,
      held_cents: FOUR_HOURS_CENTS,
      available_cents: 1_000 - FOUR_HOURS_CENTS,
    });
    const startedAt = now() - 100;
    await api.switch('/switch/cdrs', { cdrs: [telephony.rowOf(call, { startedAt, seconds: 60 })] });
    expect(await balanceOf(telephony)).toMatchObject({ amountCents: 999, heldCents: 0 });
  });

  it('releases the slot and part of the hold when the switch reports the end of a call', async () => {
    const telephony = await aCustomer(1_000, { max_concurrent_calls: 1 });
    const call = await telephony.route({ switch_id: 'sw-ended' });
    expect(await telephony.route({ switch_id: 'sw-ended' })).toMatchObject({ code: 486 });
    const at = now();
    await report('answered', call, { at: at - 600 });
    await report('ended', { ...call, switch_id: 'another' }, { at });
    expect(await balanceOf(telephony)).toMatchObject({ heldCents: FOUR_HOURS_CENTS });
    await report('ended', call, { at });
    await report('ended', call, { at });
    expect(await balanceOf(telephony)).toMatchObject({ heldCents: 6 });
    expect(await telephony.route({ switch_id: 'sw-ended' })).toMatchObject({ action: 'route' });
  });

  it('releases the whole hold of an unanswered call', async () => {
    const telephony = await aCustomer(1_000);
    await report('ended', await telephony.route(), { answered_at: null });
    await report('ended', await telephony.route(), { sip_code: 486 });
    expect(await balanceOf(telephony)).toMatchObject({ heldCents: 0 });
  });

  it("holds the price of the later CDR, independent of the switch's clock", async () => {
    const telephony = await aCustomer(1_000);
    const behind = await telephony.route({ switch_id: 'sw-behind' });
    await api
      .use(Database)
      .query(`UPDATE voice.calls SET started_at = now() - interval '600 seconds' WHERE decision_id = $1`, [
        behind['decision_id'],
      ]);
    // Its answer was not reported, and a time of the switch alone is not compared with the API's clock.
    await report('ended', behind, { at: now() - 300 });
    expect((await balanceOf(telephony)).heldCents).toBeGreaterThanOrEqual(6);
    const before = (await balanceOf(telephony)).heldCents;
    const ahead = await telephony.route({ switch_id: 'sw-ahead' });
    const at = now() + 50;
    await report('answered', ahead, { at: at - 610 });
    await report('ended', ahead, { at });
    expect((await balanceOf(telephony)).heldCents - before).toBe(7);
  });

  it('grants slices to a switch that extends calls, and repeats an extension until the call has ended', async () => {
    const telephony = await aCustomer(1_000);
    const call = await telephony.route({ switch_id: 'sw-slices', extends: true });
    expect(call['max_duration_s']).toBe(900);
    expect(await balanceOf(telephony)).toMatchObject({ heldCents: 9 });
    await report('answered', call, { at: now() - 200 });
    expect(await beat('sw-slices', [call])).toEqual({ extend: [], now: expect.any(Number) });
    await api
      .use(Database)
      .query(`UPDATE voice.calls SET billable_from = now() - interval '301 seconds' WHERE decision_id = $1`, [
        call['decision_id'],
      ]);
    const extended = [{ decision_id: call['decision_id'], max_duration_s: 1_800 }];
    expect((await beat('sw-slices', [call]))['extend']).toEqual(extended);
    expect((await beat('sw-slices', [call]))['extend']).toEqual(extended);
    expect(await balanceOf(telephony)).toMatchObject({ heldCents: 18 });
    expect((await beat('sw-other', [call]))['extend']).toEqual([]);
    await report('ended', call, { at: now() });
    expect((await beat('sw-slices', [call]))['extend']).toEqual([]);
  });

  it('does not extend the calls of a suspended account', async () => {
    const telephony = await aCustomer(1_000);
    const call = await telephony.route({ switch_id: 'sw-suspended', extends: true });
    await api
      .use(Database)
      .query(`UPDATE voice.calls SET billable_from = now() - interval '400 seconds' WHERE decision_id = $1`, [
        call['decision_id'],
      ]);
    const { accountId } = telephony.customer;
    await api.operator('POST', `/operator/accounts/${accountId}/suspend`, { reason: 'Fraud' });
    expect((await beat('sw-suspended', [call]))['extend']).toEqual([]);
    await api.operator('POST', `/operator/accounts/${accountId}/reinstate`, { reason: 'Cleared' });
    expect((await beat('sw-suspended', [call]))['extend']).toHaveLength(1);
  });

  it('does not extend an uncovered call, and extends by less when the balance is low', async () => {
    const telephony = await aCustomer(9);
    const call = await telephony.route({ switch_id: 'sw-poor', extends: true });
    await api
      .use(Database)
      .query(`UPDATE voice.calls SET billable_from = now() - interval '400 seconds' WHERE decision_id = $1`, [
        call['decision_id'],
      ]);
    expect((await beat('sw-poor', [call]))['extend']).toEqual([]);
    const { accountId } = telephony.customer;
    const more = { accountId, description: 'More', relatedKind: null, relatedId: null, reference: 'more' };
    await api.use(Ledger).adjust({ ...more, amountCents: 2 });
    expect((await beat('sw-poor', [call]))['extend']).toEqual([
      { decision_id: call['decision_id'], max_duration_s: 1_100 },
    ]);
    expect(await balanceOf(telephony)).toMatchObject({ availableCents: 0, heldCents: 11 });
  });

  describe('a call whose end is not reported', () => {
    const fullTrunk = async (switchId: string) => {
      const telephony = await aCustomer(1_000, { max_concurrent_calls: 1 });
      const call = await telephony.route({ switch_id: switchId });
      const isFree = async () => {
        const answer = await telephony.route({ switch_id: switchId, call_id: `probe ${Math.random()}` });
        if (answer['action'] === 'route') await report('ended', answer, { answered_at: null });
        return answer['action'] === 'route';
      };
      expect(await isFree()).toBe(false);
      return { telephony, call, isFree };
    };
    const age = (call: Row, seconds: number) =>
      api
        .use(Database)
        .query(`UPDATE voice.calls SET started_at = started_at - $2 * interval '1 second' WHERE decision_id = $1`, [
          call['decision_id'],
          seconds,
        ]);

    it('ends when a complete heartbeat 30 seconds later does not list it', async () => {
      const { telephony, call, isFree } = await fullTrunk('sw-hb');
      await beat('sw-hb', []);
      expect(await isFree()).toBe(false);
      await age(call, 31);
      await beat('sw-hb', [], { at: now(), part: 1, parts: 2 });
      expect(await isFree()).toBe(false);
      await beat('sw-hb', [call], { at: now() + 1, part: 1, parts: 2 });
      await beat('sw-hb', [], { at: now() + 1, part: 2, parts: 2 });
      expect(await isFree()).toBe(false);
      await beat('sw-hb', [], { at: now() + 2 });
      expect(await isFree()).toBe(true);
      // Its hold stays, because its duration is unknown.
      expect(await balanceOf(telephony)).toMatchObject({ heldCents: FOUR_HOURS_CENTS });
    });

    it('is live again when a later heartbeat lists it', async () => {
      const { call, isFree } = await fullTrunk('sw-again');
      await age(call, 60);
      await beat('sw-again', []);
      expect(await isFree()).toBe(true);
      await beat('sw-again', [call]);
      expect(await isFree()).toBe(false);
    });

    it('stays ended after its event or CDR, also when a late heartbeat lists it', async () => {
      for (const finish of ['ended', 'cdr']) {
        const { telephony, call, isFree } = await fullTrunk(`sw-over-${finish}`);
        await age(call, 60);
        await beat(`sw-over-${finish}`, []);
        if (finish === 'ended') await report('ended', call);
        else await api.switch('/switch/cdrs', { cdrs: [telephony.rowOf(call, { seconds: null, startedAt: now() })] });
        await beat(`sw-over-${finish}`, [call]);
        expect([finish, await isFree()]).toEqual([finish, true]);
      }
    });

    it('ends when its switch restarts', async () => {
      const { call, isFree } = await fullTrunk('sw-boot');
      await beat('sw-boot', [call]);
      await beat('sw-boot', [], { boot_id: 'boot2' });
      expect(await isFree()).toBe(true);
    });

    it('takes no slot while its switch is silent and the API is available', async () => {
      const { call, isFree } = await fullTrunk('sw-silent');
      await beat('sw-silent', [call]);
      const db = api.use(Database);
      await db.query(
        `UPDATE voice.switch_nodes SET last_heartbeat_at = now() - interval '91 seconds' WHERE switch_id = $1`,
        ['sw-silent'],
      );
      await db.query(`UPDATE voice.api_uptime SET up_since = now() - interval '60 seconds', beat_at = now()`);
      expect(await isFree()).toBe(false);
      const listed = async () =>
        itemsOf(await api.operator('GET', '/operator/calls?switch_id=sw-silent')).find(
          (each) => each['decision_id'] === call['decision_id'],
        );
      expect(await listed()).toMatchObject({ switch_silent: false });
      await db.query(`UPDATE voice.api_uptime SET up_since = now() - interval '1 day', beat_at = now()`);
      expect(await listed()).toMatchObject({ switch_silent: true });
      expect(await isFree()).toBe(true);
      await beat('sw-silent', [call]);
      expect(await isFree()).toBe(false);
      expect(await listed()).toMatchObject({ switch_silent: false });
    });

    it('keeps its slot on a switch that has never sent a heartbeat', async () => {
      const { isFree } = await fullTrunk('sw-mute');
      await api.use(Database).query(`UPDATE voice.api_uptime SET up_since = now() - interval '1 day', beat_at = now()`);
      expect(await isFree()).toBe(false);
    });

    it('is listed for operators, who can end it and release its hold', async () => {
      const { telephony, call, isFree } = await fullTrunk('sw-op');
      const list = await api.operator('GET', `/operator/calls?account_id=${telephony.customer.accountId}`);
      const [item] = itemsOf(list);
      expect(item).toMatchObject({ decision_id: call['decision_id'], status: 'routing', switch_id: 'sw-op' });
      const path = `/operator/calls/${String(item?.['id'])}/end`;
      expect(fieldsOf(await api.operator('POST', path, { reason: 'x'.repeat(1_001) }))).toEqual(['reason']);
      expect(fieldsOf(await api.operator('POST', path, { colour: 'red' }))).toEqual(['colour']);
      const reason = 'Switch lost,\nticket 4711';
      const ended = await api.operator('POST', path, { reason });
      expect([ended.status, dataOf(ended)]).toEqual([200, { id: item?.['id'], status: 'completed', reason }]);
      expect((await api.operator('POST', path)).status).toBe(409);
      expect((await api.operator('POST', '/operator/calls/call_none/end')).status).toBe(404);
      expect(await isFree()).toBe(true);
      expect(await balanceOf(telephony)).toMatchObject({ heldCents: 0 });
      const audit = await api.operator('GET', `/operator/audit?subject=${String(item?.['id'])}`);
      expect(itemsOf(audit)).toMatchObject([{ action: 'call.end', after: { reason } }]);
    });

    it('can be ended without a reason', async () => {
      const { telephony } = await fullTrunk('sw-quiet');
      const [item] = itemsOf(await api.operator('GET', `/operator/calls?account_id=${telephony.customer.accountId}`));
      const ended = await api.operator('POST', `/operator/calls/${String(item?.['id'])}/end`);
      expect([ended.status, dataOf(ended)['reason']]).toEqual([200, null]);
    });

    it('releases its hold 24 hours after its latest end, and is charged by a later CDR', async () => {
      const { telephony, call } = await fullTrunk('sw-lost');
      const due = (interval: string) =>
        api
          .use(Database)
          .query(`UPDATE voice.calls SET held_until = now() + $2::interval WHERE decision_id = $1`, [
            call['decision_id'],
            interval,
          ]);
      await due('1 minute');
      await api.use(ReleaseExpiredHolds).release();
      expect(await balanceOf(telephony)).toMatchObject({ heldCents: FOUR_HOURS_CENTS });
      await due('-1 second');
      await Promise.all([api.use(ReleaseExpiredHolds).release(), api.use(ReleaseExpiredHolds).release()]);
      expect(await balanceOf(telephony)).toMatchObject({ heldCents: 0, amountCents: 1_000 });
      await api.switch('/switch/cdrs', { cdrs: [telephony.rowOf(call, { startedAt: now() - 100, seconds: 60 })] });
      expect(await balanceOf(telephony)).toMatchObject({ amountCents: 999 });
      expect(await differences(telephony)).toEqual([]);
    });
  });

  describe('limits', () => {
    it('are 2 calls at a time before the first top-up, 10 after it, 100 when verified, none for wholesale', async () => {
      const telephony = await aCustomer(5_000, { tier: 'self_serve' });
      const shown = async () =>
        (dataOf(await api.get('/v1/accounts/me', telephony.customer))['limits'] as Row)['max_concurrent_calls'];
      expect(await shown()).toBe(2);
      const answers = await Promise.all(Array.from({ length: 20 }, () => telephony.route()));
      expect(answers.filter(({ action }) => action === 'route')).toHaveLength(2);
      expect(answers.filter(({ code }) => code === 486)).toHaveLength(18);
      const { accountId } = telephony.customer;
      const credit = { accountId, topupId: 'top_1', amountCents: 500, description: 'Top-up' };
      await api.use(Ledger).creditTopup({ ...credit, processorPaymentIntentId: `pi_${accountId}` });
      expect(await shown()).toBe(10);
      for (const [change, limit] of [
        [{ tier: 'verified' }, 100],
        [{ tier: 'wholesale' }, null],
        [{ max_concurrent_calls: 3 }, 3],
        [{ max_concurrent_calls: 0 }, 0],
      ] as const) {
        await setOf(telephony, change);
        expect(await shown()).toBe(limit);
      }
      expect(await telephony.route()).toMatchObject({ code: 486 });
      expect((await setOf(telephony, { max_concurrent_calls: -1 })).status).toBe(422);
      expect((await setOf(telephony, { max_concurrent_calls: 100_001 })).status).toBe(422);
    });

    it('allow calls of a postpaid account without a credit limit at any balance', async () => {
      const telephony = await aCustomer(0, { tier: 'verified', billing_mode: 'postpaid' });
      expect(await telephony.route()).toMatchObject({ max_duration_s: 14_400 });
      await setOf(telephony, { credit_limit_cents: 100 });
      expect(await telephony.route()).toMatchObject({ code: 402 });
    });
  });

  describe('a token bound to a switch', () => {
    it('rejects another switch_id, also in one row of many', async () => {
      const telephony = await aCustomer(1_000);
      const call = { switch_id: 'sw7', call_id: 'c', from: '+493012345', to: telephony.number };
      const post = async (path: string, body: unknown) => (await api.switch(path, body, OWN_TOKEN)).status;
      expect(await post('/switch/route', call)).toBe(200);
      expect(await post('/switch/route', { ...call, switch_id: 'sw8' })).toBe(403);
      expect(await post('/switch/events', { switch_id: 'sw8', event: 'heartbeat', active_calls: [] })).toBe(403);
      expect(await post('/switch/cdrs', { cdrs: [{ switch_id: 'sw7' }, { switch_id: 'sw8' }] })).toBe(403);
      expect(await post('/switch/cdrs', { cdrs: [{ switch_id: 'sw7' }] })).toBe(200);
      // A row without a switch belongs to the token's switch, so it does not match another switch's call.
      const other = await telephony.route();
      const row = { decision_id: other['decision_id'], answered_at: 1 };
      const [outcome] = jsonOf(await api.switch('/switch/cdrs', { cdrs: [row] }, OWN_TOKEN))['outcomes'] as Row[];
      expect(outcome).toMatchObject({ outcome: 'quarantined' });
      const live = await api
        .use(Database)
        .find(`SELECT ended_at FROM voice.calls WHERE decision_id = $1`, [other['decision_id']]);
      expect(live).toEqual({ ended_at: null });
    });
  });

  describe('switch requests', () => {
    it('have an id, and echo a valid one', async () => {
      const withId = async (id: string) =>
        (
          await fetch(`${api.internalUrl}/switch/events`, {
            method: 'POST',
            headers: { authorization: `Bearer ${SWITCH_TOKEN}`, 'x-request-id': id },
            body: '{}',
          })
        ).headers.get('x-request-id');
      expect(await withId('abc_DEF-1')).toBe('abc_DEF-1');
      expect(await withId('not an id')).toMatch(/^[0-9a-f-]{36}$/);
      expect((await api.switch('/switch/weather', {})).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('have metrics of decisions, durations, CDR rows, events and live calls', async () => {
      const telephony = await aCustomer(1_000);
      await telephony.route();
      await telephony.route({ to: '+493099999999' });
      const text = await (await fetch(`${api.internalUrl}/metrics`)).text();
      expect(text).toMatch(/trunkline_call_decisions_total\{outcome="routed",[^}]*\} \d+/);
      expect(text).toMatch(/trunkline_call_decisions_total\{outcome="number_unknown",[^}]*\} \d+/);
      expect(text).toMatch(/trunkline_switch_request_duration_seconds_bucket\{[^}]*path="\/switch\/route"/);
      expect(text).toMatch(/trunkline_switch_events_total\{event="ended"/);
      expect(text).toMatch(/trunkline_cdr_rows_total\{outcome="recorded"/);
      expect(text).toMatch(/trunkline_live_calls\{[^}]*\} [1-9]/);
    });
  });
});
