import {
  aCarrier,
  aForward,
  aGatewayState,
  aNumber,
  aProfileState,
  aSource,
  aTargetState,
  aTrunkState,
  callWorld,
  OUR_NUMBER,
} from '../../testing';
import type { RouteAnswer } from './route-call';

const refusal = (answer: RouteAnswer) => (answer.action === 'reject' ? [answer.code, answer.reason] : answer.action);
const gateways = (answer: RouteAnswer) =>
  answer.action === 'route' ? answer.routes.map(({ gatewayId }) => gatewayId) : answer;
const targets = (answer: RouteAnswer) =>
  answer.action === 'route' ? answer.routes.map(({ targetId }) => targetId) : answer;

/** Our number is routed to a trunk. */
function trunkWorld() {
  const world = callWorld();
  world.numbers.numbers.push(aNumber({ trunkId: 'trk_1' }));
  world.snapshots.trunks.set('trk_1', aTrunkState());
  return world;
}

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

describe('RouteCall, a call to our number', () => {
  it('goes to the gateways of its trunk, and stores its price', async () => {
    const world = trunkWorld();
    const answer = await world.route();
    expect(answer).toEqual({
      action: 'route',
      decisionId: expect.stringMatching(/^rd_/) as string,
      routing: 'serial',
      maxDurationSeconds: 600,
      routes: [
        {
          uri: `sip:${OUR_NUMBER}@gw_1.example.com:5060`,
          dstUri: 'sip:gw_1.example.com:5060',
          fromUri: null,
          auth: null,
          headers: { 'X-Svc-Number': OUR_NUMBER },
          ringTimeoutSeconds: 25,
          pass: 0,
          targetId: null,
          gatewayId: 'gw_1',
          carrierId: null,
          codecs: ['g711a', 'g711u'],
          dtmfMode: 'rfc4733',
        },
      ],
    });
    expect(world.log.decisions).toEqual([
      expect.objectContaining({
        id: answer.decisionId,
        switchId: 'sw1',
        callId: 'c1',
        accountId: 'acc_1',
        direction: 'inbound',
        action: 'route',
        from: '+493012345',
        to: OUR_NUMBER,
        e164: OUR_NUMBER,
        numberId: 'num_1',
        country: 'DE',
        sipTrunkId: 'trk_1',
        routingProfileId: null,
        rejectCode: null,
        maxDurationSeconds: 600,
        sourceIp: '203.0.113.9',
        rating: expect.objectContaining({ prefix: 'inbound' }) as object,
        routes: [
          {
            targetId: null,
            targetKind: 'sip_trunk',
            trunkId: 'trk_1',
            gatewayId: 'gw_1',
            destination: 'gw_1.example.com:5060',
            rating: null,
          },
        ],
        createdAt: world.clock.now(),
        // 600 s of call, 180 s of ringing, 15 minutes of grace.
        reportDueAt: new Date(world.clock.now().getTime() + 1_500_000),
      }),
    ]);
  });

  it('accepts a number without +, and is priced by the number type', async () => {
    const world = trunkWorld();
    expect((await world.route({ to: '4930901820' })).action).toBe('route');
    expect(world.prices.quoted).toEqual([
      { direction: 'inbound', from: '+493012345', to: OUR_NUMBER, numberType: 'geographic' },
    ]);
  });

  it('returns the user, password and headers of the gateway', async () => {
    const world = trunkWorld();
    const gateway = aGatewayState({
      authUsername: 'me',
      authPasswordSealed: 'gw_1:secret',
      customHeaders: { 'X-Site': 'berlin' },
      transport: 'tls',
      port: 5061,
    });
    world.snapshots.trunks.set('trk_1', aTrunkState({ gateways: [gateway] }));
    expect(await world.route()).toMatchObject({
      routes: [
        {
          auth: { username: 'me', password: 'secret' },
          headers: { 'X-Svc-Number': OUR_NUMBER, 'X-Site': 'berlin' },
          dstUri: 'sip:gw_1.example.com:5061;transport=tls',
        },
      ],
    });
    expect(JSON.stringify(world.log.decisions)).not.toContain('secret');
  });

  it('checks hosts again, excludes those not allowed, and uses the checked addresses', async () => {
    const world = trunkWorld();
    world.snapshots.trunks.set(
      'trk_1',
      aTrunkState({ gateways: [aGatewayState({ id: 'bad' }), aGatewayState({ id: 'good' })] }),
    );
    world.hosts.refused.add('bad.example.com');
    world.hosts.pinned.set('good.example.com', '203.0.113.50');
    expect(await world.route()).toMatchObject({
      routes: [{ uri: `sip:${OUR_NUMBER}@good.example.com:5060`, dstUri: 'sip:203.0.113.50:5060' }],
    });
    world.hosts.refused.add('good.example.com');
    expect(refusal(await world.route())).toEqual([480, 'No Route']);
  });

  it('tries a gateway that is down last', async () => {
    const world = trunkWorld();
    const gatewaysOfTrunk = [aGatewayState({ id: 'down', isDown: true }), aGatewayState({ id: 'up', priority: 9 })];
    world.snapshots.trunks.set('trk_1', aTrunkState({ gateways: gatewaysOfTrunk }));
    expect(gateways(await world.route())).toEqual(['up', 'down']);
  });

  it.each([
    ['is suspended', { status: 'suspended' }, [480, 'Number Not In Service']],
    ['waits for documents', { status: 'pending_documents' }, [480, 'Number Not In Service']],
    ['is routed nowhere', { trunkId: null }, [480, 'No Route']],
    ['is routed to a trunk that is gone', { trunkId: 'trk_gone' }, [480, 'No Route']],
  ])('is refused when it %s', async (_name, given, expected) => {
    const world = trunkWorld();
    world.numbers.numbers[0] = { ...aNumber({ trunkId: 'trk_1' }), ...given };
    expect(refusal(await world.route())).toEqual(expected);
    expect(world.log.decisions).toEqual([
      expect.objectContaining({
        action: 'reject',
        accountId: 'acc_1',
        rejectCause: 'no_route_destination',
        routes: [],
        rating: null,
      }),
    ]);
  });

  it.each([
    ['suspended', [403, 'Account Not Active']],
    ['closed', [403, 'Account Not Active']],
    ['pending_closure', 'route'],
  ] as const)('of an account that is %s', async (status, expected) => {
    const world = trunkWorld();
    world.accounts.current = status;
    expect(refusal(await world.route())).toEqual(expected);
  });

  it('returns 403 for a suspended number of a suspended account', async () => {
    const world = trunkWorld();
    world.numbers.numbers[0] = aNumber({ status: 'suspended', trunkId: 'trk_1' });
    world.accounts.current = 'suspended';
    expect(refusal(await world.route())).toEqual([403, 'Account Not Active']);
    expect(world.log.decisions[0]).toMatchObject({ rejectCode: 403, rejectCause: 'call_rejected' });
  });

  it.each([
    ['disabled', { status: 'disabled' } as const, [480, 'No Route']],
    ['archived', { status: 'archived' } as const, [480, 'No Route']],
    ['without gateways', { gateways: [] }, [480, 'No Route']],
    ['full', { isFull: true }, [503, 'Concurrency Limit Reached']],
  ])('is refused by a trunk that is %s', async (_name, trunk, expected) => {
    const world = trunkWorld();
    world.snapshots.trunks.set('trk_1', aTrunkState(trunk));
    expect(refusal(await world.route())).toEqual(expected);
  });

  it('is rejected without funds, and without a price', async () => {
    const world = trunkWorld();
    world.funds.availableCents = 0;
    expect(refusal(await world.route())).toEqual([402, 'Insufficient Balance']);
    expect(world.log.decisions[0]).toMatchObject({ rejectCode: 402, rejectCause: 'insufficient_balance' });
    world.funds.availableCents = 1;
    world.prices.unpriced = '+49';
    expect(refusal(await world.route())).toEqual([480, 'No Route']);
  });

  it('lasts as long as the funds cover, at most four hours', async () => {
    const world = trunkWorld();
    world.funds.availableCents = 60;
    expect(await world.route()).toMatchObject({ maxDurationSeconds: 60 });
    world.funds.availableCents = 1_000_000;
    expect(await world.route()).toMatchObject({ maxDurationSeconds: 14_400 });
  });

  it('is rejected with 404 for an unknown number, and stored without an account', async () => {
    const world = callWorld();
    expect(refusal(await world.route())).toEqual([404, 'Number Not Found']);
    expect(refusal(await world.route({ to: 'nobody' }))).toEqual([404, 'Number Not Found']);
    expect(world.log.decisions).toEqual([
      expect.objectContaining({ accountId: null, to: OUR_NUMBER, rejectCause: 'unallocated_number' }),
      expect.objectContaining({ accountId: null, to: 'nobody' }),
    ]);
  });
});

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
    const answer = await profileWorld({ strategy: 'simultaneous_ring', targets: threeTargets }).route();
    expect(answer).toMatchObject({ routing: 'parallel' });
    expect(targets(answer)).toEqual(['a', 'b', 'c']);
  });

  it('skips targets that are disabled, in beta, without an active trunk, or whose conditions do not hold', async () => {
    const [a, b, c] = threeTargets;
    const list = [
      { ...a!, enabled: false },
      { ...b!, conditions: { caller_countries: ['AT'] } },
      aTargetState({ id: 'webhook', kind: 'webhook', trunk: null }),
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
    expect(refusal(await profileWorld({ targets: [] }).route())).toEqual([480, 'No Route']);
    expect(refusal(await profileWorld({ status: 'disabled' }).route())).toEqual([480, 'No Route']);
  });

  it('recognises a withheld caller', async () => {
    const world = profileWorld({ targets: [aTargetState({ conditions: { anonymous_caller: true } })] });
    expect(refusal(await world.route())).toEqual([480, 'No Route']);
    world.funds.availableCents = 1_000_000;
    expect((await world.route({ from: 'anonymous' })).action).toBe('route');
    expect((await world.route({ from: '' })).action).toBe('route');
  });
});

