import { switchEvent } from './event-schemas';
import { gatewayReport, reportedRows, routeRequest } from './request-schemas';
import type { SwitchError } from '../switch-error';

function errorsOf(read: () => unknown): Readonly<Record<string, string>> | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return (error as SwitchError).fields;
  }
}

describe('routeRequest', () => {
  const call = { switch_id: 'sw1', call_id: 'c1', from: '+1', to: '+2' };
  const claims = { assertedIdentity: null, privacy: null, attestation: null, verification: null };
  const source = { sourceIp: null, sourcePort: null, transport: null, authUser: null };
  const read = { switchId: 'sw1', node: '', callId: 'c1', from: '+1', to: '+2', ...source, ...claims };

  it('ignores unknown members', () => {
    expect(routeRequest({ ...call, humidity: 7 })).toEqual({ ...read, isExtending: false });
  });

  it.each([undefined, null, ''])('reads the optional members %j as missing', (missing) => {
    const extending = missing === '' ? true : missing;
    const request = routeRequest({ ...call, source_ip: missing, auth_user: missing, extends: extending });
    expect(request).toEqual({ ...read, isExtending: missing === '' });
  });

  it('accepts a withheld caller', () => {
    expect(routeRequest({ ...call, from: '' }).from).toBe('');
    expect(routeRequest({ ...call, from: null }).from).toBe('');
  });

  it('reads who calls, words in any case', () => {
    const sent = {
      source_port: 65_535,
      transport: 'TLS',
      privacy: 'id;user',
      attestation: 'b',
      verification: 'Passed',
    };
    expect(routeRequest({ ...call, ...sent, asserted_identity: '<sip:+1@example.com>' })).toMatchObject({
      sourcePort: 65_535,
      transport: 'tls',
      privacy: 'id;user',
      assertedIdentity: '<sip:+1@example.com>',
      attestation: 'B',
      verification: 'passed',
    });
  });

  it.each([
    ['x'.repeat(255), 'x'.repeat(255)],
    ['x'.repeat(256), ''],
    [`"${'x'.repeat(300)}" <sip:+1@example.com>`, 'sip:+1@example.com'],
    ['"\ud800" <sip:+1@example.com>', 'sip:+1@example.com'],
    ['sip:\u0000', ''],
  ])('rejects no caller, however it is written: %j', (sent, from) => {
    expect(routeRequest({ ...call, from: sent }).from).toBe(from);
    expect(routeRequest({ ...call, asserted_identity: sent }).assertedIdentity).toBe(from || null);
  });

  it.each([
    ['source_port', [0, 65_536, '5060'], 'must be an integer from 1 to 65535'],
    ['transport', ['sctp', 5], null],
    ['attestation', ['D', 'full'], 'must be one of A, B, C'],
    ['verification', ['maybe'], 'must be one of passed, failed, none'],
    ['privacy', [5], 'must be text'],
    ['asserted_identity', [5], 'must be text'],
  ])('rejects an invalid %s', (name, values, message) => {
    for (const value of values) {
      const fields = errorsOf(() => routeRequest({ ...call, [name]: value }));
      expect(Object.keys(fields ?? {})).toEqual([name]);
      if (message !== null) expect(fields).toEqual({ [name]: message });
    }
  });

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:203.0.113.7]', '203.0.113.7'],
  ])('reads the address %s as %s', (sent, address) => {
    expect(routeRequest({ ...call, source_ip: sent }).sourceIp).toBe(address);
  });

  it.each(['[203.0.113.7]', '[2001:db8::1', '2001:db8::1]', '[[2001:db8::1]]', '[]'])(
    'rejects the address %s',
    (sent) => {
      expect(errorsOf(() => routeRequest({ ...call, source_ip: sent }))).toEqual({
        source_ip: 'must be an IP address',
      });
    },
  );

  it('names every invalid member', () => {
    const sent = { call_id: 'a\u0000', from: 7, to: 5, source_ip: 'fe80::1%eth0', auth_user: 'x'.repeat(256) };
    expect(errorsOf(() => routeRequest(sent))).toEqual({
      switch_id: 'is required',
      call_id: 'must be text of 1 to 255 characters without control characters',
      from: 'must be text',
      to: 'must be text of 1 to 255 characters without control characters',
      source_ip: 'must be an IP address',
      auth_user: 'must be text of 1 to 255 characters without control characters',
    });
  });

  it.each([null, [], 'call', 5])('rejects the body %j', (body) => {
    expect(errorsOf(() => routeRequest(body))).toEqual({ body: 'must be an object' });
  });
});

describe('reportedRows', () => {
  it('reads a single object as one row, and leaves rows as they are', () => {
    expect(reportedRows({ call_id: 5 })).toEqual([{ call_id: 5 }]);
    expect(reportedRows({ cdrs: [null, 'odd', { call_id: 5 }] })).toEqual([null, 'odd', { call_id: 5 }]);
  });
});

describe('gatewayReport', () => {
  it('rejects a report of a gateway and a carrier at once, and names the other errors too', () => {
    expect(errorsOf(() => gatewayReport({ carrier_id: 'c', gateway_id: 'g' }))).toEqual({
      carrier_id: 'must not be combined with gateway_id',
      ok: 'is required',
    });
  });

  it('reads an absent peer as missing', () => {
    const health = { isUp: true, sipCode: null, rttMs: null, evidence: 'probe' };
    expect(gatewayReport({ carrier_id: 'c', gateway_id: null, ok: true })).toEqual({ carrierId: 'c', ...health });
    expect(gatewayReport({ carrier_id: null, gateway_id: 'g', ok: true })).toEqual({ gatewayId: 'g', ...health });
  });
});

describe('switchEvent', () => {
  const call = { switch_id: 'sw1', decision_id: 'rd_1' };
  const at = (seconds: number) => new Date(seconds * 1000);

  it('reads fractional seconds, and moves times to the test clock', () => {
    expect(switchEvent({ ...call, event: 'ringing', at: 1.5 }, 60)).toMatchObject({ kind: 'ringing', at: at(61.5) });
  });

  it.each<[object, Date | null | undefined]>([
    [{ answered_at: 5 }, at(5)],
    [{ answered_at: null, sip_code: 200 }, null],
    [{ sip_code: 486 }, null],
    [{ sip_code: 200 }, undefined],
    [{}, undefined],
  ])('reads from %j when the call was answered', (end, answeredAt) => {
    expect(switchEvent({ ...call, event: 'ended', ...end })).toMatchObject({ kind: 'ended', answeredAt });
  });

  it('reads a heartbeat without parts as the only part', () => {
    expect(switchEvent({ switch_id: 'sw1', event: 'heartbeat', active_calls: [] })).toEqual({
      kind: 'heartbeat',
      switchId: 'sw1',
      node: '',
      bootId: null,
      part: 1,
      parts: 1,
      count: null,
      decisionIds: [],
      at: null,
    });
  });

  it('rejects a part beyond the parts of a heartbeat', () => {
    const heartbeat = { switch_id: 'sw1', event: 'heartbeat', part: 3, parts: 2, active_calls: [] };
    expect(errorsOf(() => switchEvent(heartbeat))).toEqual({ part: 'must not be greater than parts' });
  });

  it('names the decision that an unknown event lacks', () => {
    expect(Object.keys(errorsOf(() => switchEvent({ switch_id: 'sw1', event: 'exploded' })) ?? {})).toEqual([
      'event',
      'decision_id',
    ]);
  });
});
