import { TestClock } from '@trunkline/kernel/testing';
import { RecordingLog } from '@trunkline/platform/testing';
import { ProcessorUnavailable } from '../../application/card-processor';
import { cardProcessorContract } from '../../testing/processors/card-processor-contract';
import { chargeOrder } from '../../testing/processors/processor-under-test';
import { FakeStripe } from '../../testing/processors/fake-stripe/fake-stripe';
import { SignedEvents } from './signed-events';
import { StripeCardProcessor } from './stripe-card-processor';
import { type StripeCustomers } from './stripe-customers';
import { stripeLibrary } from './stripe-library';

class InMemoryStripeCustomers implements StripeCustomers {
  private readonly kept = new Map<string, string>();

  find(accountId: string): Promise<string | null> {
    return Promise.resolve(this.kept.get(accountId) ?? null);
  }

  keep(accountId: string, customerId: string): Promise<string> {
    const kept = this.kept.get(accountId) ?? customerId;
    this.kept.set(accountId, kept);
    return Promise.resolve(kept);
  }
}

describe('StripeCardProcessor', () => {
  let fake: FakeStripe;
  let clock: TestClock;
  let log: RecordingLog;
  let customers: StripeCustomers;

  beforeAll(async () => {
    fake = await FakeStripe.start();
    clock = new TestClock();
    log = new RecordingLog();
    customers = new InMemoryStripeCustomers();
  });
  afterAll(() => fake.stop());

  const stripe = async (change: Partial<FakeStripe['config']> = {}) => {
    const config = { ...fake.config, ...change };
    const events = new SignedEvents(config.webhookSecrets, clock);
    return new StripeCardProcessor(await stripeLibrary(), config, customers, events, clock, log, 2000);
  };

  it('tells whether events are sent to a URL', async () => {
    const url = 'https://api.example.com/webhooks/payments/stripe';
    const processor = await stripe();
    expect(await processor.callbackState(url)).toBe('missing');
    fake.state.endpoints.push({ id: 'we_1', object: 'webhook_endpoint', url, status: 'disabled' });
    expect(await processor.callbackState(url)).toBe('disabled');
    fake.state.endpoints.push({ id: 'we_2', object: 'webhook_endpoint', url, status: 'enabled' });
    expect(await processor.callbackState(url)).toBe('enabled');
    expect(await processor.callbackState(`${url}/`)).toBe('missing');
    await expect((await stripe({ secretKey: 'sk_test_wrong' })).callbackState(url)).rejects.toThrow();
  });

  cardProcessorContract(async () => {
    return {
      processor: await stripe(),
      callbacks: () => Promise.resolve(fake.callbacks(clock.now())),
      authenticate: (intentId) => Promise.resolve(fake.authenticate(intentId)),
      winDispute: (intentId) => Promise.resolve(fake.winDispute(intentId)),
      refundElsewhere: async (intentId, amountCents) => {
        await Promise.resolve(fake.state.addRefund(fake.state.intent(intentId), amountCents, {}));
      },
      isAttached: (id) => fake.state.method(id).customer !== null,
      isSetUpOpen: (id) => fake.state.setups.get(id)?.['status'] === 'requires_payment_method',
      advance: (seconds) => clock.advance(seconds),
    };
  });

  describe('beyond the contract', () => {
    let processor: StripeCardProcessor;

    beforeAll(async () => {
      processor = await stripe();
    });

    const attached = async (accountId = 'acc_1') =>
      (await processor.attach(accountId, 'pm_card_visa')).processorPaymentMethodId;
    const chargesSince = (from: number) =>
      fake.requests.slice(from).filter((request) => request === 'POST /v1/payment_intents').length;

    it('creates one customer per account', async () => {
      const before = fake.state.customers.size;
      await attached('acc_2');
      await attached('acc_2');
      expect(fake.state.customers.size).toBe(before + 1);
      expect([...fake.state.customers.values()].at(-1)).toMatchObject({ metadata: { account_id: 'acc_2' } });
    });

    it('creates one customer for parallel first cards', async () => {
      const before = fake.state.customers.size;
      await Promise.all([attached('acc_3'), attached('acc_3'), attached('acc_3')]);
      expect(fake.state.customers.size).toBe(before + 1);
    });

    it('cannot charge a card that it detached', async () => {
      const card = await attached();
      expect(fake.state.method(card).customer).not.toBeNull();
      await processor.detach(card);
      const outcome = await processor.charge(chargeOrder(card));
      expect(outcome).toMatchObject({ status: 'failed', code: 'payment_method_unexpected_state' });
    });

    it('does not save the card of another account', async () => {
      const card = await attached('acc_2');
      await expect(processor.attach('acc_1', card)).rejects.toMatchObject({
        fields: { processor_payment_method_id: 'belongs to another customer' },
      });
    });

    it.each(['lost', 'unanswered', 'fault'] as const)('charges once when a request is %s', async (fault) => {
      const order = chargeOrder(await attached());
      const intents = fake.state.intents.size;
      fake.faults.push(fault);
      expect(await processor.charge(order)).toMatchObject({ status: 'succeeded' });
      expect(fake.state.intents.size).toBe(intents + 1);
    });

    it('throws ProcessorUnavailable without a response, and finds the outcome by the same key', async () => {
      const order = chargeOrder(await attached());
      const before = fake.requests.length;
      fake.faults.push('unanswered', 'unanswered', 'unanswered');
      await expect(processor.charge(order)).rejects.toThrow(ProcessorUnavailable);
      expect(chargesSince(before)).toBe(3);
      const intents = fake.state.intents.size;
      expect(await processor.charge(order)).toMatchObject({ status: 'succeeded' });
      expect(fake.state.intents.size).toBe(intents);
    });

    it('treats an invalid API key as an outage and logs no secret', async () => {
      const order = chargeOrder(await attached());
      await expect((await stripe({ secretKey: 'sk_test_wrong' })).charge(order)).rejects.toThrow(ProcessorUnavailable);
      expect(log.lines.length).toBeGreaterThan(0);
      expect(JSON.stringify(log.lines)).not.toContain('sk_test');
    });

    it('rejects a repeated key for another charge', async () => {
      const order = chargeOrder(await attached());
      await processor.charge(order);
      await expect(processor.charge({ ...order, amountCents: 9900 })).rejects.toThrow('same parameters');
    });

    it('returns a charge that Stripe refuses as failed', async () => {
      const outcome = await processor.charge(chargeOrder('pm_nothing'));
      expect(outcome).toMatchObject({ status: 'failed', intentId: null, code: 'resource_missing' });
    });

    it('ignores inquiries and events of other systems', async () => {
      fake.callbacks(clock.now());
      fake.state.addEvent('charge.dispute.created', {
        id: 'dp_1',
        status: 'warning_needs_response',
        payment_intent: 'pi_1',
      });
      fake.state.addEvent('payment_intent.succeeded', { id: 'pi_1', status: 'succeeded', amount: 100, metadata: {} });
      fake.state.addEvent('customer.created', { id: 'cus_1' });
      const callbacks = fake.callbacks(clock.now());
      const events = await Promise.all(callbacks.map((each) => processor.readEvent(each.rawBody, each.signature)));
      expect(events.map((event) => [event?.type, event?.update])).toEqual([
        ['charge.dispute.created', null],
        ['payment_intent.succeeded', null],
        ['customer.created', null],
      ]);
    });

    it('distinguishes failed from pending refunds', async () => {
      const charge = await processor.charge(chargeOrder(await attached()));
      const intentId = charge.intentId ?? '';
      const refund = fake.state.addRefund(fake.state.intent(intentId), 100, {});
      for (const [status, seen] of [
        ['pending', 'pending'],
        ['requires_action', 'pending'],
        ['failed', 'failed'],
        ['canceled', 'failed'],
      ] as const) {
        refund.status = status;
        expect(await processor.refundsOf(intentId)).toMatchObject([{ status: seen, idempotencyKey: null }]);
      }
    });
  });
});
