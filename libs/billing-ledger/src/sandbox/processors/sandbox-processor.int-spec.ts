import { ProcessorUnavailable } from '../../application/card-processor';
import { cardProcessorContract } from '../../testing/processors/card-processor-contract';
import { chargeOrder } from '../../testing/processors/processor-under-test';
import { WRITTEN } from '../../testing/order-of-writing';
import { postgresWorld, type PostgresWorld } from '../../testing/postgres-world';
import { sandboxUnderTest } from '../../testing/processors/sandbox-under-test';
import { SignedEvents } from '../../infrastructure/processors/signed-events';

describe('SandboxCardProcessor on PostgreSQL', () => {
  let world: PostgresWorld;
  const seen = new Set<string>();

  beforeAll(async () => {
    world = await postgresWorld();
  });
  afterAll(() => world.close());

  const newEvents = async () => {
    const all = await world.db.query<{ id: string; body: string }>(
      `SELECT id, body FROM billing.sandbox_events ORDER BY ${WRITTEN}`,
    );
    const fresh = all.filter(({ id }) => !seen.has(id));
    fresh.forEach(({ id }) => seen.add(id));
    return fresh;
  };

  cardProcessorContract(() =>
    Promise.resolve(
      sandboxUnderTest({
        processor: world.processor,
        payments: world.sandbox.payments,
        signed: new SignedEvents([world.sandbox.secrets.webhookSecret], world.clock),
        newEvents,
        advance: (seconds) => world.clock.advance(seconds),
      }),
    ),
  );

  describe('with a scripted fault', () => {
    const script = (kind: 'slow' | 'timeout' | 'error' | 'duplicate') =>
      world.sandbox.faults.script({ target: 'processor', point: 'request', kind, times: 1 });
    const requests = async (key: string) =>
      world.db.query<{ requests: number }>(`SELECT requests FROM billing.sandbox_charges WHERE idempotency_key = $1`, [
        key,
      ]);

    it('does nothing and does not respond for `error`', async () => {
      const order = chargeOrder('pm_card_visa');
      await script('error');
      await expect(world.processor.charge(order)).rejects.toThrow(ProcessorUnavailable);
      expect(await requests(order.idempotencyKey)).toEqual([]);
      expect(await world.processor.charge(order)).toMatchObject({ status: 'succeeded' });
    });

    it('charges and does not respond for `timeout`', async () => {
      const order = chargeOrder('pm_card_visa');
      await script('timeout');
      await expect(world.processor.charge(order)).rejects.toThrow(ProcessorUnavailable);
      expect(await requests(order.idempotencyKey)).toEqual([{ requests: 1 }]);
    });

    it('receives the request twice and charges once for `duplicate`', async () => {
      const order = chargeOrder('pm_card_visa');
      await script('duplicate');
      expect(await world.processor.charge(order)).toMatchObject({ status: 'succeeded' });
      expect(await requests(order.idempotencyKey)).toEqual([{ requests: 2 }]);
    });

    it('responds late for `slow`', async () => {
      const begun = performance.now();
      await script('slow');
      expect(await world.processor.charge(chargeOrder('pm_card_visa'))).toMatchObject({ status: 'succeeded' });
      expect(performance.now() - begun).toBeGreaterThan(2500);
    });
  });

  it('never refunds more than the charge when refunds race', async () => {
    const { intentId } = await world.processor.charge(chargeOrder('pm_card_visa'));
    const refunds = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        world.processor.refund({ idempotencyKey: `crf_${n} ${intentId}`, intentId: intentId ?? '', amountCents: 1000 }),
      ),
    );
    expect(refunds.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
  });

  it('rejects a call inside a transaction', async () => {
    const inside = world.db.run(() => world.processor.charge(chargeOrder('pm_card_visa')));
    await expect(inside).rejects.toThrow('inside a transaction');
  });
});
