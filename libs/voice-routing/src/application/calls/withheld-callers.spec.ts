import {
  aCarrier,
  aForward,
  aNumber,
  aProfileState,
  aSource,
  aTrunkState,
  callWorld,
  OUR_NUMBER,
  refusalOf,
} from '../../testing';

const ANONYMOUS = { fromUri: 'sip:anonymous@anonymous.invalid', fromDisplay: 'Anonymous' };
const PRIVATE = { ...ANONYMOUS, headers: { Privacy: 'id' } };
const FOREIGN = '+493012345';

describe('RouteCall, an outbound caller that withholds its number', () => {
  const out = { from: 'sip:anonymous@anonymous.invalid', to: '+431234567' };
  const trusted = aCarrier({ id: 'trusted', sendIdentity: true });
  const outWorld = (trunk: Partial<ReturnType<typeof aSource>> = {}) => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber());
    world.snapshots.sources = [aSource(trunk)];
    world.snapshots.outward = [aCarrier({ priority: 1 }), trusted];
    return world;
  };
  const identity = (number: string) => ({
    ...ANONYMOUS,
    headers: { Privacy: 'id', 'P-Asserted-Identity': `<sip:${number}@carrier.example.net:5060>` },
  });

  it('is shown to no carrier, and identified to carriers that are trusted with it', async () => {
    const world = outWorld();
    const asserted = { assertedIdentity: `"Bob" <sip:${OUR_NUMBER}@pbx.example.com>` };
    expect(await world.route({ ...out, ...asserted })).toMatchObject({
      routes: [
        { carrierId: 'trusted', ...identity(OUR_NUMBER) },
        { carrierId: 'carrier', ...PRIVATE },
      ],
    });
    expect(world.log.decisions).toMatchObject([
      { direction: 'outbound', from: '', isCallerWithheld: true, e164: OUR_NUMBER, numberId: 'num_1' },
    ]);
    expect(JSON.stringify(world.log.decisions)).not.toContain('Bob');
  });

  it.each([
    ['by its asserted number', {}, { assertedIdentity: 'tel:030901820' }],
    ['by the number in From, which it asks to hide', {}, { from: `sip:${OUR_NUMBER}@pbx`, privacy: 'id' }],
    ['by the override', { callerIdStrategy: 'override', callerIdOverride: OUR_NUMBER }, {}],
    ['by the default caller ID', { defaultCallerId: OUR_NUMBER }, {}],
    [
      'by the default if the asserted number is not its own',
      { defaultCallerId: OUR_NUMBER },
      { assertedIdentity: FOREIGN },
    ],
  ] as const)('is identified %s', async (_how, trunk, given) => {
    const world = outWorld(trunk);
    expect(await world.route({ ...out, ...given })).toMatchObject({ routes: [identity(OUR_NUMBER), PRIVATE] });
  });

  it.each([
    ['no number', {}],
    ['only the number of someone else', { assertedIdentity: FOREIGN }],
  ])('is rejected if it has %s', async (_what, given) => {
    expect(refusalOf(await outWorld().route({ ...out, ...given }))).toEqual([403, 'Caller Id Not Allowed']);
  });

  it('belongs to the account whose number is asserted, where several accounts name the address', async () => {
    const world = outWorld();
    world.snapshots.sources = [aSource({ id: 'trk_2', accountId: 'acc_2' }), aSource()];
    expect(refusalOf(await world.route(out))).toEqual([403, 'Source Ambiguous']);
    expect((await world.route({ ...out, assertedIdentity: OUR_NUMBER })).action).toBe('route');
    expect(world.log.decisions.at(-1)).toMatchObject({ accountId: 'acc_1', sipTrunkId: 'trk_1' });
  });
});

