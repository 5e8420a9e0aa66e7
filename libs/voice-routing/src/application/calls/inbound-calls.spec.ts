import { aGatewayState, aNumber, aTrunkState, callWorld, OUR_NUMBER, refusalOf } from '../../testing';
import type { RouteAnswer } from './route-answer';

const gateways = (answer: RouteAnswer) =>
  answer.action === 'route' ? answer.routes.map(({ gatewayId }) => gatewayId) : answer;

/** Our number is routed to a trunk. */
function trunkWorld() {
  const world = callWorld();
  world.numbers.numbers.push(aNumber({ trunkId: 'trk_1' }));
  world.snapshots.trunks.set('trk_1', aTrunkState());
  return world;
}

describe('RouteCall, a call to our number', () => {
  it('goes to the gateways of its trunk, and stores its price', async () => {
    const world = trunkWorld();
    const answer = await world.route();
    expect(answer).toEqual({
      action: 'route',
      decisionId: expect.stringMatching(/^rd_/) as string,
      routing: 'serial',
      firstBranch: 0,
      resumeAfter: null,
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
          contactId: null,
          media: 'rtp',
          path: null,
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

  describe('of one carrier', () => {
    /** Two carriers and our number, which the first one brings in. */
    const carrierWorld = (carrierId: string | null = 'car_1') => {
      const world = trunkWorld();
      world.numbers.numbers.splice(0, 1, aNumber({ trunkId: 'trk_1', carrierId }));
      world.snapshots.carrierSources.add('198.51.100.1').add('198.51.100.2');
      world.snapshots.sourcesOf.set('car_1', ['198.51.100.1']);
      return world;
    };

    it('is reached from that carrier, and unknown to others', async () => {
      expect(gateways(await carrierWorld().route({ sourceIp: '198.51.100.1' }))).toEqual(['gw_1']);
      expect(refusalOf(await carrierWorld().route({ sourceIp: '198.51.100.2' }))).toEqual([404, 'Number Not Found']);
    });

    it('is reached by calls that no carrier brings in', async () => {
      expect(gateways(await carrierWorld().route({ sourceIp: '203.0.113.9' }))).toEqual(['gw_1']);
    });

    it('is reached from any carrier once that one is deleted, and without one', async () => {
      const world = carrierWorld();
      world.snapshots.sourcesOf.delete('car_1');
      expect(gateways(await world.route({ sourceIp: '198.51.100.2' }))).toEqual(['gw_1']);
      expect(gateways(await carrierWorld(null).route({ sourceIp: '198.51.100.2' }))).toEqual(['gw_1']);
    });
  });

  it('sends call.started for a call that begins, and not for a repeated request or a rejected call', async () => {
    const world = trunkWorld();
    const { decisionId } = await world.route();
    const data = {
      call_id: decisionId.replace('rd_', 'call_'),
      direction: 'inbound',
      e164: OUR_NUMBER,
      number_id: 'num_1',
      sip_trunk_id: 'trk_1',
      caller_withheld: false,
      attestation: null,
      verification: null,
      customer_reference: null,
    };
    const started = { type: 'call.started', accountId: 'acc_1', data };
    expect(world.events.published).toEqual([started]);
    world.funds.availableCents = 100_000;
    world.log.isRepeated = true;
    expect((await world.route()).action).toBe('route');
    world.log.isAccountFull = true;
    expect((await world.route()).action).toBe('reject');
    expect(world.events.published).toEqual([started]);
  });

  it('accepts a number without +, and is priced by the number type', async () => {
    const world = trunkWorld();
    expect((await world.route({ to: '4930901820' })).action).toBe('route');
    expect(world.prices.quoted).toMatchObject([{ direction: 'inbound', to: OUR_NUMBER, numberType: 'geographic' }]);
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
    expect(refusalOf(await world.route())).toEqual([480, 'No Route']);
  });

  it.each([
    [{ numberFormat: 'e164' }, { uri: 'sip:4930901820@gw_1.example.com:5060', media: 'rtp' }],
    [{ numberFormat: 'national', numberPrefix: '9' }, { uri: 'sip:9030901820@gw_1.example.com:5060' }],
    [{ userPhone: true }, { uri: `sip:${OUR_NUMBER}@gw_1.example.com:5060;user=phone` }],
    [{ mediaEncryption: 'optional' }, { media: 'srtp_optional' }],
    [{ mediaEncryption: 'required' }, { media: 'srtp' }],
  ] as const)('is dialled as the trunk is configured: %j', async (options, route) => {
    const world = trunkWorld();
    world.snapshots.trunks.set('trk_1', aTrunkState(options));
    expect(await world.route()).toMatchObject({
      routes: [{ ...route, dstUri: 'sip:gw_1.example.com:5060', headers: { 'X-Svc-Number': OUR_NUMBER } }],
    });
  });

  it('dials a number without a country in E.164, whatever the format of the trunk', async () => {
    const world = trunkWorld();
    const called = '+870773111632';
    world.numbers.numbers[0] = aNumber({ trunkId: 'trk_1', e164: called });
    world.snapshots.trunks.set('trk_1', aTrunkState({ numberFormat: 'national' }));
    expect(await world.route({ to: called })).toMatchObject({
      routes: [{ uri: `sip:${called}@gw_1.example.com:5060` }],
    });
  });

  it('leaves hosts with SRV records to the switch, after a check of the records', async () => {
    const world = trunkWorld();
    world.snapshots.trunks.set('trk_1', aTrunkState({ gateways: [aGatewayState({ dnsSrv: true })] }));
    world.hosts.pinned.set('gw_1.example.com', '203.0.113.50');
    expect(await world.route()).toMatchObject({
      routes: [
        {
          uri: `sip:${OUR_NUMBER}@gw_1.example.com;transport=udp`,
          dstUri: 'sip:gw_1.example.com;transport=udp',
        },
      ],
    });
    expect(world.log.decisions[0]?.routes[0]?.destination).toBe('gw_1.example.com');
    world.hosts.refused.add('_sip._udp.gw_1.example.com');
    expect(refusalOf(await world.route())).toEqual([480, 'No Route']);
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
    expect(refusalOf(await world.route())).toEqual(expected);
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
  ] as const)('depends on the status of the account: %s', async (status, expected) => {
    const world = trunkWorld();
    world.accounts.current = status;
    expect(refusalOf(await world.route())).toEqual(expected);
  });

  it('returns 403 for a suspended number of a suspended account', async () => {
    const world = trunkWorld();
    world.numbers.numbers[0] = aNumber({ status: 'suspended', trunkId: 'trk_1' });
    world.accounts.current = 'suspended';
    expect(refusalOf(await world.route())).toEqual([403, 'Account Not Active']);
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
    expect(refusalOf(await world.route())).toEqual(expected);
  });

  it('is rejected without funds, and without a price', async () => {
    const world = trunkWorld();
    world.funds.availableCents = 0;
    expect(refusalOf(await world.route())).toEqual([402, 'Insufficient Balance']);
    expect(world.log.decisions[0]).toMatchObject({ rejectCode: 402, rejectCause: 'insufficient_balance' });
    world.funds.availableCents = 1;
    world.prices.unpriced = '+49';
    expect(refusalOf(await world.route())).toEqual([480, 'No Route']);
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
    expect(refusalOf(await world.route())).toEqual([404, 'Number Not Found']);
    expect(refusalOf(await world.route({ to: 'nobody' }))).toEqual([404, 'Number Not Found']);
    expect(world.log.decisions).toEqual([
      expect.objectContaining({ accountId: null, to: OUR_NUMBER, rejectCause: 'unallocated_number' }),
      expect.objectContaining({ accountId: null, to: 'nobody' }),
    ]);
  });
});
