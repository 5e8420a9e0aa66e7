import { DeliverSandboxEvents, HandleProcessorEvents, Journal, Ledger, SettleTopups } from '@trunkline/billing-ledger';
import { dataOf } from '../../support/numbering/shopping';
import { bySession, type Customer, startApi, testEnvironment, type TestApi } from '../../support';
import { ApiProcess } from '../../support/process';
import { Turnstile } from '../../support/identity/turnstile';

const TOPUP = { amount_cents: 2500 };

describe("an API process killed between the card processor's answer and the credit of a top-up", () => {
  let api: TestApi;
  let turnstile: Turnstile;
  let environment: Record<string, string>;

  beforeAll(async () => {
    environment = await testEnvironment();
    api = await startApi(environment);
    turnstile = await Turnstile.build(api.settings.DATABASE_URL, 'billing.transactions');
  });
  afterAll(async () => {
    await turnstile.close();
    await api.stop();
  });

  const balance = async ({ accountId }: Customer) => (await api.use(Ledger).balance(accountId)).amountCents;
  const charged = ({ accountId }: Customer) =>
    turnstile.rows<{ status: string; requests: number }>('status, requests', 'billing.sandbox_charges', accountId);

  /** Tops up through a process that is killed with SIGKILL after the card was charged. */
  const topUpAndKill = async (): Promise<{ customer: Customer; key: string }> => {
    const customer = await api.customers.make();
    const card = { processor_payment_method_id: 'pm_card_visa' };
    expect((await api.post('/v1/billing/payment-methods', card, bySession(customer))).status).toBe(201);
    const key = `crash-${customer.accountId}`;
    const victim = await ApiProcess.start(environment);
    const open = await turnstile.shut();
    try {
      const headers = {
        authorization: `Bearer ${customer.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      };
      const request = { method: 'POST', headers, body: JSON.stringify(TOPUP) };
      const asked = fetch(`${victim.url}/v1/billing/topups`, request).catch(() => 'died');
      await turnstile.somebodyWaits();
      await victim.kill('SIGKILL');
      expect(await asked).toBe('died');
      await turnstile.terminateWaitingSessions();
    } finally {
      await open();
    }
    expect(await charged(customer)).toEqual([{ status: 'succeeded', requests: 1 }]);
    expect(await balance(customer)).toBe(500);
    return { customer, key };
  };

  const expectCreditedOnce = async (customer: Customer, requests: number): Promise<void> => {
    expect(await charged(customer)).toEqual([{ status: 'succeeded', requests }]);
    expect(await balance(customer)).toBe(3000);
    const topups = await api.get('/v1/billing/topups', customer);
    expect(dataOf(topups)['items']).toMatchObject([{ status: 'succeeded', amount_cents: 2500 }]);
    const posted = await turnstile.rows<{ kind: string }>('kind', 'billing.transactions', customer.accountId);
    expect(posted.map(({ kind }) => kind).sort()).toEqual(['topup', 'trial_credit']);
    expect(await api.use(Journal).verify()).toEqual([]);
  };

  it('charges and credits once when the request is repeated with its key', async () => {
    const { customer, key } = await topUpAndKill();
    const repeat = () => api.post('/v1/billing/topups', TOPUP, customer, { 'idempotency-key': key });
    await turnstile.leasesRunOut();
    const again = await repeat();
    expect([again.status, dataOf(again)['status']]).toEqual([201, 'succeeded']);
    await expectCreditedOnce(customer, 2);
    expect((await repeat()).text).toBe(again.text);
    await expectCreditedOnce(customer, 2);
  });

  it('charges and credits once by the sweeper when the request is not repeated', async () => {
    const { customer } = await topUpAndKill();
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 120 });
    await api.use(SettleTopups).settle();
    await api.use(SettleTopups).settle();
    await expectCreditedOnce(customer, 2);
  });

  it("charges and credits once when the processor's callback arrives first", async () => {
    const { customer } = await topUpAndKill();
    await api.use(DeliverSandboxEvents).deliverDue();
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 120 });
    await api.use(HandleProcessorEvents).handleDue();
    await api.use(SettleTopups).settle();
    await expectCreditedOnce(customer, 1);
  });
});
