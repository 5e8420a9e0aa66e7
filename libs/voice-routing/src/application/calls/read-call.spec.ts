import {
  aCarrier,
  aForward,
  aNumber,
  aProfileState,
  aSource,
  aTargetState,
  callWorld,
  OUR_NUMBER,
  refusalOf,
} from '../../testing';

/** A trunk of an account in a country, and two carriers, the first for premium numbers. */
function outWorld(country: string) {
  const world = callWorld();
  world.accounts.home = country;
  world.funds.availableCents = 1_000_000;
  world.numbers.numbers.push(aNumber());
  world.snapshots.sources = [aSource()];
  world.snapshots.outward = [aCarrier()];
  return world;
}

describe('RouteCall, the called number', () => {
  it.each([
    ['US', '+119005550123', '+19005550123'],
    ['DE', '+490900123456', '+49900123456'],
    ['GB', '+4407911123456', '+447911123456'],
    ['DE', '0900 123456', '+49900123456'],
    ['DE', 'sip:%2B49900123456@gw.example.com;user=phone', '+49900123456'],
    ['DE', '"Hotline" <sip:0049(0)900-123456@gw.example.com>;tag=1', '+49900123456'],
    ['US', '900 555 0123', '+19005550123'],
    ['US', '011 49 900 123456', '+49900123456'],
    ['US', '4930901820', '+14930901820'],
  ])('of an account in %s, %s, is priced, matched and dialled as %s', async (country, to, canonical) => {
    const world = outWorld(country);
    expect(await world.route({ from: OUR_NUMBER, to })).toMatchObject({
      action: 'route',
      routes: [{ uri: `sip:${canonical}@carrier.example.net:5060` }],
    });
    expect(world.prices.quoted).toMatchObject([{ direction: 'outbound', to: canonical, numberType: null }]);
    expect(world.snapshots.asked).toEqual([canonical]);
    expect(world.log.decisions).toMatchObject([
      { from: OUR_NUMBER, to: canonical, routes: [{ destination: canonical }] },
    ]);
  });

  it('is one of our numbers in every spelling', async () => {
    const world = outWorld('DE');
    for (const to of [
      '030901820',
      '004930901820',
      '4930901820',
      '+49 (0)30 901820',
      'sip:%2B4930901820@gw.example.com',
    ])
      expect([to, (await world.route({ to })).action]).toEqual([to, 'reject']);
    expect(world.log.decisions.map(({ to, e164, direction }) => [to, e164, direction])).toEqual(
      Array.from({ length: 5 }, () => [OUR_NUMBER, OUR_NUMBER, 'inbound']),
    );
  });

  it('is never read as national from a carrier or an unknown source', async () => {
    const world = outWorld('DE');
    world.snapshots.carrierSources.add('203.0.113.9');
    await world.route({ to: '030901820' });
    world.snapshots.carrierSources.clear();
    world.snapshots.sources = [];
    await world.route({ to: '030901820' });
    await world.route({ to: '4930901820' });
    expect(world.log.decisions.map(({ to, e164 }) => [to, e164])).toEqual([
      ['030901820', null],
      ['030901820', null],
      [OUR_NUMBER, OUR_NUMBER],
    ]);
  });

  it('is rejected with 484 when it cannot be read', async () => {
    const world = outWorld('DE');
    for (const to of ['+490112', '+4930', 'alice', '0112', '+1', '1'.repeat(255)])
      expect([to, refusalOf(await world.route({ from: OUR_NUMBER, to }))]).toEqual([to, [484, 'Number Not Valid']]);
    expect(world.prices.quoted).toEqual([]);
  });

  it('is an emergency number first, in every spelling', async () => {
    const world = outWorld('DE');
    world.snapshots.outward = [aCarrier({ emergency: true })];
    for (const to of [
      '112',
      '"SOS" <sip:%31%31%32@gw.example.com>',
      '١١٢',
      '<urn:service:sos>',
      'tel:112;phone-context=+49',
    ])
      expect(await world.route({ from: OUR_NUMBER, to })).toMatchObject({
        routes: [{ uri: 'sip:112@carrier.example.net:5060' }],
      });
  });

  it('is an emergency number of the account even if the numbering plan contains it', async () => {
    const world = outWorld('ZA');
    world.snapshots.outward = [aCarrier({ emergency: true })];
    expect(await world.route({ from: 'desk-7', to: '+2710111' })).toMatchObject({
      routes: [{ uri: 'sip:10111@carrier.example.net:5060' }],
    });
  });

  it('is read as the owner of the caller number dials it when several accounts claim the source', async () => {
    const world = outWorld('US');
    world.accounts.homes.set('acc_2', 'DE');
    world.snapshots.sources = [aSource(), aSource({ id: 'trk_2', accountId: 'acc_2' })];
    world.numbers.numbers.push(aNumber({ numberId: 'num_2', accountId: 'acc_2', e164: '+4930901899' }));
    await world.route({ from: '030901899', to: '0900123456' });
    await world.route({ from: OUR_NUMBER, to: '9005550123' });
    await world.route({ from: 'desk-7', to: '0900123456' });
    expect(world.log.decisions.map(({ accountId, to }) => [accountId, to])).toEqual([
      ['acc_2', '+49900123456'],
      ['acc_1', '+19005550123'],
      [null, '0900123456'],
    ]);
  });
});

