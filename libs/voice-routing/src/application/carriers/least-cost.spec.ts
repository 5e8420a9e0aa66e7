import type { LegCost } from '@trunkline/kernel';
import {
  aCarrier,
  aForward,
  aNumber,
  aProfileState,
  aQuote,
  aSource,
  aTargetState,
  callWorld,
  OUR_NUMBER,
  refusalOf,
} from '../../testing';
import type { CarrierCost, CarrierPeer } from '../calls/ports';

const costAt = (carrierId: string, given: Partial<CarrierCost> = {}): [string, CarrierCost] => {
  const cost: LegCost = { ...aQuote({ deckId: `deck_${carrierId}` }), carrierId };
  return [carrierId, { cost, expectedMicrocents: 1_000_000, isLoss: false, ...given }];
};
const UNKNOWN = { cost: null, expectedMicrocents: null, isLoss: true };
const CHEAP = { expectedMicrocents: 1 };
const LOSS = { isLoss: true };

const leastCost = (id: string, given: Partial<CarrierPeer> = {}) => aCarrier({ id, selection: 'least_cost', ...given });

function costWorld(carriers: readonly CarrierPeer[], costs: readonly (readonly [string, CarrierCost])[]) {
  const world = callWorld();
  world.snapshots.outward = [...carriers];
  for (const [carrierId, cost] of costs) world.prices.costs.outbound.set(carrierId, cost);
  return world;
}

describe('RouteCall, an outbound call over carriers whose costs are known', () => {
  const outWorld = (...given: Parameters<typeof costWorld>) => {
    const world = costWorld(...given);
    world.numbers.numbers.push(aNumber());
    world.snapshots.sources = [aSource()];
    return world;
  };
  const carriersOf = async (world: ReturnType<typeof outWorld>) => {
    const answer = await world.route({ from: OUR_NUMBER, to: '+431234567' });
    return answer.action === 'route' ? answer.routes.map(({ carrierId }) => carrierId) : refusalOf(answer);
  };

  it('tries the cheapest of its priority first', async () => {
    const world = outWorld([leastCost('car_a'), leastCost('car_b')], [costAt('car_a'), costAt('car_b', CHEAP)]);
    expect(await carriersOf(world)).toEqual(['car_b', 'car_a']);
  });

  it('stores the cost of each route with the decision, and not in the answer', async () => {
    const world = outWorld([leastCost('car_a'), aCarrier({ id: 'car_b' })], [costAt('car_a')]);
    const answer = await world.route({ from: OUR_NUMBER, to: '+431234567' });
    const [a, b] = world.log.decisions[0]?.routes ?? [];
    expect([a?.cost, b?.cost]).toEqual([{ ...aQuote({ deckId: 'deck_car_a' }), carrierId: 'car_a' }, undefined]);
    expect(world.log.decisions[0]?.cost).toBeNull();
    expect(JSON.stringify(answer)).not.toContain('deck_car_a');
  });

  it.each<[string, Partial<CarrierPeer>, Partial<CarrierCost>, unknown]>([
    ['sold below cost is not offered to the carrier', {}, LOSS, ['car_b']],
    [
      'sold below cost is not offered to a carrier that is ranked by weight',
      { selection: 'priority' },
      LOSS,
      ['car_b'],
    ],
    ['sold below cost is offered to a carrier that allows it', { allowLoss: true }, LOSS, ['car_b', 'car_a']],
    ['to a number that the deck does not price is not offered', {}, UNKNOWN, ['car_b']],
    ['to a number that the deck does not price is offered last', { allowLoss: true }, UNKNOWN, ['car_b', 'car_a']],
  ])('%s', async (_name, given, cost, expected) => {
    const carriers = [leastCost('car_a', given), leastCost('car_b')];
    // A carrier by weight would come behind.
    const world = outWorld(carriers, [costAt('car_a', cost), costAt('car_b', CHEAP)]);
    expect(await carriersOf(world)).toEqual(expected);
  });

  it('offers calls to carriers without a deck', async () => {
    expect(await carriersOf(outWorld([leastCost('car_a')], []))).toEqual(['car_a']);
  });

  it('rejects calls that every carrier would carry at a loss as without a carrier, and stores why', async () => {
    const world = outWorld([leastCost('car_a')], [costAt('car_a', LOSS)]);
    expect(await carriersOf(world)).toEqual([480, 'No Carrier For Destination']);
    expect(world.log.decisions).toMatchObject([{ action: 'reject', rejection: 'no_carrier_at_price' }]);
  });

  it('rejects calls as without a circuit while all carriers that would earn are full', async () => {
    const carriers = [leastCost('car_a'), leastCost('car_b', { isFull: true })];
    const world = outWorld(carriers, [costAt('car_a', LOSS), costAt('car_b')]);
    expect(await carriersOf(world)).toEqual([503, 'No Circuit Available']);
  });
});

