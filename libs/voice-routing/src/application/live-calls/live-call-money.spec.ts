import {
  aCarrier,
  aForward,
  aNumber,
  aProfileState,
  aSource,
  aTargetState,
  aTrunkState,
  callWorld,
} from '../../testing';
import type { RouteAnswer } from '../calls/route-answer';

const refusal = (answer: RouteAnswer) => (answer.action === 'reject' ? [answer.code, answer.reason] : answer.action);
const seconds = (answer: RouteAnswer) => (answer.action === 'route' ? answer.maxDurationSeconds : answer.reason);

function inboundWorld() {
  const world = callWorld();
  world.numbers.numbers.push(aNumber({ trunkId: 'trk_1' }));
  world.snapshots.trunks.set('trk_1', aTrunkState());
  return world;
}

function outboundWorld() {
  const world = callWorld();
  world.numbers.numbers.push(aNumber());
  world.snapshots.sources = [aSource()];
  world.snapshots.outward = [aCarrier()];
  return world;
}
const out = { from: '+4930901820', to: '+12125550123' };

describe('RouteCall, holding funds', () => {
  it('holds the price of the granted time, so that the next call finds less', async () => {
    const world = inboundWorld();
    world.funds.availableCents = 14_500;
    expect(seconds(await world.route())).toBe(14_400);
    expect(seconds(await world.route())).toBe(100);
    expect(refusal(await world.route())).toEqual([402, 'Insufficient Balance']);
    expect([...world.funds.held.values()]).toEqual([14_400, 100]);
  });

  it('grants at least a minute, or rejects the call', async () => {
    const world = inboundWorld();
    world.funds.availableCents = 59;
    expect(refusal(await world.route())).toEqual([402, 'Insufficient Balance']);
    world.funds.availableCents = 60;
    expect(seconds(await world.route())).toBe(60);
  });

  it('holds the price of the most expensive remaining route, and drops one not covered for a minute', async () => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber({ routingProfileId: 'rp_1' }));
    const targets = [aTargetState({ id: 'a' }), aForward('b', '+4312345678')];
    world.snapshots.profiles.set('rp_1', aProfileState({ targets }));
    world.snapshots.outward = [aCarrier()];
    world.funds.availableCents = 200;
    expect(seconds(await world.route())).toBe(100);
    expect([...world.funds.held.values()]).toEqual([200]);
    world.funds.availableCents = 119;
    expect(seconds(await world.route())).toBe(119);
  });

  it('grants a slice to a switch that supports extensions', async () => {
    const world = inboundWorld();
    world.funds.availableCents = 1_000_000;
    expect(seconds(await world.route({ isExtending: true }))).toBe(900);
    expect([...world.funds.held.values()]).toEqual([900]);
  });

  it('grants less when another call holds funds between the read and the hold', async () => {
    const world = inboundWorld();
    world.funds.availableCents = 600;
    world.funds.takenMeanwhileCents = 500;
    expect(seconds(await world.route())).toBe(100);
    world.funds.availableCents = 600;
    world.funds.takenMeanwhileCents = 550;
    expect(refusal(await world.route())).toEqual([402, 'Insufficient Balance']);
    expect([...world.funds.held.values()]).toEqual([100]);
  });

  it('rejects a call above the account limit of concurrent calls: 486 inbound, 503 outbound', async () => {
    const world = inboundWorld();
    world.log.isAccountFull = true;
    expect(refusal(await world.route())).toEqual([486, 'Concurrency Limit Reached']);
    const outbound = outboundWorld();
    outbound.log.isAccountFull = true;
    expect(refusal(await outbound.route(out))).toEqual([503, 'Concurrency Limit Reached']);
  });

  it('grants outbound calls what the daily cap leaves, and rejects them beyond it', async () => {
    const world = outboundWorld();
    world.accounts.tier = 'self_serve';
    world.funds.availableCents = 1_000_000;
    world.funds.outboundUsedCents = 9_000;
    expect(seconds(await world.route(out))).toBe(1_000);
    expect(refusal(await world.route(out))).toEqual([403, 'Daily Spend Limit Reached']);
    world.funds.hasToppedUp = false;
    world.funds.outboundUsedCents = 940;
    expect(seconds(await world.route(out))).toBe(60);
    world.accounts.tier = 'verified';
    expect(seconds(await world.route(out))).toBe(14_400);
  });
});
