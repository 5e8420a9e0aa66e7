import { addSeconds } from '@trunkline/kernel';
import { type DeliveryWorld, deliveryWorld } from '../testing/delivery-world';
import { Receiver } from '../testing/receiver';

describe('the endpoint of a number', () => {
  let world: DeliveryWorld;
  let receiver: Receiver;
  let accounts = 0;
  let accountId: string;

  beforeAll(async () => {
    world = await deliveryWorld();
  });
  beforeEach(async () => {
    accountId = `acc_${++accounts}`;
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.close());
  afterAll(() => world.close());

  const set = async (url: string | null = receiver.url, numberId = `num_${accountId}`) => {
    await world.endpoints.setForNumber(accountId, numberId, url);
    const { items } = await world.repository.list(accountId, {
      limit: 100,
      sort: 'created_at',
      order: 'asc',
      after: null,
    });
    return items.find((each) => each.numberId === numberId) ?? null;
  };
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as { data: Record<string, unknown> });

  it('receives the messages of its number alone, with their text, beside the endpoints of the account', async () => {
    const { endpoint: ofAccount } = await world.endpoint(accountId, receiver.url);
    const endpoint = await set();
    world.texts.set('sms_1', 'Thank you!');
    await world.receive(accountId, `num_${accountId}`, 'sms_1');
    await world.receive(accountId, 'num_other', 'sms_2');
    await world.publish(accountId);
    await world.turn(endpoint!.id);
    expect(bodies().map(({ data }) => [data['message_id'], data['body']])).toEqual([['sms_1', 'Thank you!']]);
    await world.turn(ofAccount.id);
    expect(
      bodies()
        .slice(1)
        .map(({ data }) => [data['message_id'], data['body']]),
    ).toEqual([
      ['sms_1', 'Thank you!'],
      ['sms_2', null],
      [undefined, undefined],
    ]);
  });

  it('replays the messages of its number alone', async () => {
    const endpoint = await set();
    await world.receive(accountId, `num_${accountId}`, 'sms_1');
    await world.receive(accountId, 'num_other', 'sms_2');
    const now = world.clock.now();
    const range = { from: addSeconds(now, -60), to: addSeconds(now, 60) };
    await world.turn(endpoint!.id);
    expect(await world.replay(accountId, endpoint!.id, range)).toBe(1);
    await world.turn(endpoint!.id);
    expect(bodies().map(({ data }) => data['message_id'])).toEqual(['sms_1', 'sms_1']);
  });

  it('keeps its secret and is enabled again when the URL changes, and is deleted with it', async () => {
    const first = await set();
    await world.endpoints.update(accountId, first!.id, { enabled: false });
    const second = await set(`${receiver.url}/new`);
    expect(second).toMatchObject({ id: first!.id, secretPrefix: first!.secretPrefix, status: 'enabled' });
    expect(await set(null)).toBeNull();
    expect(await set(null)).toBeNull();
    expect((await set())!.id).not.toBe(first!.id);
  });

  it('does not count among the endpoints of the account', async () => {
    for (let count = 0; count < 20; count += 1) await world.endpoint(accountId, receiver.url);
    expect(await set()).not.toBeNull();
    await expect(world.endpoint(accountId, receiver.url)).rejects.toMatchObject({ code: 'webhook_limit_reached' });
  });

  it('is changed and deleted through its number alone', async () => {
    const { id } = (await set())!;
    const invalid = expect.objectContaining({ code: 'invalid_state' });
    await expect(world.endpoints.update(accountId, id, { url: `${receiver.url}/x` })).rejects.toThrow(invalid);
    await expect(world.endpoints.update(accountId, id, { eventTypes: ['*'] })).rejects.toThrow(invalid);
    await expect(world.endpoints.delete(accountId, id)).rejects.toThrow(invalid);
    await world.endpoints.update(accountId, id, { description: 'CRM' });
    await world.endpoints.rotateSecret(accountId, id, 0);
  });

  it('has one row when two requests set it at once', async () => {
    // The caller locks the number; a second row would break the unique index.
    await set();
    await Promise.all([set(`${receiver.url}/a`), set(`${receiver.url}/b`)]);
    const { items } = await world.repository.list(accountId, {
      limit: 100,
      sort: 'created_at',
      order: 'asc',
      after: null,
    });
    expect(items).toHaveLength(1);
  });
});
