import { jest } from '@jest/globals';
import { Journal, Ledger } from '@trunkline/billing-ledger';
import { CheckOutCart, FinishPendingOrders } from '@trunkline/numbering';
import { itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, testEnvironment, type TestApi } from '../../support';
import { type CheckoutPoint, CheckoutStops } from '../../support/numbering/checkout-stops';
import { ApiProcess } from '../../support/process';

jest.setTimeout(180_000);

const KEY = { 'idempotency-key': 'the checkout' };
const START_CENTS = 2000;
const LEASES_SECONDS = 200;
/** Longer than the 15 minutes for which an outcome may stay unknown. */
const PAST_TIMEOUT_SECONDS = 1000;
/** By the last four digits: sold, bought without a response, no response, documents required. */
const MISHAPS = ['9001', '9004', '9003', '9006'];

/**
 * A checkout of five numbers, the point at which its process is killed, and the number of statements that wait there: one for
 * the delivered numbers, which are stored together.
 */
interface Case {
  readonly name: string;
  readonly point: CheckoutPoint;
  readonly spared: number;
  readonly waiting: number;
  readonly isMixed: boolean;
}

const plain = (point: CheckoutPoint, spared = 0, waiting = 1): Case => {
  const name = spared > 0 || waiting > 1 ? `${point}, after ${spared} of five` : point;
  return { name, point, spared, waiting, isMixed: false };
};
const mixed = (point: CheckoutPoint, waiting: number): Case => {
  return { name: `${point}, with mishaps among the five`, point, spared: 0, waiting, isMixed: true };
};

/** By process, because a checkout may use five connections of each, and a waiting statement holds one. */
const CASES: readonly (readonly Case[])[] = [
  [plain('started'), plain('quoted'), plain('held'), plain('delivered'), mixed('ordered', 1)],
  [plain('delivered', 1), plain('delivered', 2), plain('delivered', 3), plain('delivered', 4)],
  [plain('bought', 0, 5)],
  [plain('ordered'), plain('finished'), plain('bought', 3, 2), plain('answered')],
  [mixed('bought', 4), mixed('delivered', 1)],
];
const ALL = CASES.flat();

