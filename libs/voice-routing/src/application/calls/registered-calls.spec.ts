import {
  aGatewayState,
  aNumber,
  aProfileState,
  aTargetState,
  aTrunkState,
  callWorld,
  OUR_NUMBER,
  refusalOf,
} from '../../testing';
import type { ContactState, TrunkState } from './ports';
import type { RouteAnswer } from './route-answer';

const aContact = (id: string, given: Partial<ContactState> = {}): ContactState => ({
  id,
  uri: `sip:${id}@10.9.9.9:5060;line=1`,
  received: 'sip:203.0.113.7:22131',
  path: null,
  ...given,
});
const registered = (contacts: readonly ContactState[], given: Partial<TrunkState> = {}) =>
  aTrunkState({ registrationMode: 'register', contacts, gateways: [], ...given });

const legsOf = (answer: RouteAnswer) =>
  answer.action === 'route' ? answer.routes.map(({ contactId, gatewayId }) => contactId ?? gatewayId) : answer;

/** Our number is routed to a trunk in register mode. */
function trunkWorld(trunk: TrunkState) {
  const world = callWorld();
  world.numbers.numbers.push(aNumber({ trunkId: 'trk_1' }));
  world.snapshots.trunks.set('trk_1', trunk);
  return world;
}

/** Our number is routed to a profile with these trunks as targets. */
function profileWorld(strategy: 'failover' | 'simultaneous_ring', ...trunks: readonly TrunkState[]) {
  const world = callWorld();
  world.numbers.numbers.push(aNumber({ routingProfileId: 'rp_1' }));
  const targets = trunks.map((trunk, index) => aTargetState({ id: `rpt_${index}`, trunk }));
  world.snapshots.profiles.set('rp_1', aProfileState({ strategy, targets }));
  return world;
}

describe('RouteCall, a call to a registered system', () => {
  it('goes to its contact by way of the source of its registration, and names the number in a header', async () => {
    const trunk = registered([aContact('ct_1', { path: '<sip:203.0.113.1;lr>' })], { mediaEncryption: 'optional' });
    const world = trunkWorld(trunk);
    expect(await world.route()).toMatchObject({
      action: 'route',
      routes: [
        {
          uri: 'sip:ct_1@10.9.9.9:5060;line=1',
          dstUri: 'sip:203.0.113.7:22131',
          path: '<sip:203.0.113.1;lr>',
          fromUri: null,
          auth: null,
          headers: { 'X-Svc-Number': OUR_NUMBER },
          gatewayId: null,
          carrierId: null,
          contactId: 'ct_1',
          media: 'srtp_optional',
          codecs: ['g711a', 'g711u'],
          dtmfMode: 'rfc4733',
        },
      ],
    });
    expect(world.log.decisions[0]?.routes).toEqual([
      {
        targetId: null,
        targetKind: 'sip_trunk',
        trunkId: 'trk_1',
        gatewayId: null,
        contactId: 'ct_1',
        destination: '203.0.113.7:22131',
        rating: null,
      },
    ]);
  });

  it('tries contacts in their order, then the gateways', async () => {
    const trunk = registered([aContact('ct_1'), aContact('ct_2')], { gateways: [aGatewayState()] });
    expect(legsOf(await trunkWorld(trunk).route())).toEqual(['ct_1', 'ct_2', 'gw_1']);
  });

  it('calls a system that is registered at two switches once', async () => {
    const twice = [aContact('ct_1'), aContact('ct_2', { uri: 'sip:ct_1@10.9.9.9:5060;line=1' })];
    const other = aContact('ct_3', { ...twice[0], id: 'ct_3', received: 'sip:198.51.100.4:5060' });
    expect(legsOf(await trunkWorld(registered([...twice, other])).route())).toEqual(['ct_1', 'ct_3']);
  });

  it('goes to the host of the URI if the source of the registration is unknown', async () => {
    const contact = aContact('ct_1', { uri: 'sip:office@pbx.example.com:5070;transport=tcp', received: null });
    const world = trunkWorld(registered([contact]));
    world.hosts.pinned.set('pbx.example.com', '203.0.113.50');
    expect(await world.route()).toMatchObject({
      routes: [{ uri: contact.uri, dstUri: 'sip:203.0.113.50:5070;transport=tcp' }],
    });
  });

  it('asks a browser for the media that it needs', async () => {
    const received = 'sip:203.0.113.7:51234;transport=ws';
    const contact = aContact('ct_1', { uri: 'sip:k3j@f8a9.invalid;transport=ws', received });
    expect(await trunkWorld(registered([contact])).route()).toMatchObject({
      routes: [{ uri: contact.uri, dstUri: received, media: 'webrtc' }],
    });
  });

  it.each([
    ['the source of the registration', {}, '203.0.113.7'],
    ['the host of the URI', { received: null }, '10.9.9.9'],
  ])('excludes a contact if %s is not allowed', async (_, given, host) => {
    const world = trunkWorld(registered([aContact('ct_1', given), aContact('ct_2', { received: 'sip:198.51.100.4' })]));
    world.hosts.refused.add(host);
    expect(legsOf(await world.route())).toEqual(['ct_2']);
    world.hosts.refused.add('198.51.100.4');
    expect(refusalOf(await world.route())).toEqual([480, 'No Route']);
  });

  it('is rejected without a registration and without a gateway', async () => {
    expect(refusalOf(await trunkWorld(registered([])).route())).toEqual([480, 'No Route']);
  });

  it('is rejected if the trunk is full, as for gateways', async () => {
    const trunk = registered([aContact('ct_1')], { isFull: true });
    expect(refusalOf(await trunkWorld(trunk).route())).toEqual([503, 'Concurrency Limit Reached']);
  });

  it('tries the contacts of one target in sequence', async () => {
    const world = profileWorld('failover', registered([aContact('ct_1'), aContact('ct_2')]), aTrunkState());
    const answer = await world.route();
    expect([legsOf(answer), answer]).toMatchObject([['ct_1', 'ct_2', 'gw_1'], { routing: 'serial' }]);
  });

  it('rings all contacts of all targets at once with simultaneous_ring', async () => {
    const office = registered([aContact('ct_1'), aContact('ct_2')], { gateways: [aGatewayState({ id: 'gw_2' })] });
    const answer = await profileWorld('simultaneous_ring', office, aTrunkState()).route();
    expect([legsOf(answer), answer]).toMatchObject([['ct_1', 'ct_2', 'gw_1'], { routing: 'parallel' }]);
  });
});
