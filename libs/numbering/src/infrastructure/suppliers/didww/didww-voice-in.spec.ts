import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { DidwwVoiceInTarget } from '@trunkline/platform';
import { DidwwWorld, purchaseOf } from '../../../testing/supply/didww-world';
import { VOICE_IN } from '../../../testing/supply/fake-didww/fake-didww';
import { didwwHttp } from './didww-config';
import { DidwwConnector } from './didww-voice-in';

const DID = '1f6fc2bd-f081-4202-9b1a-d9cb88d942b9';
const TRUNK = { kind: 'trunk', id: '41b94706-325e-4704-a433-d65105758836' } as const;
const GROUP = { kind: 'trunk_group', id: '837c5764-a6c3-456f-aa37-71fc8f8ca07b' } as const;

const linksOf = (name: string) => ({
  self: `https://api.didww.com/v3/dids/${DID}/relationships/${name}`,
  related: `https://api.didww.com/v3/dids/${DID}/${name}`,
});
/** `undefined`: as DIDWW writes a relationship that was not included. */
const related = (name: string, data?: object | null) => ({
  [name]: { links: linksOf(name), ...(data !== undefined && { data }) },
});

/** A number as version 2026-04-16 of DIDWW's API returns it. */
function did(relationships: object, attributes: object = {}) {
  return {
    id: DID,
    type: 'dids',
    attributes: {
      blocked: false,
      capacity_limit: 2,
      description: null,
      terminated: false,
      awaiting_registration: false,
      created_at: '2026-05-01T09:59:55.015Z',
      billing_cycles_count: null,
      number: '12125550123',
      expires_at: '2026-06-01T10:00:04.755Z',
      channels_included_count: 2,
      dedicated_channels_count: 0,
      emergency_enabled: false,
      ...attributes,
    },
    relationships: {
      ...related('did_group'),
      ...related('order'),
      ...related('voice_in_trunk'),
      ...related('voice_in_trunk_group'),
      ...related('capacity_pool'),
      ...related('shared_capacity_group'),
      ...relationships,
    },
  };
}

const NOWHERE = did({ ...related('voice_in_trunk', null), ...related('voice_in_trunk_group', null) });
const AT_TRUNK = did({
  ...related('voice_in_trunk', { type: 'voice_in_trunks', id: TRUNK.id }),
  ...related('voice_in_trunk_group', null),
});
const AT_GROUP = did({
  ...related('voice_in_trunk', null),
  ...related('voice_in_trunk_group', { type: 'voice_in_trunk_groups', id: GROUP.id }),
});