describe('a checkout of five numbers whose process is killed', () => {
  let api: TestApi;
  let stops: CheckoutStops;
  let environment: Record<string, string>;
  let buyers: Map<Case, Shopping>;

  beforeAll(async () => {
    environment = await testEnvironment();
    api = await startApi(environment);
    stops = await CheckoutStops.build(environment['DATABASE_URL'] ?? '');
  });
  afterAll(async () => {
    await stops.close();
    await api.stop();
  });

  const accountOf = (each: Case) => buyers.get(each)!.customer.accountId;
  const checkOut = (each: Case) => buyers.get(each)!.checkOut({}, KEY);

  const join = () => api.customers.make({ balanceCents: START_CENTS });
  const fill = async (customer: Customer, isMixed: boolean): Promise<Shopping> => {
    const shopping = new Shopping(api, customer);
    const endings = isMixed ? MISHAPS : [];
    const tokens = await Promise.all(
      endings.map((ending) => shopping.token(`number_type=geographic&ends_with=${ending}`)),
    );
    const rows = await shopping.search('number_type=geographic', 5 - tokens.length);
    for (const token of [...tokens, ...rows.map((row) => String(row['select_token']))]) {
      const added = await shopping.addToCart(token);
      if (added.status !== 201) throw new Error(`The cart took nothing: ${added.text}`);
    }
    return shopping;
  };

  /** Stops every checkout at its own point, then kills the processes. */
  const killAll = async (): Promise<void> => {
    const victims = await Promise.all(CASES.map(() => ApiProcess.start(environment)));
    const customers = await Promise.all(ALL.map(join));
    buyers = new Map();
    for (const [index, customer] of customers.entries()) {
      const each = ALL[index];
      if (each) buyers.set(each, await fill(customer, each.isMixed));
    }
    const open = await stops.shut(ALL.map((each) => ({ ...each, accountId: accountOf(each) })));
    try {
      const asked = CASES.flatMap((cases, index) =>
        cases.map((each) => ask(victims[index]?.url ?? '', buyers.get(each)!.customer)),
      );
      await stops.reached(ALL.reduce((sum, { waiting }) => sum + waiting, 0));
      await Promise.all(victims.map((victim) => victim.kill('SIGKILL')));
      expect(new Set(await Promise.all(asked))).toEqual(new Set(['cut off']));
      await stops.terminateWaitingSessions();
    } finally {
      await Promise.all(victims.map((victim) => victim.kill('SIGKILL')));
      await open();
    }
  };

  /** Runs the sweepers after the leases of the killed processes, and again after the timeout of unknown outcomes. */
  const sweep = async (): Promise<void> => {
    for (const advance_s of [LEASES_SECONDS, PAST_TIMEOUT_SECONDS]) {
      await api.operator('POST', '/operator/sandbox/clock', { advance_s });
      while ((await api.use(FinishPendingOrders).finish()) > 0);
      while ((await api.use(CheckOutCart).finishOpen()) > 0);
    }
  };

  /** Expects each number to be bought, charged and stored, or none of these, and nothing to be left open. */
  const expectBooksInOrder = async (each: Case): Promise<number> => {
    const account = accountOf(each);
    const numbers = await stops.query<{ e164: string }>(
      `SELECT e164 FROM numbering.phone_numbers WHERE account_id = $1 ORDER BY e164`,
      account,
    );
    const sold = `SELECT e164 FROM numbering.sandbox_inventory WHERE account_id = $1 AND state = 'sold' ORDER BY e164`;
    expect(await stops.query(sold, account)).toEqual(numbers);
    const charged = await stops.query<{ related_id: string; amount_cents: number }>(
      `SELECT related_id, amount_cents FROM billing.transactions
       WHERE account_id = $1 AND kind = 'charge' AND related_kind = 'number_order'`,
      account,
    );
    expect(new Set(charged.map(({ related_id }) => related_id)).size).toBe(charged.length);
    expect(charged).toHaveLength(numbers.length);
    const chargedCents = charged.reduce((sum, { amount_cents }) => sum - amount_cents, 0);
    const { amountCents, heldCents } = await api.use(Ledger).balance(account);
    expect({ amountCents, heldCents }).toEqual({ amountCents: START_CENTS - chargedCents, heldCents: 0 });
    expect(await stops.query(`SELECT FROM billing.holds WHERE account_id = $1 AND status = 'open'`, account)).toEqual(
      [],
    );
    const open = `SELECT FROM numbering.number_orders WHERE account_id = $1 AND status = 'pending'`;
    expect(await stops.query(open, account)).toEqual([]);
    return chargedCents;
  };

  const expectOutcome = async (each: Case, chargedCents: number): Promise<void> => {
    const buyer = buyers.get(each)!;
    const [checkout, ...others] = itemsOf(await api.get('/v1/checkouts', buyer.customer));
    const outcome = each.isMixed ? 'partial' : 'all_provisioned';
    expect([checkout, others]).toMatchObject([{ status: outcome, charged_cents: chargedCents }, []]);
    const statuses = (checkout?.['items'] as Row[]).map((item) => item['error_code'] ?? item['status']);
    expect(statuses).toEqual(
      each.isMixed
        ? ['number_unavailable', 'provisioned', 'supplier_timeout', 'pending_documents', 'provisioned']
        : Array(5).fill('provisioned'),
    );
    const left = itemsOf(await buyer.cartOf()).map((item) => String(item['e164']).slice(-4));
    expect(left).toEqual(each.isMixed ? ['9001', '9003'] : []);
  };

  describe('when the client repeats the request with its key', () => {
    beforeAll(async () => {
      await killAll();
      await stops.leasesRunOut();
      const first = await Promise.all(ALL.map(async (each) => [each.isMixed, (await checkOut(each)).status] as const));
      expect(first.filter(([isMixed, status]) => status !== (isMixed ? 504 : 200))).toEqual([]);
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: PAST_TIMEOUT_SECONDS });
    });

    it.each(ALL)('buys the rest and charges each number once after a crash at $name', async (each) => {
      const answer = await checkOut(each);
      expect(answer.status).toBe(200);
      await expectOutcome(each, await expectBooksInOrder(each));
      expect((await checkOut(each)).text).toBe(answer.text);
    });

    it('leaves a consistent ledger', async () => {
      expect(await api.use(Journal).verify()).toEqual([]);
    });
  });

  describe('when the client does not repeat the request', () => {
    beforeAll(async () => {
      await killAll();
      await sweep();
    });

    it.each(ALL.filter(({ point }) => point !== 'started'))(
      'buys the rest once by the sweepers after a crash at $name',
      async (each) => {
        await expectOutcome(each, await expectBooksInOrder(each));
      },
    );

    it('buys nothing and keeps the cart usable after a crash at started', async () => {
      const [started] = ALL;
      if (!started) throw new Error('There is no such case.');
      expect(await expectBooksInOrder(started)).toBe(0);
      expect(itemsOf(await buyers.get(started)!.cartOf())).toHaveLength(5);
      await stops.leasesRunOut();
      expect((await checkOut(started)).status).toBe(200);
      await expectOutcome(started, await expectBooksInOrder(started));
    });

    it('leaves a consistent ledger', async () => {
      expect(await api.use(Journal).verify()).toEqual([]);
    });
  });

  it('buys once when the connection drops and the process survives', async () => {
    const shopping = await fill(await join(), false);
    const open = await stops.shut([{ accountId: shopping.customer.accountId, point: 'delivered', spared: 2 }]);
    const caller = new AbortController();
    const cut = ask(api.url, shopping.customer, caller.signal);
    await stops.reached(1);
    caller.abort();
    expect(await cut).toBe('cut off');
    const early = await shopping.checkOut({}, KEY);
    expect([early.status, early.body.error?.code]).toEqual([409, 'idempotency_in_progress']);
    await open();
    const late = await eventuallyAnswered(() => shopping.checkOut({}, KEY));
    expect([late.status, late.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    const only: Case = plain('delivered', 2);
    buyers = new Map([[only, shopping]]);
    await expectOutcome(only, await expectBooksInOrder(only));
  });
});

async function ask(url: string, { key }: Customer, signal: AbortSignal | null = null): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...KEY };
  try {
    return (await fetch(`${url}/v1/cart/checkout`, { method: 'POST', headers, body: '{}', signal })).status;
  } catch {
    return 'cut off';
  }
}

async function eventuallyAnswered<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 20_000; ; ) {
    const answer = await send();
    if (answer.status !== 409 || Date.now() > deadline) return answer;
  }
}
