import { aCarrier, aNumber, aSource, callWorld, OUR_NUMBER, refusalOf } from '../testing';

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
      'with a caller number that does not belong to the account',
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
      'from an address that another account claims too',
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
    expect(refusalOf(await world.route({ from: 'desk-7', to: '110' }))).toEqual([484, 'Number Not Valid']);
    expect((await world.route({ from: '+493012345', to: '110' })).action).toBe('route');
    expect(refusalOf(await world.route({ from: '+4312345678', to: '110' }))).toEqual([484, 'Number Not Valid']);
    const override = { callerIdStrategy: 'override', callerIdOverride: OUR_NUMBER } as const;
    world.snapshots.sources = [aSource(override)];
    expect((await world.route({ from: '+4312345678', to: '110' })).action).toBe('route');
  });

  it('is rejected with 403 and its own reason when no carrier takes emergency calls', async () => {
    const world = emergencyWorld();
    world.snapshots.outward = [aCarrier()];
    expect(refusalOf(await world.route(emergency))).toEqual([403, 'Emergency Calls Not Served']);
    expect(world.log.decisions[0]).toMatchObject({ accountId: 'acc_1', rejectCause: 'call_rejected' });
  });

  it('is not served from an unknown source or a carrier', async () => {
    const world = emergencyWorld();
    world.snapshots.carrierSources.add('203.0.113.9');
    expect(refusalOf(await world.route(emergency))).toEqual([404, 'Number Not Found']);
    world.snapshots.carrierSources.clear();
    world.snapshots.sources = [];
    expect(refusalOf(await world.route(emergency))).toEqual([404, 'Number Not Found']);
  });
});
