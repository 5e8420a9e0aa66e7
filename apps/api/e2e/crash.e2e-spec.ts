import { Ledger } from '@trunkline/billing-ledger';
import { FinishPendingOrders } from '@trunkline/numbering';
import { createDataSource, Database } from '@trunkline/platform';
import { Shopping } from './shopping';
import { type Customer, startApi, testEnvironment, type TestApi } from './support';
import { ApiProcess } from './support/process';

const LOCK = 4711;
const WAIT_MS = 10_000;

/** Stops whoever settles an order: after the supplier has sold the number, before our own row of it is written. */
class Turnstile {
  private constructor(private readonly owner: Database) {}

  static async build(url: string): Promise<Turnstile> {
    const owner = new Database(await createDataSource({ url, asOwner: true, poolSize: 5 }, []).initialize());
    await owner.query(`CREATE FUNCTION numbering.turnstile() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$`);
    await owner.query(`CREATE TRIGGER turnstile BEFORE INSERT ON numbering.phone_numbers
      FOR EACH ROW EXECUTE FUNCTION numbering.turnstile()`);
    return new Turnstile(owner);
  }

  async shut(): Promise<() => Promise<void>> {
    const client = await this.owner.pool.connect();
    await client.query(`SELECT pg_advisory_lock($1)`, [LOCK]);
    return async () => {
      await client.query(`SELECT pg_advisory_unlock($1)`, [LOCK]);
      client.release();
    };
  }

  async somebodyWaits(): Promise<void> {
    for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; ) {
      const waiting = await this.owner.query(`SELECT FROM pg_locks WHERE objid = $1 AND NOT granted`, [LOCK]);
      if (waiting.length > 0) return;
    }
    throw new Error('Nobody came to the turnstile.');
  }

  /** What half a minute would do: the lease of whoever died with the key runs out. */
  async leasesRunOut(): Promise<void> {
    await this.owner.query(`UPDATE platform.idempotency_keys SET locked_until = now() WHERE status IS NULL`);
  }

  count(table: string, accountId: string): Promise<number> {
    return this.owner.query(`SELECT FROM ${table} WHERE account_id = $1`, [accountId]).then(({ length }) => length);
  }

  close(): Promise<void> {
    return this.owner.dataSource.destroy();
  }
}

describe('an API process killed between the supplier and the settlement of an order', () => {
  let api: TestApi;
  let turnstile: Turnstile;
  let environment: Record<string, string>;

  beforeAll(async () => {
    environment = await testEnvironment();
    api = await startApi(environment);
    turnstile = await Turnstile.build(api.settings.DATABASE_URL);
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

  /** Orders through a process that is killed -9 once the supplier has sold; returns what was asked. */
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
    expect(await api.use(Ledger).verify()).toEqual([]);
  };

  it('has bought and charged it exactly once when the request is repeated with its key', async () => {
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

  it('has bought and charged it exactly once when nobody asks again: the sweeper finishes it', async () => {
    const { customer } = await orderAndKill();
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 3600 });
    await api.use(FinishPendingOrders).execute();
    await expectBoughtOnce(customer);
  });
});

describe('an API process asked to stop', () => {
  it('answers the request in flight, takes no new one, and ends with 0', async () => {
    const environment = await testEnvironment();
    const api = await startApi(environment);
    const turnstile = await Turnstile.build(api.settings.DATABASE_URL);
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
