import type { DomainError } from '@trunkline/kernel';
import { RoutingProfile } from './profiles/routing-profile';
import { byPosition, RoutingTarget, type TargetChange, type TargetKind } from './profiles/routing-target';
import { SipGateway } from './trunks/sip-gateway';
import { SipTrunk } from './trunks/sip-trunk';

const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-02T00:00:00Z');

const failure = (work: () => unknown): { code: string; fields: string[]; message: string } => {
  try {
    work();
  } catch (error) {
    const { code, fields, message } = error as DomainError;
    return { code, fields: Object.keys(fields ?? {}), message };
  }
  throw new Error('It was not refused.');
};

const aTrunk = (options: object = {}) =>
  SipTrunk.create({ accountId: 'acc_1', options: { name: 'Office', ...options } }, now);
const aGateway = (options: object = {}) =>
  SipGateway.create(
    {
      trunk: { id: 'trk_1', accountId: 'acc_1', transport: 'udp' },
      options: { name: 'A', host: 'sip.example.com', ...options },
    },
    now,
  );
const aTarget = (options: TargetChange & { kind: TargetKind }) =>
  RoutingTarget.create({ id: 'rp_1', accountId: 'acc_1' }, { position: 0, ...options }, now);

describe('SipTrunk', () => {
  it('is created active, with the default settings', () => {
    expect(aTrunk()).toMatchObject({
      ...{ accountId: 'acc_1', name: 'Office', status: 'active', transport: 'udp', dtmfMode: 'rfc4733' },
      ...{ codecPreference: ['g711a', 'g711u'], registrationMode: 'static_ip', callerIdStrategy: 'inherit' },
      ...{ callerIdOverride: null, inboundCidrs: [], maxConcurrentCalls: null, archivedAt: null, createdAt: now },
    });
  });

  it.each([
    [{ callerIdStrategy: 'override' }, ['caller_id_override']],
    [{ callerIdOverride: '+4930901820' }, ['caller_id_override']],
    [{ codecPreference: ['g711a', 'g711a'] }, ['codec_preference']],
    [
      { inboundCidrs: ['203.0.113.0/24', '0.0.0.0/0', 'office', '10.0.0.1/33', '::/8'] },
      [1, 2, 3, 4].map((n) => `inbound_cidrs.${n}`),
    ],
  ])('refuses %j', (options, fields) => {
    expect(failure(() => aTrunk(options))).toMatchObject({ code: 'invalid_input', fields });
  });

  it('stores each network once, with its prefix length', () => {
    const inboundCidrs = ['203.0.113.7', '203.0.113.7/32', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32'];
    expect(aTrunk({ inboundCidrs }).inboundCidrs).toEqual([
      '203.0.113.7/32',
      '10.0.0.0/8',
      '2001:db8::1/128',
      '2001:db8::/32',
    ]);
  });

  it('changes from active to disabled and back', () => {
    const trunk = aTrunk();
    trunk.change({ status: 'disabled' }, later);
    expect(trunk).toMatchObject({ status: 'disabled', updatedAt: later });
    trunk.change({ status: 'active', name: 'Home' }, later);
    expect(trunk).toMatchObject({ status: 'active', name: 'Home' });
  });

  it('clears the caller ID override with strategy inherit, and only then', () => {
    const trunk = aTrunk({ callerIdStrategy: 'override', callerIdOverride: '+4930901820' });
    expect(failure(() => trunk.change({ callerIdOverride: null }, later)).fields).toEqual(['caller_id_override']);
    trunk.change({ callerIdStrategy: 'inherit' }, later);
    expect(trunk.callerIdOverride).toBeNull();
  });

  it.each(['active', 'disabled'] as const)('is archived from %s, finally', (status) => {
    const trunk = aTrunk();
    trunk.change({ status }, now);
    trunk.archive(later);
    expect(trunk).toMatchObject({ status: 'archived', archivedAt: later });
    expect(failure(() => trunk.change({ status: 'active' }, later))).toMatchObject({
      code: 'invalid_state',
      message: expect.stringMatching(/archived.*active/) as string,
    });
    expect(failure(() => trunk.change({ name: 'New' }, later)).code).toBe('invalid_state');
    expect(failure(() => trunk.archive(later)).code).toBe('invalid_state');
  });
});

describe('SipGateway', () => {
  it.each([
    ['udp', 5060],
    ['tcp', 5060],
    ['tls', 5061],
    ['wss', 443],
  ])('has the default port of %s, %i', (transport, port) => {
    expect(aGateway({ transport }).port).toBe(port);
    expect(aGateway({ transport, port: 7000 }).port).toBe(7000);
  });

  it("has the trunk's transport and the default settings", () => {
    expect(aGateway()).toMatchObject({
      transport: 'udp',
      weight: 100,
      priority: 0,
      enabled: true,
      authUsername: null,
      customHeaders: null,
    });
  });

  it.each(['sip.example.com', 'sip.example.com.', 'localhost', '203.0.113.5', '2001:db8::5', 'xn--bcher-kva.example'])(
    'takes the host %s',
    (host) => {
      expect(aGateway({ host }).host).toBe(host);
    },
  );

  it.each([
    '',
    'a b',
    '-a.example',
    'http://example.com',
    '203.0.113',
    '0x7f.1',
    '2130706433',
    'fe80::1%eth0',
    'sip.example.com:5060',
    `${'a'.repeat(64)}.example`,
  ])('refuses the host %j', (host) => {
    expect(failure(() => aGateway({ host })).fields).toEqual(['host']);
  });

  it.each([
    [{ 'X-Good': 'yes', Subject: 'no' }, 'custom_headers'],
    [{ 'X-': 'no' }, 'custom_headers'],
    [{ 'X-Line': 'a\r\nRoute: <sip:evil>' }, 'custom_headers.X-Line'],
    [{ 'X-Long': 'a'.repeat(201) }, 'custom_headers.X-Long'],
    [Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`X-${n}`, 'a'])), 'custom_headers'],
  ])('rejects headers %j', (customHeaders, field) => {
    expect(failure(() => aGateway({ customHeaders })).fields).toEqual([field]);
  });

  it('reports whether it has a password, and clears it with null', () => {
    const gateway = aGateway();
    expect(gateway.hasAuthPassword).toBe(false);
    gateway.setSealedPassword('sealed');
    expect(gateway.hasAuthPassword).toBe(true);
    gateway.setSealedPassword(null);
    expect(gateway.hasAuthPassword).toBe(false);
  });

  it('changes the given members and keeps the rest', () => {
    const gateway = aGateway({ priority: 4, authUsername: 'me' });
    gateway.change({ weight: 7, authUsername: null }, later);
    expect(gateway).toMatchObject({
      weight: 7,
      authUsername: null,
      priority: 4,
      host: 'sip.example.com',
      updatedAt: later,
    });
  });
});

