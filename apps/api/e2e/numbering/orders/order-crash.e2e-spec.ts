import { Journal, Ledger } from '@trunkline/billing-ledger';
import { FinishPendingOrders } from '@trunkline/numbering';
import { Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, testEnvironment, type TestApi } from '../../support';
import { ApiProcess } from '../../support/process';
import { Turnstile } from '../../support/identity/turnstile';

/** Each test starts a process, which takes long on a busy machine. */

const WAIT_MS = 60_000;

describe('an API process killed between the supplier and the settlement of an order', () => {
  let api: TestApi;
  let turnstile: Turnstile;
  let environment: Record<string, string>;

  beforeAll(async () => {
    environment = await testEnvironment();
    api = await startApi(environment);
    turnstile = await Turnstile.build(api.settings.DATABASE_URL, 'numbering.phone_numbers');
  });
  afterAll(async () => {
    await turnstile.close();
    await api.stop();
  });

  const order = (customer: Customer, token: string, key: string) => ({
    method: 'POST',
    headers: {
      authorization: `Bearer ${customer.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ select_token: token }),
  });

  /** Orders through a process that is killed with SIGKILL after the supplier sold the number; returns the request. */
  const orderAndKill = async (): Promise<{ customer: Customer; token: string; key: string }> => {
    const customer = await api.customers.make({ balanceCents: 1000 });
    const token = await new Shopping(api, customer).token();
    const key = `crash-${customer.accountId}`;
    const victim = await ApiProcess.start(environment);
    const open = await turnstile.shut();
    try {
      const asked = fetch(`${victim.url}/v1/numbers`, order(customer, token, key)).catch(() => 'died');
      await turnstile.somebodyWaits();
      await victim.kill('SIGKILL');
      expect(await asked).toBe('died');
      await turnstile.terminateWaitingSessions();
    } finally {
      await open();
    }
    expect(await turnstile.count('numbering.sandbox_inventory', customer.accountId)).toBe(1);
    expect(await turnstile.count('numbering.phone_numbers', customer.accountId)).toBe(0);
    return { customer, token, key };
  };

  const expectBoughtOnce = async ({ accountId }: Customer): Promise<void> => {
    expect(await turnstile.count('numbering.phone_numbers', accountId)).toBe(1);
    expect(await turnstile.count('numbering.number_orders', accountId)).toBe(1);
    expect(await turnstile.count('numbering.sandbox_inventory', accountId)).toBe(1);
    const { amountCents, heldCents } = await api.use(Ledger).balance(accountId);
    expect({ amountCents, heldCents }).toEqual({ amountCents: 900, heldCents: 0 });
    expect(await api.use(Journal).verify()).toEqual([]);
  };

  it('buys and charges exactly once when the request is repeated with its key', async () => {
    const { customer, token, key } = await orderAndKill();
    const early = await api.post('/v1/numbers', { select_token: token }, customer, { 'idempotency-key': key });
    expect([early.status, early.body.error?.code]).toEqual([409, 'idempotency_in_progress']);
    await turnstile.leasesRunOut();
    const again = await api.post('/v1/numbers', { select_token: token }, customer, { 'idempotency-key': key });
    expect(again.status).toBe(201);
    expect(again.body.data).toMatchObject({ order: { status: 'provisioned' }, number: { status: 'active' } });
    await expectBoughtOnce(customer);
    const replay = await api.post('/v1/numbers', { select_token: token }, customer, { 'idempotency-key': key });
    expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([again.text, 'true']);
    await expectBoughtOnce(customer);
  });

  it('buys and charges exactly once by the sweeper when the request is not repeated', async () => {
    const { customer } = await orderAndKill();
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 3600 });
    await api.use(FinishPendingOrders).finish();
    await expectBoughtOnce(customer);
  });
});

describe('an API process asked to stop', () => {
  it('answers the request in flight, accepts no new one, and exits with 0', async () => {
    const environment = await testEnvironment();
    const api = await startApi(environment);
    const turnstile = await Turnstile.build(api.settings.DATABASE_URL, 'numbering.phone_numbers');
    const customer = await api.customers.make({ balanceCents: 1000 });
    const token = await new Shopping(api, customer).token();
    const process = await ApiProcess.start(environment);
    const open = await turnstile.shut();
    const asked = fetch(`${process.url}/v1/numbers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ select_token: token }),
    });
    await turnstile.somebodyWaits();
    const exited = process.kill('SIGTERM');
    await expect(untilRefused(`${process.url}/health/live`)).resolves.toBe('refused');
    await open();
    expect((await asked).status).toBe(201);
    expect(await exited).toBe(0);
    await turnstile.close();
    await api.stop();
  });
});

async function untilRefused(url: string): Promise<string> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; ) {
    const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => null);
    if (!answer) return 'refused';
  }
  return 'still answers';
}