describe('RouteCall, forwarding to the telephone network', () => {
  it('skips the target when there is no carrier', async () => {
    expect(refusal(await profileWorld({ targets: [aForward('f', '+4915112345678')] }).route())).toEqual([
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

  it('presents the caller to the carrier, and leaves a withheld caller unchanged', async () => {
    const world = profileWorld({ targets: [aForward('f', '+4915112345678')] });
    world.snapshots.outward = [aCarrier({ callerIdFormat: 'e164_no_plus' })];
    expect(await world.route()).toMatchObject({ routes: [{ fromUri: 'sip:493012345@carrier.example.net:5060' }] });
    world.funds.availableCents = 600;
    expect(await world.route({ from: 'anonymous' })).toMatchObject({ routes: [{ fromUri: null }] });
  });

  it('skips the target when every carrier is full', async () => {
    const world = profileWorld({ targets: [aForward('f', '+4915112345678')] });
    world.snapshots.outward = [aCarrier({ isFull: true })];
    expect(refusal(await world.route())).toEqual([480, 'No Route']);
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
    expect(refusal(await world.route())).toEqual([480, 'No Route']);
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
  ] as const)('to %s', async (_name, chain, first, isRouted) => {
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

describe('RouteCall, an outbound call', () => {
  const out = { from: OUR_NUMBER, to: '+431234567' };
  const outWorld = () => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber());
    world.snapshots.sources = [aSource()];
    world.snapshots.outward = [aCarrier()];
    return world;
  };

  it('goes over a carrier and presents the number of the account', async () => {
    const world = outWorld();
    expect(await world.route(out)).toMatchObject({
      action: 'route',
      maxDurationSeconds: 600,
      routes: [
        {
          uri: 'sip:+431234567@carrier.example.net:5060',
          fromUri: `sip:${OUR_NUMBER}@carrier.example.net:5060`,
          ringTimeoutSeconds: 60,
        },
      ],
    });
    expect(world.log.decisions[0]).toMatchObject({
      accountId: 'acc_1',
      direction: 'outbound',
      e164: OUR_NUMBER,
      numberId: 'num_1',
      country: 'AT',
      sipTrunkId: 'trk_1',
      from: OUR_NUMBER,
      to: '+431234567',
      rating: { prefix: 'outbound' },
    });
  });

  it('authenticates at the carrier with its sealed password, which is not stored in the decision', async () => {
    const world = outWorld();
    world.snapshots.outward = [aCarrier({ id: 'car_1', authUsername: 'us', authPasswordSealed: 'car_1:secret' })];
    expect(await world.route(out)).toMatchObject({
      routes: [{ carrierId: 'car_1', gatewayId: null, auth: { username: 'us', password: 'secret' } }],
    });
    expect(world.log.decisions[0]).toMatchObject({ routes: [{ carrierId: 'car_1' }] });
    expect(JSON.stringify(world.log.decisions)).not.toContain('secret');
  });

  it.each([
    ['e164', '+431234567', OUR_NUMBER],
    ['e164_no_plus', '+431234567', OUR_NUMBER.slice(1)],
    ['national', '+49301234567', '030901820'],
    ['national', '+431234567', OUR_NUMBER],
  ] as const)('shows the caller as the carrier wants it: %s, to %s', async (callerIdFormat, to, shown) => {
    const world = outWorld();
    world.snapshots.outward = [aCarrier({ callerIdFormat })];
    expect(await world.route({ ...out, to })).toMatchObject({
      routes: [{ fromUri: `sip:${shown}@carrier.example.net:5060` }],
    });
  });

  it('offers the codecs that trunk and carrier share, in the order of the trunk, and its DTMF mode', async () => {
    const world = outWorld();
    world.snapshots.sources = [aSource({ codecs: ['opus', 'g711u', 'g711a'], dtmfMode: 'sip_info' })];
    world.snapshots.outward = [aCarrier(), aCarrier({ id: 'g729', priority: 1, codecs: ['g729'] })];
    expect(await world.route(out)).toMatchObject({
      routes: [
        { codecs: ['g711u', 'g711a'], dtmfMode: 'sip_info' },
        { codecs: ['g729'], dtmfMode: 'sip_info' },
      ],
    });
  });

  it('tries carriers that are down last, and skips full ones', async () => {
    const world = outWorld();
    const down = aCarrier({ id: 'down', isDown: true });
    const up = aCarrier({ id: 'up', priority: 9 });
    world.snapshots.outward = [down, aCarrier({ id: 'full', isFull: true }), up];
    expect(await world.route(out)).toMatchObject({ routes: [{ carrierId: 'up' }, { carrierId: 'down' }] });
    world.snapshots.outward = [aCarrier({ isFull: true })];
    expect(refusal(await world.route(out))).toEqual([503, 'No Circuit Available']);
  });

  it('is rejected from the network of a carrier, even if a trunk claims the same network', async () => {
    const world = outWorld();
    world.snapshots.carrierSources.add('203.0.113.9');
    expect(refusal(await world.route(out))).toEqual([404, 'Number Not Found']);
    expect(world.log.decisions[0]).toMatchObject({ accountId: null });
    expect((await world.route({ ...out, authUser: 'me' })).action).toBe('route');
  });

  it('presents the caller ID override of the trunk', async () => {
    const world = outWorld();
    world.snapshots.sources = [aSource({ callerIdStrategy: 'override', callerIdOverride: OUR_NUMBER })];
    expect(await world.route({ ...out, from: 'desk-7' })).toMatchObject({
      action: 'route',
      routes: [{ fromUri: `sip:${OUR_NUMBER}@carrier.example.net:5060` }],
    });
  });

  it('to a number of ours is inbound, and charged to its owner', async () => {
    const world = outWorld();
    world.numbers.numbers.push(
      aNumber({ numberId: 'num_2', accountId: 'acc_2', e164: '+4930901899', trunkId: 'trk_9' }),
    );
    world.snapshots.trunks.set('trk_9', aTrunkState({ id: 'trk_9' }));
    await world.route({ from: OUR_NUMBER, to: '+4930901899' });
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_2', direction: 'inbound', action: 'route' });
  });

  it.each([
    [
      'without a carrier',
      (w: ReturnType<typeof outWorld>) => void (w.snapshots.outward = []),
      {},
      [480, 'No Carrier For Destination'],
    ],
    [
      'under a number that is not the account’s',
      () => undefined,
      { from: '+493012345' },
      [403, 'Caller Id Not Allowed'],
    ],
    ['under no number at all', () => undefined, { from: 'anonymous' }, [403, 'Caller Id Not Allowed']],
    ['to what is no number', () => undefined, { to: '1234' }, [484, 'Number Not Valid']],
    [
      'where no price is',
      (w: ReturnType<typeof outWorld>) => void (w.prices.unpriced = '+43'),
      {},
      [403, 'Destination Not Allowed'],
    ],
    [
      'without money',
      (w: ReturnType<typeof outWorld>) => void (w.funds.availableCents = 0),
      {},
      [402, 'Insufficient Balance'],
    ],
    [
      'of a suspended account',
      (w: ReturnType<typeof outWorld>) => void (w.accounts.current = 'suspended'),
      {},
      [403, 'Account Not Active'],
    ],
    [
      'from a full trunk',
      (w: ReturnType<typeof outWorld>) => void (w.snapshots.sources = [aSource({ isFull: true })]),
      {},
      [503, 'Concurrency Limit Reached'],
    ],
    [
      'from a disabled trunk',
      (w: ReturnType<typeof outWorld>) => void (w.snapshots.sources = [aSource({ status: 'disabled' })]),
      {},
      [403, 'Trunk Not Active'],
    ],
    [
      'by a user that is unknown',
      (w: ReturnType<typeof outWorld>) => void (w.snapshots.sources = []),
      { authUser: 'nobody' },
      [403, 'Source Not Known'],
    ],
  ])('is refused %s', async (_name, arrange, given, expected) => {
    const world = outWorld();
    arrange(world);
    expect(refusal(await world.route({ ...out, ...given }))).toEqual(expected);
  });

  it('that loses the last slot of its trunk is decided again, and finally rejected', async () => {
    const world = outWorld();
    world.funds.availableCents = 1_000_000;
    world.log.placesLost = 1;
    expect((await world.route(out)).action).toBe('route');
    world.log.placesLost = Infinity;
    expect(refusal(await world.route(out))).toEqual([503, 'Concurrency Limit Reached']);
    expect(world.log.decisions.map(({ action }) => action)).toEqual(['route', 'reject']);
  });

  it('is not attributed to another account whose trunk overrides the caller ID', async () => {
    const world = outWorld();
    const override = { callerIdStrategy: 'override', callerIdOverride: '+4930901899' } as const;
    world.numbers.numbers.push(aNumber({ numberId: 'num_2', accountId: 'acc_2', e164: '+4930901899' }));
    world.snapshots.sources = [aSource({ id: 'trk_2', accountId: 'acc_2', ...override }), aSource()];
    await world.route(out);
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', sipTrunkId: 'trk_1', action: 'route' });
    expect(refusal(await world.route({ ...out, from: 'desk-7' }))).toEqual([403, 'Source Ambiguous']);
  });

  it('from an address that two accounts claim belongs to the owner of the caller number', async () => {
    const world = outWorld();
    world.snapshots.sources = [aSource({ id: 'trk_2', accountId: 'acc_2' }), aSource()];
    await world.route(out);
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', sipTrunkId: 'trk_1' });
    expect(refusal(await world.route({ ...out, from: '+493012345' }))).toEqual([403, 'Source Ambiguous']);
    expect(world.log.decisions[1]).toMatchObject({ accountId: null });
  });
});

describe('RouteCall, a source that several accounts claim', () => {
  const OTHER = '+4930901899';
  const out = { from: OUR_NUMBER, to: '+12125550123' };
  const override = { callerIdStrategy: 'override', callerIdOverride: OTHER } as const;
  const contested = (...sources: ReturnType<typeof aSource>[]) => {
    const world = callWorld();
    world.funds.availableCents = 1_000_000;
    world.numbers.numbers.push(aNumber(), aNumber({ numberId: 'num_2', accountId: 'acc_2', e164: OTHER }));
    world.snapshots.outward = [aCarrier()];
    world.snapshots.sources = sources;
    return world;
  };
  const stranger = (given: Parameters<typeof aSource>[0] = {}) =>
    aSource({ id: 'trk_2', accountId: 'acc_2', counts: false, ...given });

  it('does not charge the calls of a disabled trunk to another account that overrides the caller ID', async () => {
    const world = contested(stranger({ counts: true, ...override }), aSource({ status: 'disabled', counts: false }));
    expect(refusal(await world.route(out))).toEqual([403, 'Trunk Not Active']);
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', sipTrunkId: 'trk_1' });
  });

  it('does not let another account block calls with an unknown caller ID', async () => {
    const world = contested(stranger(), aSource({ callerIdStrategy: 'override', callerIdOverride: OUR_NUMBER }));
    await world.route({ ...out, from: 'desk-7' });
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', action: 'route' });
  });

  it('is decided by the owner of the caller ID, even if its claim does not count', async () => {
    const world = contested(aSource(), stranger());
    await world.route({ ...out, from: OTHER });
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_2', action: 'route' });
  });

  it('is confirmed by an authenticated call', async () => {
    const world = contested(stranger({ counts: true, hasUnconfirmedClaim: true }));
    await world.route({ ...out, from: OTHER, authUser: 'user' });
    expect(world.snapshots.confirmed).toEqual([['acc_2', '203.0.113.9']]);
    world.snapshots.sources = [stranger({ hasUnconfirmedClaim: false })];
    await world.route({ ...out, from: OTHER, authUser: 'user' });
    expect(world.snapshots.confirmed).toHaveLength(1);
  });
});

describe('RouteCall, an emergency call', () => {
  const emergency = { from: OUR_NUMBER, to: '112' };
  const emergencyWorld = () => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber());
    world.snapshots.sources = [aSource()];
    world.snapshots.outward = [aCarrier({ id: 'plain' }), aCarrier({ host: 'sos.example.net', emergency: true })];
    return world;
  };
  const served = { action: 'route', routes: [{ uri: 'sip:112@sos.example.net:5060' }] };

  it('goes to the carrier for emergency calls, free of charge, and takes no slot', async () => {
    const world = emergencyWorld();
    expect(await world.route(emergency)).toMatchObject({
      ...served,
      maxDurationSeconds: 14_400,
      routes: [
        {
          fromUri: `sip:${OUR_NUMBER}@sos.example.net:5060`,
          headers: { Priority: 'emergency' },
          ringTimeoutSeconds: 180,
        },
      ],
    });
    expect(world.log.decisions).toEqual([
      expect.objectContaining({
        accountId: 'acc_1',
        direction: 'outbound',
        e164: OUR_NUMBER,
        to: '112',
        country: 'DE',
        sipTrunkId: 'trk_1',
        rating: expect.objectContaining({ ratePerMinuteMicrocents: 0, connectionFeeCents: 0 }) as object,
        routes: [expect.objectContaining({ trunkId: null, destination: '112', rating: null })],
      }),
    ]);
    expect(world.prices.quoted).toEqual([]);
  });

  it.each([
    ['of a suspended account', (w: ReturnType<typeof emergencyWorld>) => void (w.accounts.current = 'suspended')],
    ['without money', (w: ReturnType<typeof emergencyWorld>) => void (w.funds.availableCents = -500)],
    ['without a price', (w: ReturnType<typeof emergencyWorld>) => void (w.prices.unpriced = '1')],
    [
      'from a full trunk',
      (w: ReturnType<typeof emergencyWorld>) => void (w.snapshots.sources = [aSource({ isFull: true })]),
    ],
    [
      'from a disabled trunk',
      (w: ReturnType<typeof emergencyWorld>) => void (w.snapshots.sources = [aSource({ status: 'disabled' })]),
    ],
    [
      'from a suspended number',
      (w: ReturnType<typeof emergencyWorld>) => void (w.numbers.numbers[0] = aNumber({ status: 'suspended' })),
    ],
    [
      'under a number that is not the account’s',
      (w: ReturnType<typeof emergencyWorld>) => void w.numbers.numbers.pop(),
    ],
    [
      'over a carrier that is full and down',
      (w: ReturnType<typeof emergencyWorld>) =>
        void (w.snapshots.outward = [
          aCarrier({ host: 'sos.example.net', emergency: true, isFull: true, isDown: true }),
        ]),
    ],
    [
      'from an address that strangers claim too',
      (w: ReturnType<typeof emergencyWorld>) =>
        void (w.snapshots.sources = [aSource({ id: 'trk_2', accountId: 'acc_2' }), aSource()]),
    ],
  ])('is served %s', async (_name, arrange) => {
    const world = emergencyWorld();
    arrange(world);
    expect(await world.route(emergency)).toMatchObject(served);
    expect(world.log.decisions).toMatchObject([{ accountId: 'acc_1', sipTrunkId: 'trk_1' }]);
  });

  it('is recognised by the country of the number presented, otherwise by that of the account', async () => {
    const world = emergencyWorld();
    world.snapshots.outward = [aCarrier({ emergency: true })];
    // 110 is the police in Germany, and nothing in the United States.
    expect((await world.route({ from: '+493012345', to: '110' })).action).toBe('route');
    expect((await world.route({ from: 'desk-7', to: '110' })).action).toBe('route');
    world.accounts.home = 'US';
    expect(refusal(await world.route({ from: 'desk-7', to: '110' }))).toEqual([484, 'Number Not Valid']);
    expect((await world.route({ from: '+493012345', to: '110' })).action).toBe('route');
    expect(refusal(await world.route({ from: '+4312345678', to: '110' }))).toEqual([484, 'Number Not Valid']);
    const override = { callerIdStrategy: 'override', callerIdOverride: OUR_NUMBER } as const;
    world.snapshots.sources = [aSource(override)];
    expect((await world.route({ from: '+4312345678', to: '110' })).action).toBe('route');
  });

  it('is rejected with 403 and its own reason when no carrier takes emergency calls', async () => {
    const world = emergencyWorld();
    world.snapshots.outward = [aCarrier()];
    expect(refusal(await world.route(emergency))).toEqual([403, 'Emergency Calls Not Served']);
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', rejectCause: 'call_rejected' });
  });

  it('is not served from an unknown source or a carrier', async () => {
    const world = emergencyWorld();
    world.snapshots.carrierSources.add('203.0.113.9');
    expect(refusal(await world.route(emergency))).toEqual([404, 'Number Not Found']);
    world.snapshots.carrierSources.clear();
    world.snapshots.sources = [];
    expect(refusal(await world.route(emergency))).toEqual([404, 'Number Not Found']);
  });
});
