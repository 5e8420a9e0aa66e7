import { Journal, Ledger } from '@trunkline/billing-ledger';
import { Clock } from '@trunkline/kernel';
import { DeliverMessages } from '@trunkline/messaging';
import { Database } from '@trunkline/platform';
import { WatchSpending } from '@trunkline/voice-routing';
import fc from 'fast-check';
import { startApi, TestApi } from '../support';
import { bySession } from '../support/customers';
import { codeOf, dataOf, itemsOf, type Row, Shopping } from '../support/numbering/shopping';

/** The first message to a country at night raises an alert of its own. */
const NO_NIGHT = { from: '00:00', to: '00:00' };
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 3);
const BALANCE_CENTS = 100_000;
/** What the numbers of these countries begin with; the last one is what a thief would message. */
const DESTINATIONS = { FR: '+336123456', MX: '+5255123456', JP: '+8190123456', GB: '+4474001234', CU: '+53523456' };
type Country = keyof typeof DESTINATIONS;
const ALLOWED: readonly Country[] = ['FR', 'MX', 'JP', 'GB'];
/** Rounds of requests that the thief sends, each time all at once. */
const ROUNDS = 3;

interface Attack {
  readonly capCents: number;
  readonly allowed: readonly Country[];
  readonly requests: readonly {
    readonly recipients: readonly { readonly country: Country; readonly end: number }[];
    /** Of the text: each 153 letters are a segment. */
    readonly segments: number;
    readonly isScheduled: boolean;
  }[];
}