describe('RouteCall, a forwarded call over carriers whose costs are known', () => {
  const forwardWorld = (...given: Parameters<typeof costWorld>) => {
    const world = costWorld(...given);
    world.numbers.numbers.push(aNumber({ routingProfileId: 'rp_1' }));
    const targets = [aForward('rpt_1', '+4915112345678'), aTargetState({ id: 'rpt_2' })];
    world.snapshots.profiles.set('rp_1', aProfileState({ targets }));
    return world;
  };

  it('stores the costs of both legs', async () => {
    const world = forwardWorld([leastCost('car_a')], [costAt('car_a')]);
    world.prices.costs.inbound.set(...costAt('car_1'));
    world.snapshots.carrierSources.add('203.0.113.9');
    await world.route();
    expect(world.log.decisions).toMatchObject([
      { cost: { carrierId: 'car_1', deckId: 'deck_car_1' }, routes: [{ cost: { carrierId: 'car_a' } }, {}] },
    ]);
  });

  it('leaves out a forward that every carrier would carry at a loss', async () => {
    const world = forwardWorld([leastCost('car_a')], [costAt('car_a', LOSS)]);
    expect(await world.route()).toMatchObject({ action: 'route', routes: [{ targetId: 'rpt_2' }] });
    const simulated = await world.simulateProfile.simulate({
      accountId: 'acc_1',
      profileId: 'rp_1',
      to: OUR_NUMBER,
      from: '+493012345',
      at: null,
      seed: 1,
    });
    expect(simulated.skipped).toContainEqual({ targetId: 'rpt_1', reason: 'no_carrier', condition: null });
  });
});

describe('RouteCall, an inbound call', () => {
  const inWorld = () => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber({ trunkId: 'trk_1' }));
    world.snapshots.trunks.set('trk_1', { ...aTargetState().trunk! });
    world.prices.costs.inbound.set(...costAt('car_1'));
    world.snapshots.carrierSources.add('203.0.113.9');
    return world;
  };
  const costOf = (world: ReturnType<typeof inWorld>) => world.log.decisions[0]?.cost;

  it('costs what the carrier that delivers it charges', async () => {
    const world = inWorld();
    await world.route();
    expect(costOf(world)).toMatchObject({ carrierId: 'car_1', deckId: 'deck_car_1' });
  });

  it('costs that also after calls with and without costs', async () => {
    const world = inWorld();
    world.funds.availableCents = 1_000_000;
    await world.route();
    await world.route();
    world.prices.costs.inbound.clear();
    await world.route();
    world.prices.costs.inbound.set(...costAt('car_1'));
    await world.route();
    const carriers = world.log.decisions.map(({ cost }) => cost && cost.carrierId);
    expect(carriers).toEqual(['car_1', 'car_1', null, 'car_1']);
  });

  it.each<[string, (world: ReturnType<typeof inWorld>) => unknown]>([
    ['from another address', (world) => world.snapshots.carrierSources.clear()],
    ['without a price in the deck of the carrier', (world) => world.prices.costs.inbound.set('car_1', UNKNOWN)],
    ['without a deck', (world) => world.prices.costs.inbound.clear()],
  ])('has no known cost %s', async (_name, change) => {
    const world = inWorld();
    change(world);
    expect(await world.route()).toMatchObject({ action: 'route' });
    expect(costOf(world)).toBeNull();
  });
});
