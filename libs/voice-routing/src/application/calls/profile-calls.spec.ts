import {
  aCarrier,
  aForward,
  aGatewayState,
  aNumber,
  aProfileState,
  aTargetState,
  aTrunkState,
  callWorld,
  OUR_NUMBER,
  refusalOf,
} from '../../testing';
import type { RouteAnswer } from './route-answer';

const targets = (answer: RouteAnswer) =>
  answer.action === 'route' ? answer.routes.map(({ targetId }) => targetId) : answer;

/** Our number is routed to a profile. */
function profileWorld(profile: Parameters<typeof aProfileState>[0] = {}) {
  const world = callWorld();
  world.numbers.numbers.push(aNumber({ routingProfileId: 'rp_1' }));
  world.snapshots.profiles.set('rp_1', aProfileState(profile));
  return world;
}

const threeTargets = ['a', 'b', 'c'].map((name) =>
  aTargetState({ id: name, trunk: aTrunkState({ gateways: [aGatewayState({ id: `gw_${name}` })] }) }),
);

describe('RouteCall, through a profile', () => {
  it('tries targets in order', async () => {
    expect(targets(await profileWorld({ targets: threeTargets }).route())).toEqual(['a', 'b', 'c']);
  });

  it('starts each call of round_robin with the next target', async () => {
    const world = profileWorld({ strategy: 'round_robin', targets: threeTargets });
    world.funds.availableCents = 1_000_000;
    const firsts: unknown[] = [];
    for (let call = 0; call < 4; call++) firsts.push((targets(await world.route()) as string[])[0]);
    expect(firsts).toEqual(['a', 'b', 'c', 'a']);
  });

  it('rings all at once with simultaneous_ring', async () => {
    const world = profileWorld({ strategy: 'simultaneous_ring', targets: threeTargets });
    const answer = await world.route();
    expect(answer).toMatchObject({ routing: 'parallel' });
    expect(world.log.decisions[0]?.routes.map(({ isForked }) => isForked)).toEqual([true, true, true]);
    expect(targets(answer)).toEqual(['a', 'b', 'c']);
  });

  it('skips targets that are disabled, without an active trunk or a registered user, or whose conditions do not hold', async () => {
    const [a, b, c] = threeTargets;
    const list = [
      { ...a!, enabled: false },
      { ...b!, conditions: { caller_countries: ['AT'] } },
      aTargetState({ id: 'webrtc', kind: 'webrtc_user', trunk: null }),
      aTargetState({ id: 'off', trunk: aTrunkState({ status: 'disabled' }) }),
      c!,
    ];
    const world = profileWorld({ targets: list });
    world.funds.availableCents = 1_000_000;
    expect(targets(await world.route())).toEqual(['c']);
    expect(targets(await world.route({ from: '+4312345678' }))).toEqual(['b', 'c']);
  });

  it('is rejected when no target remains, or the profile is not active', async () => {
    expect(refusalOf(await profileWorld({ targets: [] }).route())).toEqual([480, 'No Route']);
    expect(refusalOf(await profileWorld({ status: 'disabled' }).route())).toEqual([480, 'No Route']);
  });

  it('recognises a withheld caller', async () => {
    const world = profileWorld({ targets: [aTargetState({ conditions: { anonymous_caller: true } })] });
    expect(refusalOf(await world.route())).toEqual([480, 'No Route']);
    world.funds.availableCents = 1_000_000;
    expect((await world.route({ from: 'anonymous' })).action).toBe('route');
    expect((await world.route({ from: '' })).action).toBe('route');
  });
});

describe('RouteCall, forwarding to the telephone network', () => {
  it('skips the target when there is no carrier', async () => {
    expect(refusalOf(await profileWorld({ targets: [aForward('f', '+4915112345678')] }).route())).toEqual([
      480,
      'No Route',
    ]);
  });

  it('goes over the carrier, stores both prices, and lasts half as long', async () => {
    const world = profileWorld({ targets: [aForward('f', '+4915112345678')] });
    world.snapshots.outward = [aCarrier()];
    expect(await world.route()).toMatchObject({
      maxDurationSeconds: 300,
      routes: [{ uri: 'sip:+4915112345678@carrier.example.net:5060', targetId: 'f', gatewayId: null }],
    });
    expect(world.log.decisions[0]).toMatchObject({
      rating: { prefix: 'inbound' },
      routes: [{ targetKind: 'pstn_forward', destination: '+4915112345678', rating: { prefix: 'outbound' } }],
    });
  });

  it('presents the caller to the carrier, and a withheld caller as anonymous', async () => {
    const world = profileWorld({ targets: [aForward('f', '+4915112345678')] });
    world.snapshots.outward = [aCarrier({ callerIdFormat: 'e164_no_plus' })];
    expect(await world.route()).toMatchObject({ routes: [{ fromUri: 'sip:493012345@carrier.example.net:5060' }] });
    world.funds.availableCents = 600;
    expect(await world.route({ from: 'anonymous' })).toMatchObject({
      routes: [{ fromUri: 'sip:anonymous@anonymous.invalid', headers: { Privacy: 'id' } }],
    });
  });

  it('skips the target when every carrier is full', async () => {
    const world = profileWorld({ targets: [aForward('f', '+4915112345678')] });
    world.snapshots.outward = [aCarrier({ isFull: true })];
    expect(refusalOf(await world.route())).toEqual([480, 'No Route']);
  });

  it('drops a forward that the funds do not cover, and keeps the trunk', async () => {
    const world = profileWorld({ targets: [aForward('f', '+4915112345678'), ...threeTargets.slice(0, 1)] });
    world.snapshots.outward = [aCarrier()];
    world.funds.availableCents = 60;
    expect(targets(await world.route())).toEqual(['a']);
  });

  it('skips destinations without a price', async () => {
    const world = profileWorld({ targets: [aForward('f', '+88212345678')] });
    world.snapshots.outward = [aCarrier()];
    world.prices.unpriced = '+882';
    expect(refusalOf(await world.route())).toEqual([480, 'No Route']);
  });

  it.each([
    ['itself', [], OUR_NUMBER, false],
    ['a number that forwards back', [['+4930901821', OUR_NUMBER]], '+4930901821', false],
    ['a number that is answered', [['+4930901821', null]], '+4930901821', true],
    [
      'three forwards',
      [
        ['+4930901821', '+4930901822'],
        ['+4930901822', '+4915112345678'],
      ],
      '+4930901821',
      true,
    ],
    [
      'four forwards',
      [
        ['+4930901821', '+4930901822'],
        ['+4930901822', '+4930901823'],
        ['+4930901823', '+4915112345678'],
      ],
      '+4930901821',
      false,
    ],
  ] as const)('routes up to three forwards, and none in a circle: to %s', async (_name, chain, first, isRouted) => {
    const world = profileWorld({ targets: [aForward('f', first)] });
    world.snapshots.outward = [aCarrier()];
    for (const [e164, next] of chain) {
      world.numbers.numbers.push(aNumber({ e164, numberId: e164, routingProfileId: `rp_${e164}` }));
      world.snapshots.profiles.set(
        `rp_${e164}`,
        aProfileState({ targets: next === null ? [] : [aForward('next', next)] }),
      );
    }
    expect((await world.route()).action).toBe(isRouted ? 'route' : 'reject');
  });
});
