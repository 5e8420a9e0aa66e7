import { Ledger } from '@trunkline/billing-ledger';
import {
  HANGUP_CAUSES,
  type HangupCause,
  hangupCause,
  rejection,
  REJECTIONS,
  type ShownRejection,
} from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { bySession } from '../support/customers';
import { dataOf, itemsOf, type Row } from '../support/numbering/shopping';
import { startApi, type TestApi } from '../support';
import { Telephony } from '../support/telephony';

const FRANCE = '+33123456789';
const UK = '+442079460000';
const KENYA = '+254712123456';
const SATELLITE = '+881612345678';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
  for (const [name, prefix] of Object.entries({ France: '+33', 'No country': '+8' }))
    await api.operator('POST', '/operator/carriers', { name, host: '192.0.2.98', prefixes: [prefix] });
});
afterAll(() => api.stop());

let callers = 0;

/** A customer with a number, whose trunk calls from an address of its own. */
async function aCaller() {
  const telephony = await Telephony.make(api, 100_000);
  const { customer, number, numberId, trunkId } = telephony;
  const source = `198.51.100.${String(++callers)}`;
  const changeTrunk = (change: Row) => api.patch(`/v1/sip-trunks/${trunkId}`, change, customer);
  await changeTrunk({ inbound_cidrs: [source] });
  const terms = (change: Row) => api.operator('PATCH', `/operator/accounts/${customer.accountId}`, change);
  const limit = (outbound: Row) => api.patch('/v1/accounts/me', { settings: { outbound } }, bySession(customer));
  const rename = (status: string) =>
    api.use(Database).query(`UPDATE numbering.phone_numbers SET status = $2 WHERE id = $1`, [numberId, status]);
  const out = (to: string, given: Row = {}): Row => ({ from: number, to, source_ip: source, ...given });
  return { telephony, customer, trunkId, changeTrunk, terms, limit, rename, out };
}
type Caller = Awaited<ReturnType<typeof aCaller>>;

/** Prepares a rejection, and returns the call that meets it. */
type Provoke = (caller: Caller) => Promise<Row> | Row;

const INBOUND = { source_ip: '203.0.113.9' };

const suspend = ({ customer }: Caller) =>
  api.operator('POST', `/operator/accounts/${customer.accountId}/suspend`, { reason: 'Debt' });

/** Occupies the places of a limit. */
const occupy = ({ telephony }: Caller, call: Row) => telephony.route(call);

