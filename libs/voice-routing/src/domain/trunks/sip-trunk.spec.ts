import { failure } from '../../testing/failure';
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
      archivedAt: null,
      createdAt: now,
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