const attack: fc.Arbitrary<Attack> = fc.record({
  capCents: fc.integer({ min: 20, max: 600 }),
  allowed: fc.uniqueArray(fc.constantFrom(...ALLOWED), { minLength: 1 }),
  requests: fc.array(
    fc.record({
      recipients: fc.array(
        fc.record({
          country: fc.constantFrom(...(Object.keys(DESTINATIONS) as Country[])),
          end: fc.integer({ min: 10, max: 89 }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      segments: fc.integer({ min: 1, max: 5 }),
      isScheduled: fc.boolean(),
    }),
    { minLength: 20, maxLength: 30 },
  ),
});

describe('a stolen key of an account with $1,000', () => {
  let api: TestApi;
  let other: TestApi;

  beforeAll(async () => {
    api = await startApi();
    other = await TestApi.start({ DATABASE_URL: api.settings.DATABASE_URL });
  });
  afterAll(async () => {
    await api.use(DeliverMessages).stop();
    await other.stop();
    await api.stop();
  });

  async function victim({ capCents, allowed }: Attack) {
    const customer = await api.customers.make({ balanceCents: BALANCE_CENTS });
    const from = String((await new Shopping(api, customer).buy())['e164']);
    await api.operator('PATCH', `/operator/accounts/${customer.accountId}`, { tier: 'verified' });
    const outbound = { allowed_countries: allowed, daily_cap_cents: capCents };
    await api.patch('/v1/accounts/me', { settings: { outbound } }, bySession(customer));
    return { customer, from };
  }
  type Victim = Awaited<ReturnType<typeof victim>>;

  /** Sends a request as the thief can: to one recipient by POST /sms, to several as a batch. Returns the codes of the refusals. */
  async function send({ customer, from }: Victim, request: Attack['requests'][number], n: number): Promise<string[]> {
    const to = request.recipients.map(({ country, end }) => `${DESTINATIONS[country]}${String(end)}`);
    const inAnHour = Math.floor(api.use(Clock).now().getTime() / 1000) + 3_600;
    const body = {
      from,
      body: 'a'.repeat(153 * request.segments),
      ...(request.isScheduled && { scheduled_at: inAnHour }),
    };
    const of = n % 2 === 0 ? api : other;
    const [first, ...others] = to;
    if (others.length === 0) {
      const answer = await of.post('/v1/sms', { ...body, to: first }, customer);
      return answer.status === 201 ? [] : [String(codeOf(answer))];
    }
    const answer = await of.post('/v1/sms/batches', { ...body, recipients: to }, customer);
    expect(answer.status).toBe(201);
    const items = dataOf(answer)['items'] as Row[];
    return items.flatMap(({ ok, error_code }) => (ok === true ? [] : [String(error_code)]));
  }

  const queued = ({ customer: { accountId } }: Victim) =>
    api.use(Database).query<{ recipient: string; status: string; cents: number }>(
      `SELECT recipient, status, price_cents AS cents FROM messaging.messages
       WHERE account_id = $1 AND direction = 'outbound' AND status <> 'failed'`,
      [accountId],
    );
  const walletOf = async ({ customer: { accountId } }: Victim) => {
    const [wallet] = await api.use(Database).query<{
      spent: number;
      held: number;
    }>(`SELECT outbound_spent_cents AS spent, outbound_held_cents AS held FROM billing.wallets WHERE account_id = $1`, [accountId]);
    return { spent: Number(wallet?.spent), held: Number(wallet?.held) };
  };

  it('spends no more than the daily cap on messages, and only in the countries that the account allows', async () => {
    let accepted = 0;
    const refused = new Set<string>();
    await fc.assert(
      fc.asyncProperty(attack, async (given) => {
        const account = await victim(given);
        for (let round = 0; round < ROUNDS; round++) {
          const refusals = await Promise.all(given.requests.map((request, n) => send(account, request, n)));
          for (const code of refusals.flat()) refused.add(code);
          // Carriers take what is due: what was held is charged.
          await api.use(DeliverMessages).round();
        }
        const messages = await queued(account);
        accepted += messages.length;
        const cents = messages.reduce((sum, each) => sum + each.cents, 0);
        expect(cents).toBeLessThanOrEqual(given.capCents);
        const countries = Object.entries(DESTINATIONS)
          .filter(([, prefix]) => messages.some(({ recipient }) => recipient.startsWith(prefix)))
          .map(([country]) => country);
        expect(given.allowed).toEqual(expect.arrayContaining(countries));
        const { spent, held } = await walletOf(account);
        expect(spent + held).toBe(cents);
        const { accountId } = account.customer;
        expect((await api.use(Ledger).balance(accountId)).amountCents).toBeGreaterThanOrEqual(
          BALANCE_CENTS - given.capCents - 1_000,
        );
        expect((await api.use(Journal).verify()).filter((each) => each.accountId === accountId)).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(accepted).toBeGreaterThan(0);
    // A recipient that a batch has twice is refused by itself.
    expect([...refused].toSorted()).toEqual(['destination_not_allowed', 'invalid_input', 'spend_cap_reached']);
  });

  it('raises an alert when it messages one range, which stops its messages if the operator chose that', async () => {
    const policy = dataOf(await api.operator('GET', '/operator/outbound-policy'));
    await api.operator('PUT', '/operator/outbound-policy', { ...policy, night: NO_NIGHT, on_alert: 'block' });
    const { customer, from } = await victim({ capCents: 10_000, allowed: ['GB'], requests: [] });
    const recipients = Array.from({ length: 20 }, (_, n) => `${DESTINATIONS.GB}${String(n + 10)}`);
    const [last = '', ...others] = recipients;
    const raised = async () => {
      await api.use(WatchSpending).raise();
      return itemsOf(await api.get('/v1/billing/alerts', customer));
    };
    await api.post('/v1/sms/batches', { from, body: 'Hello', recipients: others }, customer);
    expect(await raised()).toEqual([]);
    expect((await api.post('/v1/sms', { from, body: 'Hello', to: last }, customer)).status).toBe(201);
    expect(await raised()).toMatchObject([
      { rule: 'repeated_messages', prefix: DESTINATIONS.GB, messages: 20, calls: null, blocks_outbound: true },
    ]);
    const answer = await api.post('/v1/sms', { from, body: 'Hello', to: last }, customer);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'destination_not_allowed']);
    expect(answer.text).toContain('blocked_by_alert');
  });
});
