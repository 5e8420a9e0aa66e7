import { freshDatabaseUrl, type RoundTrip, WireProxy } from '@trunkline/platform/testing';
import { type Answer, startApi, type TestApi } from '../support';
import { dataOf, type Row, Shopping } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

const BATCH = 500;
/** The run with the fewest round trips counts: the first one fills caches, and background work adds to any. */
const RUNS = 3;
/**
 * Statements of no single request: those of the rate limits, which fetch the permits of many at once, and those that a process sends
 * by the clock.
 */
const SHARED = [
  'INSERT INTO platform.rate_limits',
  'INSERT INTO voice.api_uptime',
  'INSERT INTO platform.processes',
  `SELECT current_setting('transaction_read_only')`,
];
const STORED_EVENT = 'INSERT INTO platform.outbox';
const ANNOUNCEMENT = 'NOTIFY trunkline_outbox';
/** Routing the calls of a batch takes long. */
const BATCH_RUNS = 1;

/** The most round trips to PostgreSQL that each request may need. Lower a limit with each improvement. */
const LIMITS = {
  'POST /v1/cart/checkout of two numbers': 20,
  'POST /v1/numbers': 17,
  'POST /v1/cart/items of any number': 7,
  // One of them is the reservation at the sandbox supplier.
  'POST /v1/cart/items of one number': 13,
  'GET /v1/numbers/{e164}': 2,
  'POST /v1/auth/login': 3,
  'POST /v1/compliance/documents': 6,
  'POST /switch/cdrs of 500 calls of one account': 11,
  // The last one announces call.started, after the response.
  'POST /switch/route': 4,
  // Authentication, what the message depends on, the message with its hold; the announcement after the response.
  'POST /v1/sms': 4,
  'POST /switch/auth': 1,
  // Lock, contacts and commit; and the event of the first report may be announced meanwhile.
  'POST /switch/registrations of a refresh': 4,
} as const;

/** A PNG image of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const isShared = (text: string): boolean => SHARED.some((start) => text.includes(start));
const ofRequests = (trips: readonly RoundTrip[]): readonly RoundTrip[] =>
  trips.filter((statements) => !statements.every(isShared));

const lastWith = (text: string, trips: readonly RoundTrip[]): number =>
  trips.findLastIndex((statements) => statements.some((statement) => statement.includes(text)));

/** Prepares a request, and returns a function that sends it. */
type Preparation = () => Promise<() => Promise<Answer>>;

