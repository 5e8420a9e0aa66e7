import { addDays } from '@trunkline/kernel';
import { StoredDeliveryLog } from '../../infrastructure/deliveries/delivery-log';
import { type DeliveryWorld, deliveryWorld } from '../../testing/delivery-world';
import { PruneDeliveries } from './prune-deliveries';

const URL = 'https://198.41.0.4/hook';

describe('PruneDeliveries', () => {
  let world: DeliveryWorld;

  beforeAll(async () => {
    world = await deliveryWorld();
  });
  afterAll(() => world.close());

  const prune = () => new PruneDeliveries(new StoredDeliveryLog(world.db, world.clock), world.clock).prune();
  const endpoints = () => world.db.query(`SELECT id FROM webhooks.endpoints`);

  it('removes finished deliveries after 30 days, then deleted endpoints, and keeps what is pending', async () => {
    const { endpoint } = await world.endpoint('acc_1', URL);
    const { endpoint: other } = await world.endpoint('acc_2', URL);
    await world.publish('acc_1', 2);
    await world.publish('acc_2', 1);
    await world.endpoints.delete('acc_1', endpoint.id);
    const begun = world.clock.now();
    world.clock.advance(30 * 86_400);
    expect(world.clock.now()).toEqual(addDays(begun, 30));
    expect([await prune(), (await endpoints()).length]).toEqual([0, 2]);
    world.clock.advance(1);
    expect(await prune()).toBe(2);
    expect(await endpoints()).toEqual([{ id: other.id }]);
    expect(await world.deliveries(other.id)).toEqual([expect.objectContaining({ status: 'pending' })]);
  });
});