const PROVOKED: Readonly<Record<Exclude<ShownRejection, 'call_ended'>, Provoke>> = {
  number_unknown: ({ out }) => out('+12125550199', { source_ip: '203.0.113.9' }),
  number_malformed: ({ out }) => out('reception'),
  number_not_active: async ({ rename }) => {
    await rename('suspended');
    return INBOUND;
  },
  account_not_active: async (caller) => {
    await suspend(caller);
    return INBOUND;
  },
  no_route: async ({ telephony, customer }) => {
    await api.patch(`/v1/numbers/${telephony.number.slice(1)}/routing`, { trunk_id: null }, customer);
    return INBOUND;
  },
  no_carrier: ({ out }) => out('+493012345'),
  carrier_full: async (caller) => {
    const busy = { name: 'Busy', host: '192.0.2.97', prefixes: ['+44'], max_concurrent_calls: 1 };
    await api.operator('POST', '/operator/carriers', busy);
    await occupy(caller, caller.out(UK));
    return caller.out(UK);
  },
  emergency_not_served: ({ out }) => out('911'),
  insufficient_balance: async ({ customer: { accountId }, out }) => {
    const { amountCents } = await api.use(Ledger).balance(accountId);
    const order = { accountId, description: 'Spent', relatedKind: 'test', relatedId: 'test', reference: 'all' };
    await api.use(Ledger).charge({ ...order, amountCents });
    return out(FRANCE);
  },
  daily_cap_reached: async ({ limit, out }) => {
    await limit({ daily_cap_cents: 0 });
    return out(FRANCE);
  },
  blocked_by_alert: async ({ customer: { accountId }, out }) => {
    await api.use(Database).query(
      `INSERT INTO voice.fraud_alerts (id, account_id, rule, subject, blocks_outbound, started_at, calls, cost_cents, created_at)
       VALUES ('alr_' || $1, $1, 'expensive_hour', 'test', true, now(), 1, 1, now())`,
      [accountId],
    );
    // The process reads the rules anew, and with them who is blocked.
    await api.operator('POST', '/operator/revenue-share-ranges', { prefix: '99999', description: 'Test' });
    return out(FRANCE);
  },
  country_not_allowed: ({ out }) => out(KENYA),
  country_unknown: ({ out }) => out('+80012345678'),
  range_not_allowed: ({ out }) => out(SATELLITE),
  rate_not_allowed: async ({ limit, out }) => {
    await limit({ max_rate_per_minute_microcents: 1 });
    return out(FRANCE);
  },
  calls_per_second_reached: async (caller) => {
    await caller.limit({ calls_per_second: 1 });
    return caller.out(FRANCE);
  },
  trunk_calls_per_second_reached: async (caller) => {
    await caller.changeTrunk({ max_calls_per_second: 1 });
    return caller.out(FRANCE);
  },
  source_unknown: ({ out }) => out('+12125550199', { auth_user: 'mallory' }),
  trunk_not_active: async ({ changeTrunk, out }) => {
    await changeTrunk({ status: 'disabled' });
    return out(FRANCE);
  },
  source_ambiguous: async ({ telephony }) => {
    const [one, two] = [await aCaller(), await aCaller()];
    for (const { changeTrunk } of [one, two]) await changeTrunk({ inbound_cidrs: ['198.51.100.250'] });
    return { from: telephony.number, to: FRANCE, source_ip: '198.51.100.250' };
  },
  caller_id_not_allowed: ({ out }) => out(FRANCE, { from: '+493012345' }),
  account_full_inbound: async (caller) => {
    await caller.terms({ max_concurrent_calls: 1 });
    await occupy(caller, INBOUND);
    return INBOUND;
  },
  account_full_outbound: async (caller) => {
    await caller.terms({ max_concurrent_calls: 1 });
    await occupy(caller, INBOUND);
    return caller.out(FRANCE);
  },
  trunk_full: async (caller) => {
    await caller.changeTrunk({ max_concurrent_calls: 1 });
    await occupy(caller, caller.out(FRANCE));
    return caller.out(FRANCE);
  },
  // The last, since it leaves a default deck without a price for it.
  destination_not_allowed: async ({ out }) => {
    const rows = [
      'prefix,description,direction,number_type,rate_per_minute,connection_fee,first_s,next_s',
      '49,Germany,outbound,,0.0150,0,60,1',
      ',Calls,inbound,,0.0060,0,1,1',
    ];
    const deck = await api.operator('POST', '/operator/rate-decks?name=Short', `${rows.join('\n')}\n`, {
      'content-type': 'text/csv',
    });
    await api.operator('POST', `/operator/rate-decks/${String(dataOf(deck)['id'])}/activate`, { default: true });
    return out(FRANCE);
  },
};

/** Uses up the calls of a second, so that the next one is rejected. */
const useUp = (caller: Caller) => Promise.all([1, 2, 3].map(() => occupy(caller, caller.out(FRANCE))));