describe('round trips to PostgreSQL', () => {
  let wire: WireProxy;
  let api: TestApi;
  let shopping: Shopping;
  let telephony: Telephony;
  let tokens: string[];

  beforeAll(async () => {
    wire = await WireProxy.start(await freshDatabaseUrl());
    api = await startApi({ DATABASE_URL: wire.url });
    shopping = new Shopping(api, await api.customers.make({ balanceCents: 100_000 }));
    tokens = (await shopping.search('area_code=212', 20)).map((row) => String(row['select_token']));
    telephony = await Telephony.make(api, 1_000_000);
    const limit = { max_concurrent_calls: 10_000 };
    await api.operator('PATCH', `/operator/accounts/${telephony.customer.accountId}`, limit);
  });
  afterAll(async () => {
    await api.stop();
    await wire.stop();
  });

  const purchase = (path: string, body: object) => {
    const key = { 'idempotency-key': `key ${Math.random()}` };
    return Promise.resolve(() => api.post(path, body, shopping.customer, key));
  };
  const aSystem = async () => {
    const body = { name: `System ${Math.random()}`, registration_mode: 'register' };
    const { credentials } = dataOf(await api.post('/v1/sip-trunks', body, telephony.customer));
    return String((credentials as Row)['sip_username']);
  };
  const callToRoute = () => ({
    switch_id: 'sw1',
    call_id: `call ${Math.random()}`,
    from: '+493012345',
    to: telephony.number,
    source_ip: '203.0.113.9',
    source_port: 5060,
    transport: 'udp',
  });

  const REQUESTS: Readonly<Record<keyof typeof LIMITS, Preparation>> = {
    'POST /v1/cart/checkout of two numbers': async () => {
      for (const token of tokens.splice(0, 2)) await shopping.addToCart(token);
      return purchase('/v1/cart/checkout', {});
    },
    'POST /v1/numbers': () => purchase('/v1/numbers', { select_token: tokens.pop() }),
    'POST /v1/cart/items of any number': async () =>
      purchase('/v1/cart/items', { select_token: await shopping.anyOf() }),
    'POST /v1/cart/items of one number': () => purchase('/v1/cart/items', { select_token: tokens.pop() }),
    'GET /v1/numbers/{e164}': () =>
      Promise.resolve(() => api.get(`/v1/numbers/${telephony.number}`, telephony.customer)),
    'POST /v1/auth/login': () => {
      const { email, password } = shopping.customer;
      return Promise.resolve(() => api.post('/v1/auth/login', { email, password }));
    },
    'POST /v1/compliance/documents': () => {
      const document = { doc_type: 'passport', content_base64: PIXEL };
      return Promise.resolve(() => api.post('/v1/compliance/documents', document, shopping.customer));
    },
    'POST /switch/cdrs of 500 calls of one account': async () => {
      const routed: Row[] = [];
      const route = async () => routed.push(await telephony.route());
      // call.started is announced after the response.
      const trips = await wire.during(() => Promise.all(Array.from({ length: BATCH }, route)));
      expect(lastWith(ANNOUNCEMENT, trips)).toBeGreaterThan(lastWith(STORED_EVENT, trips));
      const cdrs = routed.map((row) => telephony.rowOf(row));
      return () => api.switch('/switch/cdrs', { cdrs });
    },
    'POST /v1/sms': () => {
      const message = { from: telephony.number, to: '+12125550123', body: 'Hello' };
      return Promise.resolve(() => api.post('/v1/sms', message, telephony.customer));
    },
    'POST /switch/auth': async () => {
      const username = await aSystem();
      return () => api.switch('/switch/auth', { username, realm: 'sip.api.test', source_ip: '203.0.113.7' });
    },
    'POST /switch/registrations of a refresh': async () => {
      const username = await aSystem();
      const expires_at = Math.floor(Date.now() / 1000) + 600;
      const contacts = [{ uri: 'sip:office@10.9.9.9', received: 'sip:203.0.113.7:22131', expires_at }];
      const refresh = () =>
        api.switch('/switch/registrations', { switch_id: 'sw1', boot_id: 'b1', username, contacts });
      await refresh();
      return refresh;
    },
    'POST /switch/route': () => Promise.resolve(() => api.switch('/switch/route', callToRoute())),
  };

  it.each(Object.entries(LIMITS))('of %s are at most %d', async (name, limit) => {
    const prepare = REQUESTS[name as keyof typeof LIMITS];
    let fewest: readonly RoundTrip[] | undefined;
    for (let run = 0; run < (name.includes(String(BATCH)) ? BATCH_RUNS : RUNS); run++) {
      const send = await prepare();
      const all = await wire.during(async () => {
        const answer = await send();
        expect(answer.status < 300 ? '' : answer.text).toBe('');
      });
      const trips = ofRequests(all);
      if (!fewest || trips.length < fewest.length) fewest = trips;
    }
    // The statements show what to improve.
    expect(fewest && fewest.length <= limit ? [] : fewest).toEqual([]);
  });

  it('of a sign-in with a wrong password carry the same statements for a user and for an unknown email', async () => {
    const statementsFor = async (email: string) => {
      const attempt = async () => {
        const { status } = await api.post('/v1/auth/login', { email, password: 'wrong horse battery staple' });
        expect(status).toBe(401);
      };
      // The first attempt fetches the permits of the address.
      await attempt();
      const runs: (readonly RoundTrip[])[] = [];
      while (runs.length < RUNS) {
        const trips = await wire.during(attempt);
        runs.push(ofRequests(trips));
      }
      const fewest = runs.toSorted((a, b) => a.length - b.length)[0];
      // The id of the request, which the setting of the actor names.
      return fewest?.map((trip) => trip.map((text) => text.replace(/"request":"[^"]+"/, '"request":"…"')));
    };
    const known = await statementsFor(shopping.customer.email);
    expect(known).toHaveLength(3);
    expect(await statementsFor('nobody@example.com')).toEqual(known);
  });
});