describe('RoutingTarget', () => {
  const references = {
    sip_trunk: { sipTrunkId: 'trk_1' },
    pstn_forward: { pstnForwardE164: '+4930901820' },
    webrtc_user: { webrtcUserId: 'user' },
    webhook: { webhookUrl: 'https://example.com' },
  };
  const kinds = Object.keys(references) as (keyof typeof references)[];
  const fields = {
    sip_trunk: 'sip_trunk_id',
    pstn_forward: 'pstn_forward_e164',
    webrtc_user: 'webrtc_user_id',
    webhook: 'webhook_url',
  };

  it.each(kinds)('of kind %s requires its own reference, and no other', (kind) => {
    expect(aTarget({ kind, ...references[kind] })).toMatchObject({
      kind,
      ...references[kind],
      weight: 100,
      enabled: true,
    });
    expect(failure(() => aTarget({ kind })).fields).toEqual([fields[kind]]);
    for (const other of kinds.filter((each) => each !== kind)) {
      expect(failure(() => aTarget({ kind, ...references[kind], ...references[other] })).fields).toEqual([
        fields[other],
      ]);
    }
  });

  it.each(['http://example.com', 'ftp://example.com', 'example'])('rejects the webhook %s', (webhookUrl) => {
    expect(failure(() => aTarget({ kind: 'webhook', webhookUrl })).fields).toEqual(['webhook_url']);
  });

  it('clears the old reference with a new kind, and requires the new one', () => {
    const target = aTarget({ kind: 'sip_trunk', sipTrunkId: 'trk_1' });
    expect(failure(() => target.change({ kind: 'pstn_forward' }, later)).fields).toEqual(['pstn_forward_e164']);
    target.change({ kind: 'pstn_forward', pstnForwardE164: '+4930901820' }, later);
    expect(target).toMatchObject({
      kind: 'pstn_forward',
      sipTrunkId: null,
      pstnForwardE164: '+4930901820',
      updatedAt: later,
    });
  });

  it('keeps its conditions when other members change', () => {
    const target = aTarget({ kind: 'sip_trunk', sipTrunkId: 'trk_1', conditions: { caller_countries: ['DE'] } });
    target.change({ weight: 1 }, later);
    expect(target.conditions).toEqual({ caller_countries: ['DE'] });
    target.change({ conditions: null }, later);
    expect(target.conditions).toBeNull();
  });

  it('sorts by position, then age, then identifier', () => {
    const rows = [
      { id: 'b', position: 1, createdAt: now },
      { id: 'a', position: 1, createdAt: now },
      { id: 'c', position: 0, createdAt: later },
      { id: 'd', position: 0, createdAt: now },
    ];
    expect(byPosition(rows).map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b']);
  });
});

describe('RoutingProfile', () => {
  it('has the same states as a trunk', () => {
    const profile = RoutingProfile.create('acc_1', { name: 'Support' }, now);
    expect(profile).toMatchObject({ strategy: 'failover', ringTimeoutSeconds: 25, maxRetries: 0, status: 'active' });
    profile.change({ status: 'disabled', maxRetries: 3 }, later);
    expect(profile).toMatchObject({ status: 'disabled', maxRetries: 3 });
    profile.archive(later);
    expect(profile).toMatchObject({ status: 'archived', archivedAt: later });
    for (const change of [() => profile.change({}, later), () => profile.touch(later), () => profile.archive(later)]) {
      expect(failure(change).code).toBe('invalid_state');
    }
  });
});
