import { createHmac } from 'node:crypto';
import { newId } from '@trunkline/kernel';
import { eventually } from '@trunkline/platform/testing';
import { ApiProcess } from '../support/api-process';
import { CardHolder } from '../support/card-holder';
import { ProbeWorld } from '../support/probe-world';
import { WorkerProcess } from '../support/worker-process';

const SECRET = 'a-webhook-secret-for-tests-of-32-characters';
const WITHIN = 20_000;

describe('a chargeback, from the callback of the card processor to the payment that covers it', () => {
  let world: ProbeWorld;
  let api: ApiProcess;
  let worker: WorkerProcess;
  let customer: CardHolder;

  beforeAll(async () => {
    world = await ProbeWorld.open({ SANDBOX_WEBHOOK_SECRET: SECRET, RATE_LIMIT_FACTOR: '1000' });
    api = await ApiProcess.start(world.env);
    worker = WorkerProcess.spawn(world.env);
    await worker.started();
  });
  beforeEach(async () => {
    customer = await CardHolder.join(api, world);
  });
  afterAll(async () => {
    await Promise.all([api.kill(), worker.kill()]);
    await world.close();
  });

  /** Signs like the processor, without the code under test. */
  const call = async (type: string, object: object, id: string = newId('evt')): Promise<number> => {
    const body = JSON.stringify({ id, object: 'event', type, data: { object: { id: newId('op'), ...object } } });
    const at = Math.floor(Date.now() / 1000);
    const mac = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${mac}` };
    return (await api.call('POST', '/webhooks/payments/sandbox', headers, body)).status;
  };
  const dispute = (intentId: string) => ({
    id: `dp_${intentId}`,
    object: 'dispute',
    payment_intent: intentId,
    amount: 2500,
    currency: 'usd',
    status: 'needs_response',
  });
  const spend = (amountCents: number) =>
    api.operate(`/operator/accounts/${customer.accountId}/adjustments`, {
      amount_cents: -amountCents,
      reason: 'Spent',
      reference: newId('op'),
    });
  const stands = (status: string, balance: number) =>
    eventually(
      async () => expect([await customer.status(), await customer.balance()]).toEqual([status, balance]),
      WITHIN,
    );

  it('suspends the account while its balance is below zero, until a payment covers the debt', async () => {
    const intentId = await customer.topUp(2500);
    await spend(2900);
    const id = newId('evt');
    expect(await call('charge.dispute.created', dispute(intentId), id)).toBe(200);
    await stands('suspended', -2400);
    expect(await customer.refusal()).toBe('account_suspended');
    expect(await call('charge.dispute.created', dispute(intentId), id)).toBe(200);
    expect(await call('charge.dispute.funds_withdrawn', dispute(intentId))).toBe(200);
    await customer.topUp(2399);
    await stands('suspended', -1);
    await customer.topUp(500);
    await stands('active', 499);
    expect(await customer.refusal()).toBeNull();
  });

  it('does not suspend an account whose balance covers it', async () => {
    const intentId = await customer.topUp(2500);
    expect(await call('charge.dispute.created', dispute(intentId))).toBe(200);
    await stands('active', 500);
  });

  it('reinstates the account when the dispute is won', async () => {
    const intentId = await customer.topUp(2500);
    await spend(2900);
    await call('charge.dispute.created', dispute(intentId));
    await stands('suspended', -2400);
    await call('charge.dispute.closed', { ...dispute(intentId), status: 'won' });
    await stands('active', 100);
  });
});
