import { Journal } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { UnreportedCalls } from '@trunkline/voice-routing';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../support/numbering/shopping';
import { type Answer, startApi, type TestApi } from '../support';
import { justBefore, Telephony } from '../support/telephony';

describe("the operators' calls", () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api);
  });
  afterAll(() => api.stop());

  const post = (...rows: Row[]) => telephony.report(...rows);
  const quarantine = (query = '') => api.operator('GET', `/operator/cdrs/quarantine?limit=100&${query}`);
  const retry = (id: unknown, body: Row) => api.operator('POST', `/operator/cdrs/quarantine/${String(id)}/retry`, body);
  const discard = (id: unknown, body: Row = { reason: 'Test call' }) =>
    api.operator('POST', `/operator/cdrs/quarantine/${String(id)}/discard`, body);
  const balance = async () => Number(dataOf(await api.get('/v1/billing/balance', telephony.customer))['amount_cents']);
  const unreported = async () => {
    await api.use(UnreportedCalls).flag();
    return itemsOf(await api.operator('GET', `/operator/calls/unreported?account_id=${telephony.customer.accountId}`));
  };
  /** A call of 60 seconds whose row states an end in the distant future. */
  const spoilt = async () => {
    const routed = await telephony.route();
    const row = telephony.rowOf(routed);
    const [outcome] = await post({ ...row, ended_at: 253_402_300_799 });
    return { routed, row, outcome, id: String(outcome?.['quarantine_id']) };
  };

  describe('GET /operator/cdrs/quarantine', () => {
    it('returns 200 with the row as sent, once for repeated reports', async () => {
      const before = await balance();
      const { row, outcome, id } = await spoilt();
      expect(outcome).toMatchObject({
        outcome: 'quarantined',
        reason: 'ended_in_future',
        fields: { ended_at: expect.any(String) },
      });
      const sent = { ...row, ended_at: 253_402_300_799 };
      expect(await post(sent, sent)).toMatchObject([{ quarantine_id: id }, { quarantine_id: id }]);
      const listed = itemsOf(await quarantine('reason=ended_in_future&switch_id=sw1')).filter(
        (each) => each['id'] === id,
      );
      expect(listed).toMatchObject([
        {
          state: 'open',
          account_id: telephony.customer.accountId,
          row: sent,
          decision_id: row['decision_id'],
          cdr_id: null,
        },
      ]);
      expect([await balance(), itemsOf(await quarantine('reason=unreadable'))]).toEqual([before, []]);
      expect(itemsOf(await quarantine('switch_id=sw9'))).toEqual([]);
    });

    it('returns 422 for an unknown reason or state', async () => {
      expect(fieldsOf(await quarantine('reason=weather'))).toEqual(['reason']);
      expect(fieldsOf(await quarantine('state=lost'))).toEqual(['state']);
    });
  });

  describe('POST /operator/cdrs/quarantine/{id}/retry', () => {
    it('returns 200 and records the corrected row once, also when the switch repeats it', async () => {
      const before = await balance();
      const { row, id } = await spoilt();
      const answer = await retry(id, { ended_at: row['ended_at'] });
      const { cdr_id } = dataOf(answer);
      expect([answer.status, dataOf(answer)]).toMatchObject([
        200,
        { state: 'booked', resolved_by: expect.any(String) },
      ]);
      expect(before - (await balance())).toBe(1);
      expect(dataOf(await api.get(`/v1/cdrs/${String(cdr_id)}`, telephony.customer))).toMatchObject({
        billable_duration_s: 60,
      });
      expect(await post(row, { ...row, ended_at: 253_402_300_799 })).toEqual([
        { outcome: 'repeated', cdr_id },
        { outcome: 'repeated', cdr_id },
      ]);
      expect(before - (await balance())).toBe(1);
      const again = await retry(id, {});
      expect([again.status, codeOf(again)]).toEqual([409, 'invalid_state']);
      const [entry] = itemsOf(await api.operator('GET', `/operator/audit?subject=${id}`));
      expect(entry).toMatchObject({
        action: 'cdr_quarantine.retry',
        before: { ended_at: 253_402_300_799 },
        after: { ended_at: row['ended_at'], cdr_id },
      });
    });

    it('returns 200 for one of many parallel operators and switches', async () => {
      const before = await balance();
      const { row, id } = await spoilt();
      const retries = Array.from({ length: 5 }, () => retry(id, { ended_at: row['ended_at'] }));
      const repeats = Array.from({ length: 5 }, () => post(row));
      const [operators, switches] = await Promise.all([Promise.all(retries), Promise.all(repeats)]);
      expect(before - (await balance())).toBe(1);
      const recorded = switches.flat().filter(({ outcome }) => outcome === 'recorded').length;
      expect(operators.filter(({ status }) => status === 200).length + recorded).toBe(1);
      expect(new Set(operators.map(({ status }) => status))).toEqual(new Set(recorded === 1 ? [409] : [200, 409]));
      expect(await api.use(Journal).verify()).toEqual([]);
    });

    it('returns 422 with the remaining errors of the row', async () => {
      const { id } = await spoilt();
      expect(fieldsOf(await retry(id, {}))).toEqual(['ended_at']);
      expect(fieldsOf(await retry(id, { ended_at: 'later' }))).toEqual(['ended_at']);
      expect(fieldsOf(await retry(id, { decision_id: 'rd_none' }))).toEqual(['decision_id']);
      expect(fieldsOf(await retry(id, { colour: 'red' }))).toEqual(['colour']);
    });

    it('returns 404 for an unknown row', async () => {
      expect((await retry('cq_none', {})).status).toBe(404);
    });
  });

  describe('POST /operator/cdrs/quarantine/{id}/discard', () => {
    it('returns 200 once, and a corrected report is still recorded', async () => {
      const { row, id } = await spoilt();
      const answer = await discard(id);
      expect([answer.status, dataOf(answer)]).toMatchObject([
        200,
        { state: 'discarded', resolution_reason: 'Test call' },
      ]);
      expect([codeOf(await discard(id)), codeOf(await retry(id, {}))]).toEqual(['invalid_state', 'invalid_state']);
      expect(await post({ ...row, ended_at: 253_402_300_799 })).toMatchObject([
        { outcome: 'quarantined', quarantine_id: id },
      ]);
      expect(await post(row)).toMatchObject([{ outcome: 'recorded' }]);
      expect(itemsOf(await quarantine(`state=discarded`)).map((each) => each['id'])).toContain(id);
    });

    it('returns 422 without a reason, 404 for an unknown row', async () => {
      const { id } = await spoilt();
      expect(fieldsOf(await discard(id, {}))).toEqual(['reason']);
      expect((await discard('cq_none')).status).toBe(404);
    });
  });

  it('closes the open row when the switch sends it again, corrected', async () => {
    const { row, id } = await spoilt();
    const [outcome] = await post(row);
    expect(outcome).toMatchObject({ outcome: 'recorded' });
    const [kept] = itemsOf(await quarantine('state=booked')).filter((each) => each['id'] === id);
    expect(kept).toMatchObject({ state: 'booked', cdr_id: outcome?.['cdr_id'], resolved_by: null });
  });

  it('matches a row without decision_id, and its repeat', async () => {
    const row = telephony.rowOf(await telephony.route(), { row: { decision_id: undefined } });
    const [first] = await post(row);
    expect([first, await post(row)]).toMatchObject([
      { outcome: 'recorded' },
      [{ outcome: 'repeated', cdr_id: first?.['cdr_id'] }],
    ]);
    const twice = await telephony.route();
    const second = await telephony.route({ call_id: twice['call_id'] });
    const ambiguous = telephony.rowOf(second, { row: { decision_id: undefined } });
    expect(await post(ambiguous)).toMatchObject([{ outcome: 'quarantined', reason: 'no_single_decision' }]);
  });

  describe('GET /operator/cdrs/estimated', () => {
    const estimated = (query: string): Promise<Answer> => api.operator('GET', `/operator/cdrs/estimated?${query}`);

    it('returns 200 with the records whose leg is estimated', async () => {
      const [outcome] = await post(telephony.rowOf(await telephony.route()));
      const routed = await telephony.route();
      const attempts = [{ order: 1, sip_code: 200, result: 'answered' }];
      const [reported] = await post(telephony.rowOf(routed, { row: { attempts } }));
      const ids = itemsOf(await estimated(`account_id=${telephony.customer.accountId}&limit=100`)).map(({ id }) => id);
      expect(ids[0]).toBe(outcome?.['cdr_id']);
      expect(ids).not.toContain(reported?.['cdr_id']);
      expect(itemsOf(await estimated('account_id=acc_none'))).toEqual([]);
    });

    it('returns 200 with only the records of the account in account_id', async () => {
      const other = await Telephony.make(api);
      const [ours] = await post(telephony.rowOf(await telephony.route()));
      const [theirs] = await post(other.rowOf(await other.route()));
      const newest = itemsOf(await estimated('limit=2'));
      expect(newest.map(({ id }) => id)).toEqual([theirs?.['cdr_id'], ours?.['cdr_id']]);
      const filtered = itemsOf(await estimated(`account_id=${other.customer.accountId}`));
      expect(filtered).toMatchObject([{ id: theirs?.['cdr_id'], account_id: other.customer.accountId }]);
    });

    it('returns 422 for an unknown parameter', async () => {
      expect(fieldsOf(await estimated('colour=red'))).toEqual(['colour']);
    });
  });

  it('shows outcomes, reasons, estimated legs and the skew of each clock as metrics', async () => {
    await spoilt();
    const text = await (await fetch(`${api.internalUrl}/metrics`)).text();
    expect(text).toMatch(/^trunkline_cdr_rows_total\{.*outcome="quarantined".*\} [1-9]/m);
    expect(text).toMatch(/^trunkline_cdr_quarantined_total\{.*reason="ended_in_future".*\} [1-9]/m);
    expect(text).toMatch(/^trunkline_cdr_estimated_legs_total\{.*\} [1-9]/m);
    expect(text).toMatch(/^trunkline_switch_clock_skew_seconds\{.*switch="sw1".*\} -?\d/m);
  });

  it("returns 401 without an operator's token", async () => {
    for (const path of ['cdrs/quarantine', 'cdrs/estimated', 'calls/unreported']) {
      const answer = await api.operator('GET', `/operator/${path}`, undefined, { authorization: 'Bearer unknown' });
      expect(answer.status).toBe(401);
    }
  });

  // Last, because the test clock stays moved.
  describe('GET /operator/calls/unreported', () => {
    it('returns 200 with calls whose CDR is overdue, until it arrives', async () => {
      const routed = await telephony.route();
      const row = telephony.rowOf(routed);
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: Number(routed['max_duration_s']) + 14 * 60 });
      const isListed = async () => (await unreported()).some((each) => each['decision_id'] === routed['decision_id']);
      expect(await isListed()).toBe(false);
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: 2 * 60 });
      expect(await isListed()).toBe(true);
      const listed = async () => (await unreported()).find((each) => each['decision_id'] === routed['decision_id']);
      expect(await listed()).toMatchObject({ id: expect.stringMatching(/^call_/) as string, end_reason: null });
      const reason = 'The switch was lost';
      const ended = await api.operator('POST', `/operator/calls/${String((await listed())?.['id'])}/end`, { reason });
      expect(ended.status).toBe(200);
      expect(await listed()).toMatchObject({ end_reason: reason });
      expect(await post(row)).toMatchObject([{ outcome: 'recorded' }]);
      expect(await isListed()).toBe(false);
    });

    it('shifts the times of a switch by the offset of the test clock', async () => {
      const routed = await telephony.route();
      const [outcome] = await post(telephony.rowOf(routed, { startedAt: justBefore(68) }));
      expect(outcome).toMatchObject({ outcome: 'recorded' });
      const late = await telephony.route();
      const [refused] = await post(telephony.rowOf(late, { startedAt: justBefore(-7_200) }));
      expect(refused).toMatchObject({ outcome: 'quarantined', reason: 'started_too_late' });
    });

    it('shifts the times of events by the offset of the test clock', async () => {
      const routed = await telephony.route({ switch_id: 'sw-moved' });
      const id = routed['decision_id'];
      await api
        .use(Database)
        .query(`UPDATE voice.calls SET started_at = started_at - interval '60 seconds' WHERE decision_id = $1`, [id]);
      const beat = { switch_id: 'sw-moved', event: 'heartbeat', boot_id: 'b', at: justBefore(0), active_calls: [] };
      expect((await api.switch('/switch/events', beat)).status).toBe(200);
      expect(itemsOf(await api.operator('GET', '/operator/calls?switch_id=sw-moved'))).toEqual([]);
    });

    it('returns 422 for an unknown parameter', async () => {
      expect(fieldsOf(await api.operator('GET', '/operator/calls/unreported?colour=red'))).toEqual(['colour']);
    });
  });
});