describe('RouteCall, the caller', () => {
  it.each([
    '+4930901820',
    '030901820',
    '0049 30 901820',
    'sip:%2B4930901820@pbx.example.com',
    '"Reception" <tel:+49-30-901820>',
  ])('is a number of the account in the spelling %s', async (from) => {
    const world = outWorld('DE');
    expect((await world.route({ from, to: '+12125550123' })).action).toBe('route');
    expect(world.log.decisions).toMatchObject([{ from: OUR_NUMBER, e164: OUR_NUMBER }]);
  });

  it.each([
    ['"Bob" <sip:bob@example.com>;tag=1', 'sip:bob@example.com'],
    ['030123', '030123'],
    ['sip:!!!', 'sip:!!!'],
  ])('is kept when it cannot be read: %j', async (from, kept) => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber({ routingProfileId: 'rp_1' }));
    world.snapshots.profiles.set('rp_1', aProfileState());
    expect((await world.route({ from })).action).toBe('route');
    expect(world.log.decisions).toMatchObject([{ from: kept, to: OUR_NUMBER }]);
  });

  it('is matched by prefix, country and carrier in canonical form', async () => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber({ routingProfileId: 'rp_1' }));
    world.snapshots.outward = [aCarrier()];
    const conditions = { caller_prefixes: ['+4930'], caller_countries: ['DE'] };
    world.snapshots.profiles.set(
      'rp_1',
      aProfileState({
        targets: [{ ...aForward('rpt_1', '+12125550123'), conditions }, aTargetState({ id: 'rpt_2', enabled: false })],
      }),
    );
    expect(await world.route({ from: '+49030123456' })).toMatchObject({
      routes: [{ fromUri: 'sip:+4930123456@carrier.example.net:5060' }],
    });
  });
});

describe('RouteCall, a forward that was stored in another spelling', () => {
  const forwardWorld = (destination: string) => {
    const world = callWorld();
    world.numbers.numbers.push(aNumber({ routingProfileId: 'rp_1' }));
    world.snapshots.outward = [aCarrier()];
    world.snapshots.profiles.set('rp_1', aProfileState({ targets: [aForward('rpt_1', destination)] }));
    return world;
  };

  it('is priced and dialled in canonical form', async () => {
    const world = forwardWorld('+119005550123');
    expect(await world.route()).toMatchObject({ routes: [{ uri: 'sip:+19005550123@carrier.example.net:5060' }] });
    expect(world.prices.quoted.map(({ to }) => to)).toEqual([OUR_NUMBER, '+19005550123']);
  });

  it('is a loop when it returns to the number', async () => {
    expect(refusalOf(await forwardWorld('+49030901820').route())).toEqual([480, 'No Route']);
  });

  it('is skipped when it cannot be read', async () => {
    expect(refusalOf(await forwardWorld('+490112').route())).toEqual([480, 'No Route']);
  });
});