describe('RouteCall, an outbound caller without a number', () => {
  const to = '+431234567';
  const outWorld = (trunk: Partial<ReturnType<typeof aSource>>) => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber());
    world.snapshots.sources = [aSource(trunk)];
    world.snapshots.outward = [aCarrier({ sendIdentity: true })];
    return world;
  };
  const shown = { fromUri: `sip:${OUR_NUMBER}@carrier.example.net:5060`, headers: {} };

  it.each([
    ['its SIP name', { from: 'sip:t8f0c2d4@sip.example.com', authUser: 't8f0c2d4' }],
    ['a SIP name of digits', { from: 'sip:4930901821@sip.example.com', authUser: '4930901821' }],
    ['another SIP URI', { from: '"Desk" <sip:desk-7@pbx.example.com>' }],
    ['an extension', { from: 'sip:17@pbx.example.com' }],
    ['no URI', { from: '"Bob' }],
  ])('calls with the default caller ID if From is %s', async (_what, given) => {
    expect(await outWorld({ defaultCallerId: OUR_NUMBER }).route({ to, ...given })).toMatchObject({ routes: [shown] });
    expect(refusalOf(await outWorld({}).route({ to, ...given }))).toEqual([403, 'Caller Id Not Allowed']);
  });

  it.each([
    ['the default caller ID', { defaultCallerId: OUR_NUMBER }, {}],
    ['the override', { callerIdStrategy: 'override', callerIdOverride: OUR_NUMBER, defaultCallerId: FOREIGN }, {}],
    ['the asserted number', { defaultCallerId: FOREIGN }, { assertedIdentity: OUR_NUMBER }],
    [
      'the default, not an asserted number of another account',
      { defaultCallerId: OUR_NUMBER },
      { assertedIdentity: FOREIGN },
    ],
  ] as const)(
    'presents %s to our numbers too, if From is the name of a registered system',
    async (_what, trunk, given) => {
      const world = outWorld(trunk);
      world.numbers.numbers.push(aNumber({ e164: '+4989123456', accountId: 'acc_2', trunkId: 'trk_2' }));
      world.snapshots.trunks.set('trk_2', aTrunkState({ id: 'trk_2' }));
      const own = { from: '"Desk" <sip:t8f0c2d4@sip.example.com:5060>;tag=1', authUser: 't8f0c2d4', to: '+4989123456' };
      expect(await world.route({ ...own, ...given })).toMatchObject({
        routes: [{ fromUri: `sip:${OUR_NUMBER}@sip.example.com:5060` }],
      });
      expect(world.log.decisions).toMatchObject([{ direction: 'inbound', from: OUR_NUMBER, isCallerWithheld: false }]);
      world.funds.availableCents = 600;
      expect(await world.route({ ...own, ...given, authUser: 'other' })).toMatchObject({ routes: [{ fromUri: null }] });
    },
  );

  it('is stored as the URI that it shows', async () => {
    const world = outWorld({ defaultCallerId: OUR_NUMBER });
    await world.route({ to, from: '"Desk" <sip:desk-7@pbx.example.com>' });
    expect(world.log.decisions).toMatchObject([
      { from: 'sip:desk-7@pbx.example.com', isCallerWithheld: false, e164: OUR_NUMBER },
    ]);
  });

  it('may not call with a default caller ID that is not active, or with the number of someone else in From', async () => {
    const world = outWorld({ defaultCallerId: OUR_NUMBER });
    expect(refusalOf(await world.route({ to, from: FOREIGN }))).toEqual([403, 'Caller Id Not Allowed']);
    world.numbers.numbers[0] = aNumber({ status: 'suspended' });
    expect(refusalOf(await world.route({ to, from: 'desk-7' }))).toEqual([403, 'Caller Id Not Allowed']);
  });
});

