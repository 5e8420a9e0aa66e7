import { Journal, Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import fc from 'fast-check';
import { bySession } from '../../support/customers';
import { startApi, TestApi } from '../../support';
import { dataOf, type Row } from '../../support/numbering/shopping';
import { jsonOf, justBefore, Telephony } from '../../support/telephony';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 3);
const BALANCE_CENTS = 100_000;
/** A number of each of these countries; the last one is what a thief would call. */
const DESTINATIONS = {
  FR: '+33612345678',
  MX: '+525512345678',
  JP: '+819012345678',
  GB: '+447400123456',
  CU: '+5352345678',
};
type Country = keyof typeof DESTINATIONS;
const ALLOWED: readonly Country[] = ['FR', 'MX', 'JP', 'GB'];
const SWITCH = 'sw-thief';
const SOURCE = '198.51.100.77';
const RING_S = 8;
/** Calls that the thief places one after the other, each time all at once. */
const ROUNDS = 4;

interface Attack {
  readonly capCents: number;
  readonly allowed: readonly Country[];
  /** Where each call goes, and whether POST /calls places it. */
  readonly calls: readonly { readonly to: Country; readonly isDialled: boolean; readonly isForwarded: boolean }[];
}

const attack: fc.Arbitrary<Attack> = fc.record({
  capCents: fc.integer({ min: 60, max: 4_000 }),
  allowed: fc.uniqueArray(fc.constantFrom(...ALLOWED), { minLength: 1 }),
  calls: fc.array(
    fc.record({
      to: fc.constantFrom(...(Object.keys(DESTINATIONS) as Country[])),
      isDialled: fc.boolean(),
      isForwarded: fc.boolean(),
    }),
    { minLength: 20, maxLength: 40 },
  ),
});

