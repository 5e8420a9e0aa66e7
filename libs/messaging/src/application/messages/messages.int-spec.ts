import { newId } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { messagingPersistence } from '../../messaging.module';
import { aMessage, FakeFunds, messagingWorld } from '../../testing';

describe('Messages', () => {
  let test: TestDatabase;
  const clock = new TestClock(new Date('2026-06-01T12:00:00Z'));

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
  });
  afterAll(() => test.close());

  const aWorld = () => {
    const [funds, events, accountId] = [new FakeFunds(), new RecordingEventBus(), newId('acc')];
    const world = messagingWorld(test.db, { clock, events, funds, carrierIds: ['car_1'] });
    return { ...world, funds, events, accountId };
  };

  it('fails what waits of an account, of a number and of a conversation, releases it and announces it', async () => {
    const { accountId, messageStore, messages, funds, events } = aWorld();
    const [one, other, third] = [
      aMessage({ accountId, numberId: 'num_a' }),
      aMessage({ accountId, numberId: 'num_b', sender: '+12125550101', recipient: '+12125550199' }),
      aMessage({ accountId, numberId: 'num_c', priceCents: 0 }),
    ];
    await messageStore.addAll([one, other, third, aMessage({ accountId: newId('acc'), numberId: 'num_a' })]);
    expect(await messages.failAll({ accountId, numberId: 'num_a' }, 'number_released')).toBe(1);
    const pair = { accountId, sender: '+12125550101', recipient: '+12125550199' };
    expect(await messages.failAll(pair, 'recipient_opted_out')).toBe(1);
    expect(await messages.failAll({ accountId }, 'account_not_active')).toBe(1);
    expect(await messages.failAll({ accountId }, 'account_not_active')).toBe(0);
    expect(funds.released).toEqual([one.id, other.id]);
    expect(events.published.map(({ data }) => data)).toMatchObject([
      { message_id: one.id, status: 'failed', error_code: 'number_released', price_cents: 0 },
      { message_id: other.id, status: 'failed', error_code: 'recipient_opted_out' },
      { message_id: third.id, status: 'failed', error_code: 'account_not_active' },
    ]);
  });

  it('fails any number of messages, in batches', async () => {
    const { accountId, messageStore, messages, funds } = aWorld();
    await messageStore.addAll(Array.from({ length: 1_100 }, () => aMessage({ accountId })));
    expect(await messages.failAll({ accountId }, 'sending_stopped')).toBe(1_100);
    expect(funds.released).toHaveLength(1_100);
  });

  it('fails the others where the money of one cannot be released, and names the one', async () => {
    const { accountId, messageStore, messages, funds } = aWorld();
    const waiting = Array.from({ length: 510 }, () => aMessage({ accountId }));
    await messageStore.addAll(waiting);
    const faulty = waiting[7]!.id;
    const settle = funds.settle.bind(funds);
    funds.settle = (settled) =>
      settled.some(({ id }) => id === faulty) ? Promise.reject(new Error('Not held.')) : settle(settled);
    await expect(messages.failAll({ accountId }, 'account_not_active')).rejects.toThrow(
      `Messages were not failed: ${faulty}`,
    );
    expect(funds.released).toHaveLength(509);
    funds.settle = settle;
    expect(await messages.failAll({ accountId }, 'account_not_active')).toBe(1);
  });

  it('shows no body of an account whose key was erased', async () => {
    const world = aWorld();
    const { accountId, send, messages, keys } = world;
    const { id } = await send(accountId, '+12125550123');
    expect(await messages.get(accountId, id)).toMatchObject({ body: 'Hello' });
    keys.isErased = true;
    expect(await messages.get(accountId, id)).toMatchObject({ body: null, status: 'queued' });
  });
});