describe('every rejection', () => {
  const names = Object.keys(PROVOKED) as (keyof typeof PROVOKED)[];

  it('is provoked below', () => {
    // A switch receives `call_ended` when it resumes a call that has ended: no rejection of its own.
    expect(new Set([...names, 'call_ended'])).toEqual(new Set(REJECTIONS));
  });

  it.each(names)(
    '%s is simulated, received by the switch, listed and recorded with explanation and remedy',
    async (name) => {
      const caller = await aCaller();
      const { telephony, customer, trunkId } = caller;
      const call = await PROVOKED[name](caller);
      const { code, reason, cause, explanation, remedy } = rejection(name);
      const { from = '+493012345', to = telephony.number, source_ip, auth_user } = call;
      const isRated = name === 'calls_per_second_reached' || name === 'trunk_calls_per_second_reached';
      const asked = { from, to, source_ip, ...(auth_user !== undefined && { auth_user }) };
      if (isRated) await useUp(caller);
      const simulated = dataOf(await api.post(`/v1/sip-trunks/${trunkId}/simulate`, asked, customer));
      // Two accounts claim the address, and the simulating account is neither of them.
      const isStranger = name === 'source_ambiguous';
      expect(simulated).toMatchObject(
        isStranger
          ? { action: 'reject', reason: 'number_unknown' }
          : {
              action: 'reject',
              sip_code: code,
              reason: name,
              explanation,
              remedy,
              max_duration_s: 0,
              attempts: [],
              price: null,
            },
      );
      const failed = (simulated['checks'] as Row[]).filter(({ ok }) => ok === false);
      expect(failed.length).toBeGreaterThan(0);
      if (isRated) await useUp(caller);
      const routed = await telephony.route(call);
      expect(routed).toMatchObject({ action: 'reject', code, reason });
      const [listed] = itemsOf(await api.get(`/v1/rejected-calls?reason=${name}&limit=1`, customer));
      expect(listed).toMatchObject({ id: routed['decision_id'], sip_code: code, reason: name, explanation, remedy });
      const [outcome] = await telephony.report(telephony.rowOf(routed, { seconds: null, row: { sip_code: null } }));
      // Without an account, no call is recorded.
      if (outcome?.['outcome'] === 'ignored') return;
      const record = dataOf(await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, customer));
      expect(record).toMatchObject({
        hangup_cause: cause,
        sip_response_code: code,
        explanation,
        remedy,
        decision: { id: routed['decision_id'], action: 'reject', reason: name, sip_code: code, routes: 0 },
        price_lines: [],
      });
    },
  );
});

describe('every hangup cause', () => {
  /** How the switch reports the end of an inbound call that is routed to two gateways. */
  const ENDS: Readonly<Record<Exclude<HangupCause, 'normal_circuit_congestion' | 'no_route_destination'>, Row>> = {
    normal_clearing: { answered: 60 },
    allotted_timeout: { answered: 14_400, disconnected_by: 'system' },
    user_busy: { sip_code: 486 },
    originator_cancel: { sip_code: 487, disconnected_by: 'caller' },
    no_answer: { sip_code: 480 },
    unallocated_number: { sip_code: 404 },
    number_changed: { sip_code: 410 },
    call_rejected: { sip_code: 603 },
    invalid_number_format: { sip_code: 484 },
    incompatible_destination: { sip_code: 488 },
    network_out_of_order: { sip_code: 503 },
    normal_temporary_failure: { sip_code: 500 },
    normal_unspecified: { sip_code: 420 },
    insufficient_balance: { sip_code: 402 },
  };
  let telephony: Telephony;

  beforeAll(async () => {
    telephony = await Telephony.make(api, 1_000_000);
  });

  it('is provoked below, or is that of a rejection above', () => {
    const ofRejections = REJECTIONS.map((name) => rejection(name).cause);
    expect(new Set([...Object.keys(ENDS), ...ofRejections])).toEqual(new Set(HANGUP_CAUSES));
  });

  it.each(Object.entries(ENDS))('%s is recorded with explanation and remedy', async (cause, end) => {
    const { answered = null, ...row } = end;
    const seconds = answered === null ? null : Number(answered);
    const id = await telephony.call({ seconds, row });
    const record = dataOf(await api.get(`/v1/cdrs/${id}`, telephony.customer));
    expect(record).toMatchObject({
      hangup_cause: cause,
      ...hangupCause(cause as HangupCause),
      decision: { action: 'route', reason: null, sip_code: null, routes: 2 },
    });
    const lines = record['price_lines'] as { amount_microcents: number }[];
    const sum = lines.reduce((total, line) => total + line.amount_microcents, 0);
    expect(sum).toBe(Number(record['customer_total_cents']) * 1_000_000);
  });

  it('is explained for each attempt by its SIP response', async () => {
    const gateway = { sip_code: 503, result: 'failed' };
    const attempts = [
      { order: 1, ...gateway },
      { order: 2, sip_code: null, result: 'failed' },
    ];
    const id = await telephony.call({ seconds: null, row: { sip_code: 503, attempts } });
    expect(dataOf(await api.get(`/v1/cdrs/${id}`, telephony.customer))['attempts']).toMatchObject([
      { sip_code: 503, explanation: expect.stringContaining('overloaded') },
      { sip_code: null, explanation: 'The system that was called did not respond.', remedy: expect.any(String) },
    ]);
  });
});
