import { addSeconds, newId } from '@trunkline/kernel';
import { eventsOf, receiveEvent, processorWorld, type ProcessorWorld } from '../../testing/processor-world';
import { fundedAccount } from '../../testing/postgres-world';

interface Entry {
  readonly kind: string;
  readonly amount_cents: number;
  readonly related_kind: string;
  readonly related_id: string;
  readonly processor_payment_intent_id: string;
}

const PAGE = { limit: 10, order: 'asc', sort: 'created_at', after: null } as const;

describe('events of the card processor', () => {
  let world: ProcessorWorld;
  let accountId: string;
  let operation = 0;

  beforeAll(async () => {
    world = await processorWorld();
  });
  beforeEach(async () => {
    accountId = await fundedAccount(world);
  });
  afterEach(async () => {
    expect(await world.journal.verify()).toEqual([]);
  });
  afterAll(() => world.close());

  const topUp = async (card = 'pm_card_visa', amountCents = 2500) => {
    const operationId = `op ${++operation}`;
    const order = { accountId, operationId: `card ${operationId}`, processorPaymentMethodId: card, setDefault: true };
    await world.paymentMethods.add(order).catch(() => undefined);
    return world.topUpWallet.topUp({ accountId, operationId, amountCents });
  };
  const balance = async () => (await world.ledger.balance(accountId)).amountCents;
  const entries = () =>
    world.db.query<Entry>(
      `SELECT kind, amount_cents, related_kind, related_id, processor_payment_intent_id FROM billing.transactions
       WHERE account_id = $1 ORDER BY created_at`,
      [accountId],
    );
  const amounts = async () => (await entries()).map(({ kind, amount_cents }) => [kind, amount_cents]);
  const events = () => eventsOf(world, accountId);
  const receiveAll = async () => {
    for (const event of await events()) await receiveEvent(world, event);
  };
  const inboxRow = (id: string) =>
    world.db.find<{ status: string; attempts: number }>(
      `SELECT status, attempts FROM billing.processor_events WHERE event_id = $1`,
      [id],
    );
  const later = async (seconds: number) => {
    world.clock.advance(seconds);
    await world.handle.handleDue();
  };

  describe('of a charge', () => {
    /** Runs `meanwhile` after the processor's decision and before its response. */
    const topUpWhile = async (card: string, meanwhile: () => Promise<void>) => {
      const settle = world.charges.settle.bind(world.charges);
      world.charges.settle = async (...args) => {
        world.charges.settle = settle;
        await meanwhile();
        return settle(...args);
      };
      return topUp(card);
    };
    const neverSettled = async (card: string) => {
      await expect(topUpWhile(card, () => Promise.reject(new Error('kill -9')))).rejects.toThrow('kill -9');
    };
    const ends = async () => {
      const topups = await world.queries.listTopups(accountId, [], PAGE);
      return { topups: topups.items.map(({ status }) => status), entries: await amounts(), balance: await balance() };
    };
    const credited = { topups: ['succeeded'], entries: [['topup', 2500]], balance: 2500 };

    it('have the same effect when they arrive before the response', async () => {
      await topUpWhile('pm_card_visa', receiveAll);
      expect(await ends()).toEqual(credited);
    });

    it('have the same effect when they arrive after the response', async () => {
      await topUp();
      await receiveAll();
      expect(await ends()).toEqual(credited);
    });

    it('have the same effect when they arrive twice', async () => {
      await topUp();
      await receiveAll();
      await receiveAll();
      expect(await ends()).toEqual(credited);
    });

    it('have the same effect when they arrive twenty times concurrently', async () => {
      await neverSettled('pm_card_visa');
      const [event] = await events();
      if (!event) throw new Error('The sandbox sent no event.');
      await Promise.all(Array.from({ length: 20 }, () => receiveEvent(world, event)));
      expect(await ends()).toEqual(credited);
    });

    it('have the same effect when events and response are lost', async () => {
      await neverSettled('pm_card_visa');
      expect(await balance()).toBe(0);
      world.clock.advance(61);
      await world.settleTopups.settle();
      expect(await ends()).toEqual(credited);
    });

    it('have the same effect when only the response is lost', async () => {
      await neverSettled('pm_card_visa');
      await receiveAll();
      expect(await ends()).toEqual(credited);
    });

    it('have the same effect when the sweep and the event race', async () => {
      await neverSettled('pm_card_visa');
      world.clock.advance(61);
      await Promise.all([receiveAll(), world.settleTopups.settle(), receiveAll()]);
      expect(await ends()).toEqual(credited);
    });

    it.each(['before', 'after', 'twice', 'never'])(
      'have the same effect when the card is declined and they arrive: %s',
      async (when) => {
        const declined = topUpWhile(
          'pm_card_chargeCustomerFail',
          when === 'before' ? receiveAll : () => Promise.resolve(),
        );
        await expect(declined).rejects.toMatchObject({ code: 'payment_declined' });
        if (when === 'after' || when === 'twice') await receiveAll();
        if (when === 'twice') await receiveAll();
        expect(await ends()).toEqual({ topups: ['failed'], entries: [], balance: 0 });
      },
    );

    it.each(['once', 'twice', 'in the wrong order', 'never'])(
      'have the same effect when the customer authenticates and they arrive: %s',
      async (when) => {
        const topup = await topUp('pm_card_authenticationRequired');
        expect(topup).toMatchObject({ status: 'requires_action', clientSecret: expect.stringContaining('_secret_') });
        const intentId = topup.processorPaymentIntentId ?? '';
        await world.sandbox.payments.act({ intentId, action: 'authenticate' });
        const happened = await events();
        const received =
          { once: happened, twice: [...happened, ...happened], never: [] }[when] ?? happened.toReversed();
        for (const event of received) await receiveEvent(world, event);
        if (when === 'never') {
          world.clock.advance(61);
          await world.settleTopups.settle();
        }
        expect(await ends()).toEqual(credited);
      },
    );

    it('have the same effect when authentication fails', async () => {
      const { processorPaymentIntentId } = await topUp('pm_card_authenticationRequired');
      const intentId = processorPaymentIntentId ?? '';
      await world.sandbox.payments.act({ intentId, action: 'fail_authentication' });
      await receiveAll();
      expect(await ends()).toEqual({ topups: ['failed'], entries: [], balance: 0 });
    });
  });

  it('store the client secret of a top-up encrypted, and return it decrypted', async () => {
    const topup = await topUp('pm_card_authenticationRequired');
    const row = await world.db.find<{ sealed: string }>(
      `SELECT client_secret_sealed AS sealed FROM billing.topups WHERE id = $1`,
      [topup.id],
    );
    expect(row?.sealed).toMatch(/^test\./);
    expect((await world.queries.getTopup(accountId, topup.id)).clientSecret).toBe(topup.clientSecret);
    const listed = await world.queries.listTopups(accountId, ['requires_action'], PAGE);
    expect(listed.items.map(({ clientSecret }) => clientSecret)).toEqual([topup.clientSecret]);
  });

  describe('of a dispute', () => {
    const disputed = async (amountCents?: number) => {
      const topup = await topUp();
      const intentId = topup.processorPaymentIntentId ?? '';
      await world.sandbox.payments.act({ intentId, action: 'dispute', ...(amountCents && { amountCents }) });
      return { topup, intentId };
    };

    it('debit the wallet once, refer to the top-up and publish the balance', async () => {
      const topup = await topUp('pm_card_createDispute');
      await receiveAll();
      await receiveAll();
      expect(await entries()).toMatchObject([
        { kind: 'topup' },
        {
          kind: 'chargeback',
          amount_cents: -2500,
          related_kind: 'topup',
          related_id: topup.id,
          processor_payment_intent_id: topup.processorPaymentIntentId,
        },
      ]);
      const published = await world.db.query(
        `SELECT FROM platform.outbox WHERE account_id = $1 AND type = 'billing.balance.changed'`,
        [accountId],
      );
      expect(published).toHaveLength(2);
    });

    it('debit the wallet below zero', async () => {
      await disputed();
      const spent = { relatedKind: null, relatedId: null, reference: 'spent', description: 'Spent' };
      await world.ledger.charge({ accountId, amountCents: 2000, ...spent });
      await receiveAll();
      expect(await balance()).toBe(-2000);
    });

    it('debit the disputed part', async () => {
      await disputed(700);
      await receiveAll();
      expect(await amounts()).toEqual([
        ['topup', 2500],
        ['chargeback', -700],
      ]);
    });

    it('debit once when the event arrives twenty times concurrently', async () => {
      await topUp('pm_card_createDispute');
      const happened = await events();
      await Promise.all(Array.from({ length: 10 }, () => happened.map((event) => receiveEvent(world, event))).flat());
      expect(await balance()).toBe(0);
    });

    it.each(['in order', 'in the wrong order', 'twice'])(
      'credit once when the dispute is won, received %s',
      async (how) => {
        const { intentId } = await disputed();
        await world.sandbox.payments.act({ intentId, action: 'win_dispute' });
        const happened = await events();
        const received = { 'in order': happened, twice: [...happened, ...happened] }[how] ?? happened.toReversed();
        for (const event of received) await receiveEvent(world, event);
        expect(await amounts()).toEqual([
          ['topup', 2500],
          ['chargeback', -2500],
          ['chargeback', 2500],
        ]);
      },
    );

    it('keep the debit when the dispute is lost', async () => {
      const { intentId } = await disputed();
      await world.sandbox.payments.act({ intentId, action: 'lose_dispute' });
      await receiveAll();
      expect(await balance()).toBe(0);
    });

    it('debit when only the loss of the dispute is reported', async () => {
      const { intentId } = await disputed();
      await world.sandbox.payments.act({ intentId, action: 'lose_dispute' });
      for (const event of (await events()).slice(-1)) await receiveEvent(world, event);
      expect(await amounts()).toEqual([
        ['topup', 2500],
        ['chargeback', -2500],
      ]);
    });

    it('wait until the charge is known', async () => {
      const settle = world.charges.settle.bind(world.charges);
      world.charges.settle = () => Promise.reject(new Error('kill -9'));
      await expect(topUp('pm_card_createDispute')).rejects.toThrow('kill -9');
      world.charges.settle = settle;
      const [, dispute] = await events();
      if (!dispute) throw new Error('The sandbox sent no dispute.');
      await receiveEvent(world, dispute);
      expect([await amounts(), await inboxRow(dispute.id)]).toMatchObject([[], { status: 'received' }]);
      world.clock.advance(61);
      await world.settleTopups.settle();
      await later(3600);
      expect(await amounts()).toEqual([
        ['topup', 2500],
        ['chargeback', -2500],
      ]);
      expect(await inboxRow(dispute.id)).toMatchObject({ status: 'handled' });
    });
  });

  describe('of refunds made at the processor', () => {
    it('debit the wallet once for each refund, partial or full', async () => {
      const topup = await topUp();
      const intentId = topup.processorPaymentIntentId ?? '';
      await world.sandbox.payments.act({ intentId, action: 'refund', amountCents: 1000 });
      await receiveAll();
      await world.sandbox.payments.act({ intentId, action: 'refund', amountCents: 1500 });
      await receiveAll();
      await Promise.all([receiveAll(), receiveAll()]);
      expect(await entries()).toMatchObject([
        { kind: 'topup' },
        { kind: 'refund', amount_cents: -1000, related_kind: 'topup', related_id: topup.id },
        { kind: 'refund', amount_cents: -1500, processor_payment_intent_id: intentId },
      ]);
    });

    it('credit the wallet when the refund fails', async () => {
      const { processorPaymentIntentId } = await topUp();
      const intentId = processorPaymentIntentId ?? '';
      await world.sandbox.payments.act({ intentId, action: 'refund', amountCents: 1000 });
      await receiveAll();
      const refundsOf = world.processor.refundsOf.bind(world.processor);
      world.processor.refundsOf = async (id) => (await refundsOf(id)).map((each) => ({ ...each, status: 'failed' }));
      const [event] = (await events()).slice(-1);
      const again = { id: 'evt_failed', body: String(event?.body).replace(String(event?.id), 'evt_failed') };
      await receiveEvent(world, again);
      await receiveEvent(world, { id: 'evt_failed2', body: again.body.replace('evt_failed', 'evt_failed2') });
      world.processor.refundsOf = refundsOf;
      expect(await amounts()).toEqual([
        ['topup', 2500],
        ['refund', -1000],
        ['refund', 1000],
      ]);
    });

    it('leave the balance unchanged when a refund fails while it is being recorded', async () => {
      const { processorPaymentIntentId } = await topUp();
      const intentId = processorPaymentIntentId ?? '';
      await world.sandbox.payments.act({ intentId, action: 'refund', amountCents: 1000 });
      const refundsOf = world.processor.refundsOf.bind(world.processor);
      const [event] = (await events()).slice(-1);
      const failed = { id: 'evt_failed3', body: String(event?.body).replace(String(event?.id), 'evt_failed3') };
      world.processor.refundsOf = async (id) => {
        const onItsWay = await refundsOf(id);
        world.processor.refundsOf = async () => onItsWay.map((each) => ({ ...each, status: 'failed' }));
        await receiveEvent(world, failed);
        return onItsWay;
      };
      await receiveAll();
      world.processor.refundsOf = refundsOf;
      expect(await balance()).toBe(2500);
    });
  });

  describe('on receipt', () => {
    const callback = async (body: string) => ({
      processor: 'sandbox',
      rawBody: Buffer.from(body),
      signature: await world.signed.sign(body),
    });
    const bodyOf = (type: string, object: object = {}) => {
      const id = newId('evt');
      return { id, body: JSON.stringify({ id, object: 'event', type, data: { object } }) };
    };

    it('are stored once, and as ignored for other types', async () => {
      const { id, body } = bodyOf('customer.created');
      await world.receive.receive(await callback(body));
      await world.receive.receive(await callback(body));
      expect(await inboxRow(id)).toEqual({ status: 'ignored', attempts: 0 });
    });

    it('are rejected for another processor or with an invalid signature', async () => {
      const { id, body } = bodyOf('customer.created');
      const other = world.receive.receive({ ...(await callback(body)), processor: 'stripe' });
      await expect(other).rejects.toMatchObject({ code: 'not_found' });
      const forged = world.receive.receive({ ...(await callback(body)), rawBody: Buffer.from(`${body} `) });
      await expect(forged).rejects.toMatchObject({ code: 'malformed_request' });
      expect(await inboxRow(id)).toBeNull();
    });

    it('are stored once: a repeated event is not announced again and stays handled', async () => {
      await topUp();
      const [event = bodyOf('nothing')] = await events();
      await receiveEvent(world, event);
      await world.receive.receive(await callback(event.body));
      expect(await inboxRow(event.id)).toMatchObject({ status: 'handled' });
      const published = await world.db.query(
        `SELECT FROM platform.outbox WHERE type = 'billing.processor_event.received' AND data->>'event_id' = $1`,
        [event.id],
      );
      expect(published).toHaveLength(1);
    });

    it.each([
      ['amount', { amount: 2499 }],
      ['currency', { currency: 'jpy' }],
      ['intent', { id: 'pi_other' }],
    ])('credit nothing for a charge with another %s than the top-up', async (_what, change) => {
      const topup = await topUp('pm_card_authenticationRequired');
      const money = { amount: 2500, currency: 'usd', metadata: { trunkline_key: topup.id } };
      const charge = { id: topup.processorPaymentIntentId, status: 'succeeded', ...money, ...change };
      const { id, body } = bodyOf('payment_intent.succeeded', charge);
      await world.receive.receive(await callback(body));
      await expect(world.handle.handle(id)).rejects.toThrow('another amount or currency, or twice');
      expect([await amounts(), await inboxRow(id)]).toMatchObject([[], { status: 'received' }]);
      await world.inbox.close('sandbox', id, 'ignored', world.clock.now());
    });

    it('are ignored after three days without a matching charge', async () => {
      const { id, body } = bodyOf('charge.dispute.created', {
        id: 'dp_1',
        status: 'needs_response',
        payment_intent: 'pi_stranger',
        amount: 5,
      });
      await world.receive.receive(await callback(body));
      await later(61);
      expect(await inboxRow(id)).toEqual({ status: 'received', attempts: 1 });
      for (let hour = 0; hour < 74; hour += 6) await later(6 * 3600);
      expect(await inboxRow(id)).toMatchObject({ status: 'ignored' });
    });

    it('are retried after failures, with increasing delays', async () => {
      const topup = await topUp();
      const intentId = topup.processorPaymentIntentId;
      const metadata = { trunkline_key: topup.id };
      const wrong = { id: intentId, status: 'succeeded', amount: 99, currency: 'usd', metadata };
      const { id, body } = bodyOf('payment_intent.succeeded', wrong);
      await world.receive.receive(await callback(body));
      await expect(world.handle.handle(id)).rejects.toThrow('another amount');
      await expect(later(61)).rejects.toThrow(AggregateError);
      expect(await inboxRow(id)).toEqual({ status: 'received', attempts: 1 });
      await expect(later(61)).rejects.toThrow(AggregateError);
      await later(61);
      expect(await inboxRow(id)).toEqual({ status: 'received', attempts: 2 });
      await expect(later(61)).rejects.toThrow(AggregateError);
      expect(await inboxRow(id)).toEqual({ status: 'received', attempts: 3 });
      await world.db.query(`UPDATE billing.processor_events SET attempts = 100 WHERE event_id = $1`, [id]);
      await expect(later(6 * 3600)).rejects.toThrow(AggregateError);
      expect(await inboxRow(id)).toEqual({ status: 'received', attempts: 101 });
      await world.inbox.close('sandbox', id, 'ignored', world.clock.now());
    });

    it('are deleted after ninety days', async () => {
      const { id, body } = bodyOf('customer.created');
      await world.receive.receive(await callback(body));
      await world.handle.prune();
      expect(await inboxRow(id)).not.toBeNull();
      world.clock.advance(91 * 86_400);
      expect(await world.handle.prune()).toBeGreaterThan(0);
      expect(await inboxRow(id)).toBeNull();
    });
  });

  describe('of the sandbox', () => {
    const fault = (kind: 'slow' | 'timeout' | 'error' | 'duplicate') =>
      world.sandbox.faults.script({ target: 'processor', point: 'callback', kind, times: 1 });
    const received = async () => {
      const [event] = await events();
      return event ? inboxRow(event.id) : null;
    };

    beforeEach(() => world.deliver.deliverDue());

    it('are delivered when they happen, once', async () => {
      await topUp();
      const [event] = await events();
      await world.deliver.deliver(event?.id ?? '');
      await world.deliver.deliver(event?.id ?? '');
      expect(await received()).toEqual({ status: 'received', attempts: 0 });
      expect(await world.deliver.deliverDue()).toBe(0);
    });

    it('are delivered late for `slow`', async () => {
      await topUp();
      await fault('slow');
      await world.deliver.deliverDue();
      expect(await received()).toBeNull();
      world.clock.advance(301);
      await world.deliver.deliverDue();
      expect(await received()).not.toBeNull();
    });

    it.each(['timeout', 'error'] as const)('are never delivered for `%s`', async (kind) => {
      await topUp();
      await fault(kind);
      await world.deliver.deliverDue();
      world.clock.advance(3600);
      await world.deliver.deliverDue();
      expect(await received()).toBeNull();
    });

    it('are delivered twice for `duplicate`', async () => {
      await topUp();
      await fault('duplicate');
      await world.deliver.deliverDue();
      expect(await received()).toEqual({ status: 'received', attempts: 0 });
      await world.handle.handleDue();
      expect(await balance()).toBe(2500);
    });
  });

  it('cancels a card setup after an hour', async () => {
    const setup = await world.cardSetups.open({ accountId, operationId: 'op setup' });
    expect(setup.expiresAt).toEqual(addSeconds(world.clock.now(), 3600));
    expect((await world.cardSetups.open({ accountId, operationId: 'op setup' })).setupId).toBe(setup.setupId);
    expect(await world.cardSetups.cancelExpired()).toBe(0);
    world.clock.advance(3600);
    expect(await world.cardSetups.cancelExpired()).toBe(1);
    expect(await world.cardSetups.cancelExpired()).toBe(0);
  });
});
