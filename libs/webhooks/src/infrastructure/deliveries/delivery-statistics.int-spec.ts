import { type DeliveryWorld, deliveryWorld } from '../../testing/delivery-world';
import { Receiver } from '../../testing/receiver';
import { StoredDeliveryStatistics } from './delivery-statistics';

describe('StoredDeliveryStatistics', () => {
  let world: DeliveryWorld;
  let receiver: Receiver;

  beforeAll(async () => {
    world = await deliveryWorld();
    receiver = await Receiver.start((_, response) => void response.writeHead(500).end());
  });
  afterAll(async () => {
    await receiver.close();
    await world.close();
  });

  it('tells what is due and for how long, and which endpoints fail most', async () => {
    const statistics = new StoredDeliveryStatistics(world.db, world.clock);
    expect(await statistics.lag()).toEqual({ due: 0, healthySeconds: 0, failingSeconds: 0 });
    const { endpoint: failing } = await world.endpoint('acc_1', receiver.url);
    await world.endpoint('acc_2', receiver.url);
    await world.publish('acc_1', 2);
    await world.turn(failing.id);
    world.clock.advance(60);
    await world.publish('acc_2', 1);
    world.clock.advance(30);
    const { due, healthySeconds, failingSeconds } = await statistics.lag();
    expect([due, healthySeconds]).toEqual([3, 30]);
    expect(failingSeconds).toBeGreaterThan(80);
    expect(await statistics.worst(5)).toEqual([{ endpointId: failing.id, failures: 2 }]);
  });
});