describe('a stolen key of an account with $1,000', () => {
  let api: TestApi;
  let other: TestApi;

  beforeAll(async () => {
    api = await startApi();
    other = await TestApi.start({ DATABASE_URL: api.settings.DATABASE_URL });
    await api.operator('POST', '/operator/carriers', { name: 'Transit', host: '192.0.2.98' });
  });
  afterAll(async () => {
    await other.stop();
    await api.stop();
  });

  const apiOf = (n: number) => (n % 2 === 0 ? api : other);

  /** An account whose number is forwarded to `forwardTo`, and whose trunk calls from SOURCE. */
  async function victim({ capCents, allowed }: Attack, forwardTo: string) {
    const telephony = await Telephony.make(api, BALANCE_CENTS);
    const { customer, trunkId } = telephony;
    await api.operator('PATCH', `/operator/accounts/${customer.accountId}`, {
      max_concurrent_calls: 10_000,
      tier: 'verified',
    });
    const outbound = { allowed_countries: allowed, daily_cap_cents: capCents };
    await api.patch('/v1/accounts/me', { settings: { outbound } }, bySession(customer));
    await api.patch(`/v1/sip-trunks/${trunkId}`, { inbound_cidrs: [SOURCE] }, customer);
    const targets = [{ kind: 'pstn_forward', pstn_forward_e164: forwardTo }];
    const made = await api.post('/v1/routing-profiles', { name: 'Out', targets }, customer);
    const profile = dataOf(made)['profile'] as Row;
    return { telephony, profileId: String(profile['id']) };
  }

  /** Places a call as the thief can, and returns its decision, or null. */
  async function place({ telephony }: Awaited<ReturnType<typeof victim>>, call: Attack['calls'][number], n: number) {
    const { customer, number, trunkId } = telephony;
    const to = DESTINATIONS[call.to];
    const of = apiOf(n);
    if (call.isDialled) {
      const { status, body } = await of.post('/v1/calls', { from: number, to, sip_trunk_id: trunkId }, customer);
      const placed = body.data as Row | undefined;
      return status === 201 ? decisionOf(placed ?? {}) : null;
    }
    const parties = call.isForwarded ? { from: '+493012345', to: number } : { from: number, to, source_ip: SOURCE };
    const asked = { switch_id: SWITCH, call_id: `thief ${String(n)} ${String(Math.random())}`, ...parties };
    const answer = jsonOf(await of.switch('/switch/route', asked));
    return answer['action'] === 'route' ? { ...asked, ...answer } : null;
  }

  const decisionOf = (placed: Row): Row => {
    const call_id = String(placed['id']);
    const decision_id = call_id.replace('call_', 'rd_');
    return { switch_id: SWITCH, call_id, decision_id, max_duration_s: placed['max_duration_s'] };
  };

  /** Reports that each call lasted as long as it was granted. */
  async function end(telephony: Telephony, routed: readonly Row[]): Promise<void> {
    for (const call of routed) {
      const seconds = Number(call['max_duration_s']);
      const startedAt = justBefore(seconds + RING_S + 1);
      await telephony.backdate(call, startedAt);
      const { switch_id, call_id, decision_id } = call;
      const row = { switch_id, call_id, decision_id, started_at: startedAt, answered_at: startedAt + RING_S };
      const [outcome] = await telephony.report({ ...row, ended_at: startedAt + RING_S + seconds, sip_code: 200 });
      expect(outcome?.['outcome']).toBe('recorded');
    }
  }

  async function charged({ customer: { accountId } }: Telephony) {
    return api.use(Database).query<{ country: string; cents: number; forward: string | null }>(
      `SELECT country, customer_total_cents AS cents, forward_to_e164 AS forward FROM cdr.cdrs
       WHERE account_id = $1 AND customer_total_cents > 0`,
      [accountId],
    );
  }

  const spentBy = async ({ customer: { accountId } }: Telephony) => {
    const [wallet] = await api.use(Database).query<{
      spent: number;
      held: number;
    }>(`SELECT outbound_spent_cents AS spent, outbound_held_cents AS held FROM billing.wallets WHERE account_id = $1`, [accountId]);
    return wallet;
  };

  it('spends no more than the daily cap, and only in the countries that the account allows', async () => {
    let routedCalls = 0;
    await fc.assert(
      fc.asyncProperty(attack, async (given) => {
        const forwardTo = DESTINATIONS[given.calls[0]?.to ?? 'CU'];
        const account = await victim(given, forwardTo);
        const { telephony, profileId } = account;
        const path = `/v1/numbers/${encodeURIComponent(telephony.number)}/routing`;
        const routing = await api.patch(path, { trunk_id: null, routing_profile_id: profileId }, telephony.customer);
        expect(routing.body.error).toBeUndefined();
        await api.switchGet(`/switch/commands?switch_id=${SWITCH}&wait_s=0`);
        for (let round = 0; round < ROUNDS; round++) {
          const placed = await Promise.all(given.calls.map((call, n) => place(account, call, n)));
          const routed = placed.flatMap((call): Row[] => (call ? [call] : []));
          routedCalls += routed.length;
          await end(telephony, routed);
        }
        const records = await charged(telephony);
        const outbound = records.filter(({ forward }) => forward === null);
        const sum = outbound.reduce((total, { cents }) => total + cents, 0);
        expect(sum).toBeLessThanOrEqual(given.capCents);
        expect(given.allowed).toEqual(expect.arrayContaining([...new Set(outbound.map(({ country }) => country))]));
        const forwards = records.filter(({ forward }) => forward !== null);
        const isForwardAllowed = given.allowed.some((country) => DESTINATIONS[country] === forwardTo);
        expect(forwards.length === 0 || isForwardAllowed).toBe(true);
        // The cap also counts the outbound legs of forwarded calls.
        const wallet = await spentBy(telephony);
        expect(wallet?.spent).toBeGreaterThanOrEqual(sum);
        expect(wallet?.spent).toBeLessThanOrEqual(given.capCents);
        expect(wallet?.held).toBe(0);
        const { accountId } = telephony.customer;
        expect((await api.use(Ledger).balance(accountId)).availableCents).toBeGreaterThan(0);
        expect((await api.use(Journal).verify()).filter((each) => each.accountId === accountId)).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(routedCalls).toBeGreaterThan(0);
  });
});