describe('where DIDWW sends calls', () => {
  let server: Server;
  let answers: object[];
  let requests: { line: string; body: unknown }[];

  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const line = `${request.method} ${decodeURIComponent(request.url ?? '')}`;
        requests.push({ line, body: body === '' ? null : (JSON.parse(body) as unknown) });
        response.writeHead(200, { 'content-type': 'application/vnd.api+json' });
        response.end(JSON.stringify(answers.shift()));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  const connector = (target: DidwwVoiceInTarget | null) => {
    const apiBase = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`);
    const config = { apiKey: 'key', apiBase, callbackUrl: null, callbackSecrets: [], voiceIn: target };
    return new DidwwConnector(didwwHttp(config), target);
  };
  const connect = (target: DidwwVoiceInTarget | null, ...given: object[]) => {
    answers = given.map((data) => ({ data, included: [], meta: { api_version: '2026-04-16' } }));
    return connector(target).connect({ e164: '+12125550123', supplierNumberRef: DID });
  };

  it.each([
    [TRUNK, AT_TRUNK],
    [{ ...TRUNK, id: TRUNK.id.toUpperCase() }, AT_TRUNK],
    [GROUP, AT_GROUP],
  ])('changes nothing at %j', async (target, found) => {
    await expect(connect(target, found)).resolves.toBe(false);
    expect(requests).toEqual([{ line: `GET /v3/dids/${DID}?include=voice_in_trunk,voice_in_trunk_group`, body: null }]);
  });

  it.each([
    ['nowhere', TRUNK, NOWHERE, AT_TRUNK, 'voice_in_trunks'],
    ['a group', TRUNK, AT_GROUP, AT_TRUNK, 'voice_in_trunks'],
    ['a trunk', GROUP, AT_TRUNK, AT_GROUP, 'voice_in_trunk_groups'],
    ['another trunk', { ...TRUNK, id: GROUP.id }, AT_TRUNK, null, 'voice_in_trunks'],
  ] as const)('takes a number over from %s', async (_from, target, found, becomes, type) => {
    const after = becomes ?? did({ ...related('voice_in_trunk', { type: 'voice_in_trunks', id: target.id }) });
    await expect(connect(target, found, after, after)).resolves.toBe(true);
    const assigned = { data: { type, id: target.id } };
    expect(requests[1]).toEqual({
      line: `PATCH /v3/dids/${DID}`,
      body: {
        data: {
          id: DID,
          type: 'dids',
          relationships: {
            voice_in_trunk: target.kind === 'trunk' ? assigned : { data: null },
            voice_in_trunk_group: target.kind === 'trunk_group' ? assigned : { data: null },
          },
        },
      },
    });
    expect(requests[2]!.line).toBe(`GET /v3/dids/${DID}?include=voice_in_trunk,voice_in_trunk_group`);
  });

  it('does not take the answer to the change for the proof', async () => {
    await expect(connect(TRUNK, NOWHERE, AT_TRUNK, NOWHERE)).rejects.toThrow('does not send the calls');
    // Without ids, the answer proves nothing either.
    await expect(connect(TRUNK, NOWHERE, AT_TRUNK, did({}))).rejects.toThrow('does not send the calls');
  });

  it.each(['blocked', 'terminated'])('takes no number for connected that is %s', async (flag) => {
    const found = { ...AT_TRUNK, attributes: { ...AT_TRUNK.attributes, [flag]: true } };
    await expect(connect(TRUNK, found, found, found)).rejects.toThrow('does not send the calls');
  });

  it('refuses without a trunk', async () => {
    await expect(connect(null, NOWHERE)).rejects.toThrow('DIDWW_VOICE_IN_TRUNK_ID');
  });

  it('lists no number as connected without a trunk', async () => {
    answers = [{ data: [NOWHERE, { ...AT_TRUNK, id: 'b' }], meta: { total_records: 2 } }];
    const { numbers } = await connector(null).list(1);
    expect(numbers.map(({ isConnected }) => isConnected)).toEqual([false, false]);
  });

  it('lists numbers page by page, with their state', async () => {
    answers = [
      { data: [AT_TRUNK, { ...NOWHERE, id: 'b' }], meta: { total_records: 101 } },
      { data: [{ ...AT_GROUP, id: 'c' }], meta: { total_records: 101 } },
    ];
    const dids = connector(TRUNK);
    const first = [
      { ref: DID, isConnected: true },
      { ref: 'b', isConnected: false },
    ];
    await expect(dids.list(1)).resolves.toEqual({ numbers: first, next: 2 });
    await expect(dids.list(2)).resolves.toEqual({ numbers: [{ ref: 'c', isConnected: false }], next: null });
    const query = 'include=voice_in_trunk,voice_in_trunk_group&sort=created_at&page[number]=2&page[size]=100';
    expect(requests[1]!.line).toBe(`GET /v3/dids?${query}`);
  });

  describe('with an order', () => {
    let world: DidwwWorld;
    beforeEach(async () => {
      world = await DidwwWorld.start();
    });
    afterEach(() => world.stop());

    it('is the group of trunks, where the settings name one', async () => {
      const voiceIn = { kind: 'trunk_group', id: VOICE_IN.voice_in_trunk_groups } as const;
      purchaseOf(await world.make({ voiceIn }).order(world.request(await world.live())));
      expect(world.dids()[0]!.relationships).toMatchObject({
        voice_in_trunk: null,
        voice_in_trunk_group: { id: voiceIn.id },
      });
    });

    it('is not assigned while the number waits for its registration', async () => {
      const [offer] = await world.find({ country: 'DE', numberType: 'geographic' });
      expect(purchaseOf(await world.supplier.order(world.request(offer!)))).toMatchObject({ usable: false });
      expect(world.fake.count('PATCH /dids')).toBe(0);
    });

    it('is named with the purchase when DIDWW refuses the trunk', async () => {
      const voiceIn = { kind: 'trunk', id: VOICE_IN.voice_in_trunk_groups } as const;
      const purchase = purchaseOf(await world.make({ voiceIn }).order(world.request(await world.live())));
      expect(purchase.connectionFault).toContain('status 422');
    });

    it('needs a trunk or a group that DIDWW knows', async () => {
      const faultOf = (voiceIn: DidwwVoiceInTarget | null) =>
        new DidwwConnector(didwwHttp(world.fake.config, { timeoutMs: 1_500, pauseMs: 5 }), voiceIn).findFault();
      const [trunk, group] = [VOICE_IN.voice_in_trunks, VOICE_IN.voice_in_trunk_groups];
      expect(await faultOf({ kind: 'trunk', id: trunk })).toBeNull();
      expect(await faultOf({ kind: 'trunk_group', id: group })).toBeNull();
      expect(await faultOf({ kind: 'trunk', id: group })).toBe(
        `DIDWW does not know ${group} of DIDWW_VOICE_IN_TRUNK_ID.`,
      );
      expect(await faultOf(null)).toBe('Neither DIDWW_VOICE_IN_TRUNK_ID nor DIDWW_VOICE_IN_TRUNK_GROUP_ID is set.');
      world.fake.script('GET /voice_in_trunks', 'fault', 'fault', 'fault');
      await expect(faultOf({ kind: 'trunk', id: trunk })).rejects.toThrow('status 503');
    });

    it('buys nothing without a trunk', async () => {
      const wanted = world.request(await world.live());
      const order = await world.make({ voiceIn: null }).order(wanted);
      expect([order, world.orders()]).toMatchObject([{ failure: { code: 'supplier_error' } }, []]);
      expect(JSON.stringify(world.log)).toContain('DIDWW_VOICE_IN_TRUNK_ID');
    });
  });
});