describe('RouteCall, an inbound caller that withholds its number', () => {
  const inWorld = () => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber({ trunkId: 'trk_1' }));
    world.snapshots.trunks.set('trk_1', aTrunkState());
    world.snapshots.carrierSources.add('203.0.113.9');
    return world;
  };

  it.each([
    ['an anonymous From', { from: 'sip:anonymous@anonymous.invalid' }],
    ['an empty From', { from: '' }],
    ['Privacy: id', { privacy: 'id' }],
    ['Privacy: user;critical', { privacy: 'user;critical' }],
  ])('is anonymous to the trunk with %s', async (_how, given) => {
    const world = inWorld();
    expect(await world.route({ ...given, assertedIdentity: FOREIGN })).toMatchObject({
      routes: [{ ...ANONYMOUS, headers: { Privacy: 'id', 'X-Svc-Number': OUR_NUMBER } }],
    });
    expect(world.log.decisions).toMatchObject([{ from: '', isCallerWithheld: true, withheldIdentity: FOREIGN }]);
    expect(world.events.published).toMatchObject([{ type: 'call.started', data: { caller_withheld: true } }]);
    expect(JSON.stringify(world.events.published)).not.toContain(FOREIGN);
  });

  it('is known by the number that it asks to hide, if no other is asserted', async () => {
    const world = inWorld();
    await world.route({ privacy: 'id' });
    expect(world.log.decisions).toMatchObject([{ from: '', withheldIdentity: FOREIGN }]);
  });

  it('is not known where no trusted peer asserts it', async () => {
    const world = inWorld();
    world.snapshots.carrierSources.clear();
    await world.route({ from: 'anonymous', assertedIdentity: FOREIGN });
    expect(world.log.decisions).toMatchObject([{ from: '', withheldIdentity: null }]);
    world.snapshots.sources = [aSource({ accountId: 'acc_2' })];
    await world.route({ from: 'anonymous', assertedIdentity: FOREIGN });
    expect(world.log.decisions.at(-1)).toMatchObject({ withheldIdentity: FOREIGN });
  });

  it('fails conditions on its country and number', async () => {
    const world = inWorld();
    world.numbers.numbers[0] = aNumber({ routingProfileId: 'rp_1' });
    const withCondition = (conditions: object) =>
      world.snapshots.profiles.set(
        'rp_1',
        aProfileState({ targets: [{ ...aForward('f', '+4915112345678'), conditions }] }),
      );
    world.snapshots.outward = [aCarrier()];
    const withheld = { privacy: 'id', assertedIdentity: FOREIGN };
    for (const conditions of [
      { caller_countries: ['DE'] },
      { caller_prefixes: ['+4930'] },
      { anonymous_caller: false },
    ]) {
      withCondition(conditions);
      expect(refusalOf(await world.route(withheld))).toEqual([480, 'No Route']);
      expect((await world.route()).action).toBe('route');
      world.funds.availableCents = 600;
    }
  });

  it('is forwarded as anonymous, identified by our number to carriers that are trusted with it', async () => {
    const world = inWorld();
    world.numbers.numbers[0] = aNumber({ routingProfileId: 'rp_1' });
    world.snapshots.profiles.set('rp_1', aProfileState({ targets: [aForward('f', '+4915112345678')] }));
    world.snapshots.outward = [aCarrier({ sendIdentity: true }), aCarrier({ id: 'other', priority: 1 })];
    const asserted = { 'P-Asserted-Identity': `<sip:${OUR_NUMBER}@carrier.example.net:5060>` };
    expect(await world.route({ from: 'anonymous', assertedIdentity: FOREIGN })).toMatchObject({
      routes: [{ ...ANONYMOUS, headers: { Privacy: 'id', ...asserted } }, PRIVATE],
    });
  });

  it('leaves the From of a caller that shows its number', async () => {
    const world = inWorld();
    expect(await world.route({ assertedIdentity: '+4940123456' })).toMatchObject({
      routes: [{ fromUri: null, headers: { 'X-Svc-Number': OUR_NUMBER } }],
    });
    expect(world.log.decisions).toMatchObject([{ from: FOREIGN, isCallerWithheld: false, withheldIdentity: null }]);
  });
});

describe('RouteCall, attestation and verification', () => {
  it('are stored with the decision and sent with its event', async () => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber({ trunkId: 'trk_1' }));
    world.snapshots.trunks.set('trk_1', aTrunkState());
    const caller = { attestation: 'B', verification: 'passed' } as const;
    await world.route({ ...caller, sourcePort: 5061, transport: 'tls' });
    expect(world.log.decisions).toMatchObject([{ ...caller, sourcePort: 5061, transport: 'tls' }]);
    expect(world.events.published).toMatchObject([{ data: { ...caller, caller_withheld: false } }]);
  });
});

describe('RouteCall, an emergency call of a caller that withholds its number', () => {
  const emergencyWorld = (trunk: Partial<ReturnType<typeof aSource>> = {}) => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber());
    world.snapshots.sources = [aSource(trunk)];
    world.snapshots.outward = [aCarrier({ emergency: true })];
    return world;
  };
  const from = (number: string) => ({
    routes: [{ fromUri: `sip:${number}@carrier.example.net:5060`, headers: { Priority: 'emergency' } }],
  });

  it.each([
    ['the asserted number', {}, { assertedIdentity: OUR_NUMBER }, OUR_NUMBER],
    ['the number in From', {}, { from: OUR_NUMBER, privacy: 'id' }, OUR_NUMBER],
    ['the default caller ID', { defaultCallerId: OUR_NUMBER }, {}, OUR_NUMBER],
    ["an asserted number that is not the account's", {}, { assertedIdentity: FOREIGN }, FOREIGN],
  ])('presents %s, so that the centre can call back', async (_what, trunk, given, number) => {
    const world = emergencyWorld(trunk);
    const withheld = { from: 'sip:anonymous@anonymous.invalid', to: '112', privacy: 'id' };
    expect(await world.route({ ...withheld, ...given })).toMatchObject(from(number));
    expect(world.log.decisions).toMatchObject([{ accountId: 'acc_1', from: '', isCallerWithheld: true }]);
  });

  it('is recognised by the country of the asserted number', async () => {
    const world = emergencyWorld();
    world.accounts.home = 'US';
    const withheld = { from: 'anonymous', to: '110' };
    expect(refusalOf(await world.route(withheld))).toEqual([484, 'Number Not Valid']);
    expect((await world.route({ ...withheld, assertedIdentity: FOREIGN })).action).toBe('route');
  });
});
