import { failure } from '../../testing/failure';
import { networkLimitOf } from './network';
import { SipTrunk } from './sip-trunk';

const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-02T00:00:00Z');

const aTrunk = (options: object = {}) =>
  SipTrunk.create({ accountId: 'acc_1', options: { name: 'Office', ...options } }, now);
describe('SipTrunk', () => {
  it('is created active, with the default settings', () => {
    expect(aTrunk()).toMatchObject({
      accountId: 'acc_1',
      name: 'Office',
      status: 'active',
      transport: 'udp',
      dtmfMode: 'rfc4733',
      codecPreference: ['g711a', 'g711u'],
      registrationMode: 'static_ip',
      callerIdStrategy: 'inherit',
      callerIdOverride: null,
      inboundCidrs: [],
      maxConcurrentCalls: null,
      numberFormat: '+e164',
      numberPrefix: null,
      mediaEncryption: 'off',
      userPhone: false,
      archivedAt: null,
      createdAt: now,
    });
  });

  it.each(['9', '*31#', '0'.repeat(16), null])('accepts the number prefix %j', (numberPrefix) => {
    expect(aTrunk({ numberPrefix }).numberPrefix).toBe(numberPrefix);
  });

  it.each([
    [{ callerIdStrategy: 'override' }, ['caller_id_override']],
    [{ callerIdOverride: '+4930901820' }, ['caller_id_override']],
    [{ codecPreference: ['g711a', 'g711a'] }, ['codec_preference']],
    [{ numberPrefix: '0'.repeat(17) }, ['number_prefix']],
    [{ numberPrefix: '+' }, ['number_prefix']],
    [{ numberPrefix: '' }, ['number_prefix']],
    [
      { inboundCidrs: ['203.0.113.0/24', '0.0.0.0/0', 'office', '10.0.0.1/33', '::/8', '203.0.113.7/24'] },
      [1, 2, 3, 4, 5].map((n) => `inbound_cidrs.${n}`),
    ],
  ])('refuses %j', (options, fields) => {
    expect(failure(() => aTrunk(options))).toMatchObject({ code: 'invalid_input', fields });
  });

  it('stores each network once, with its prefix length and without IPv4-mapped addresses', () => {
    const inboundCidrs = [
      '203.0.113.7',
      '::ffff:203.0.113.7/128',
      '::ffff:192.0.2.0/120',
      '2001:DB8::1',
      '2001:db8::/56',
    ];
    expect(aTrunk({ inboundCidrs }).inboundCidrs).toEqual([
      '203.0.113.7/32',
      '192.0.2.0/24',
      '2001:db8::1/128',
      '2001:db8::/56',
    ]);
  });

  const FUNDED = networkLimitOf({ tier: 'self_serve', hasToppedUp: true });
  it.each([
    ['before the first top-up', networkLimitOf({ tier: 'self_serve', hasToppedUp: false }), 24, 56],
    ['under review', networkLimitOf({ tier: 'manual_review', hasToppedUp: false }), 24, 56],
    ['after the first top-up', FUNDED, 16, 32],
    ['when verified', networkLimitOf({ tier: 'verified', hasToppedUp: false }), 16, 32],
  ])('names networks up to the limit of its account %s', (_when, networkLimit, ipv4, ipv6) => {
    const options = (bits: readonly number[]) => ({ name: 'a', inboundCidrs: [`0.0.0.0/${bits[0]}`, `::/${bits[1]}`] });
    const create = (...bits: number[]) =>
      SipTrunk.create({ accountId: 'acc_1', options: options(bits), networkLimit }, now).inboundCidrs;
    expect(create(ipv4, ipv6)).toHaveLength(2);
    expect(failure(() => create(ipv4 - 1, ipv6 - 1))).toMatchObject({
      code: 'invalid_input',
      fields: ['inbound_cidrs.0', 'inbound_cidrs.1'],
    });
  });

  it('names any network when the account is wholesale', () => {
    const networkLimit = networkLimitOf({ tier: 'wholesale', hasToppedUp: false });
    const options = { name: 'a', inboundCidrs: ['0.0.0.0/0', '::/0'] };
    expect(SipTrunk.create({ accountId: 'acc_1', options, networkLimit }, now).inboundCidrs).toHaveLength(2);
  });

  it('keeps networks that are wider than the limit, and takes no others', () => {
    const options = { name: 'a', inboundCidrs: ['10.1.0.0/16'] };
    const trunk = SipTrunk.create({ accountId: 'acc_1', options, networkLimit: FUNDED }, now);
    trunk.change({ name: 'b' }, later);
    trunk.change({ inboundCidrs: ['10.1.0.0/16', '10.2.3.0/24'] }, later);
    expect(trunk.inboundCidrs).toEqual(['10.1.0.0/16', '10.2.3.0/24']);
    expect(failure(() => trunk.change({ inboundCidrs: ['10.1.0.0/16', '10.2.0.0/16'] }, later)).fields).toEqual([
      'inbound_cidrs.1',
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
