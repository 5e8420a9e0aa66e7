import { aCarrier, aNumber, aSource, aTrunkState, callWorld, OUR_NUMBER, refusalOf, someNetworks } from '../../testing';

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
    expect(refusalOf(await world.route(out))).toEqual([503, 'No Circuit Available']);
  });

  it('is rejected from the network of a carrier, even if a trunk claims the same network', async () => {
    const world = outWorld();
    world.snapshots.carrierSources.add('203.0.113.9');
    expect(refusalOf(await world.route(out))).toEqual([404, 'Number Not Found']);
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

  it('is inbound when it goes to a number of ours, and charged to its owner', async () => {
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
    expect(refusalOf(await world.route({ ...out, ...given }))).toEqual(expected);
  });

  it('that loses the last slot of its trunk is decided again, and finally rejected', async () => {
    const world = outWorld();
    world.funds.availableCents = 1_000_000;
    world.log.placesLost = 1;
    expect((await world.route(out)).action).toBe('route');
    world.log.placesLost = Infinity;
    expect(refusalOf(await world.route(out))).toEqual([503, 'Concurrency Limit Reached']);
    expect(world.log.decisions.map(({ action }) => action)).toEqual(['route', 'reject']);
  });

  it('is not attributed to another account whose trunk overrides the caller ID', async () => {
    const world = outWorld();
    const override = { callerIdStrategy: 'override', callerIdOverride: '+4930901899' } as const;
    world.numbers.numbers.push(aNumber({ numberId: 'num_2', accountId: 'acc_2', e164: '+4930901899' }));
    world.snapshots.sources = [aSource({ id: 'trk_2', accountId: 'acc_2', ...override }), aSource()];
    await world.route(out);
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', sipTrunkId: 'trk_1', action: 'route' });
    expect(refusalOf(await world.route({ ...out, from: 'desk-7' }))).toEqual([403, 'Source Ambiguous']);
  });

  it('belongs to the owner of the caller number when two accounts claim its address', async () => {
    const world = outWorld();
    world.snapshots.sources = [aSource({ id: 'trk_2', accountId: 'acc_2' }), aSource()];
    await world.route(out);
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', sipTrunkId: 'trk_1' });
    expect(refusalOf(await world.route({ ...out, from: '+493012345' }))).toEqual([403, 'Source Ambiguous']);
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
    aSource({ id: 'trk_2', accountId: 'acc_2', ...given });
  const proven = someNetworks({ digestBits: 24 });

  it('does not charge the calls of a disabled trunk to another account that overrides the caller ID', async () => {
    const world = contested(stranger({ networks: proven, ...override }), aSource({ status: 'disabled' }));
    expect(refusalOf(await world.route(out))).toEqual([403, 'Trunk Not Active']);
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', sipTrunkId: 'trk_1' });
  });

  it('does not let another account block calls with an unknown caller ID', async () => {
    const ours = { callerIdStrategy: 'override', callerIdOverride: OUR_NUMBER } as const;
    for (const sources of [
      [stranger(), aSource({ networks: proven, ...ours })],
      [stranger({ networks: someNetworks({ narrowestBits: 8 }) }), aSource(ours)],
    ]) {
      const world = contested(...sources);
      await world.route({ ...out, from: 'desk-7' });
      expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', action: 'route' });
    }
  });

  it('is decided by the owner of the caller ID, even if the network of another account is proven', async () => {
    const world = contested(aSource({ networks: proven }), stranger());
    await world.route({ ...out, from: OTHER });
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_2', action: 'route' });
  });

  it('is marked as used by the first call with a number of the account', async () => {
    const world = contested(stranger({ hasUnusedClaim: true }));
    await world.route({ ...out, from: 'desk-7' });
    expect(world.snapshots.used).toEqual([]);
    await world.route({ ...out, from: OTHER });
    expect(world.snapshots.used).toEqual(['acc_2']);
  });

  it('is confirmed by an authenticated call', async () => {
    const world = contested(stranger({ networks: null, hasUnconfirmedClaim: true }));
    await world.route({ ...out, from: OTHER, authUser: 'user' });
    expect(world.snapshots.confirmed).toEqual([['acc_2', '203.0.113.9']]);
    world.snapshots.sources = [stranger({ networks: null, hasUnconfirmedClaim: false })];
    await world.route({ ...out, from: OTHER, authUser: 'user' });
    expect(world.snapshots.confirmed).toHaveLength(1);
  });
});
