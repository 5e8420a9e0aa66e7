import type { GatewayState, RoutingProfileDetail, RoutingTarget, SipGateway, SipTrunkDetail } from '@trunkline/client';
import { profileNodes, trunkNodes } from './path-nodes';

const trunk = (given: Partial<SipTrunkDetail> = {}) =>
  ({
    id: 'trk_1',
    name: 'Berlin PBX',
    transport: 'tls',
    status: 'active',
    registration_mode: 'static_ip',
    reachable: true,
    ...given,
  }) as SipTrunkDetail;

const gateway = (id: string, given: Partial<SipGateway> = {}) =>
  ({ id, name: id, enabled: true, priority: 0, state: 'unknown', last_probe_at: null, ...given }) as SipGateway;

const times = { at: (time: number) => `time ${time}`, ago: (time: number) => `${time} minutes ago` };

const UNKNOWN = { contacts: [], gateways: [] };

describe('trunkNodes', () => {
  it('names the gateways in the order of calls, with what switches report of them, past those that fail over', () => {
    const measured = (id: string, given: Partial<GatewayState>) =>
      ({
        gateway_id: id,
        last_probe_at: 1,
        last_sip_code: null,
        rtt_ms: null,
        down_until: null,
        ...given,
      }) as GatewayState;
    const down = measured('pbx1', { state: 'down', since: 60 });
    const up = measured('pbx3', { state: 'up', evidence: 'call', measured_at: 12 });
    const gateways = [gateway('pbx1'), gateway('pbx2', { enabled: false }), gateway('pbx3', { priority: 1 })];
    const status = { contacts: [], gateways: [down, up] };
    expect(trunkNodes({ trunk: trunk(), status, gateways }, times)).toEqual([
      { kind: 'SIP trunk', name: 'Berlin PBX', note: 'TLS', link: { to: '/trunks/$id', params: { id: 'trk_1' } } },
      { kind: 'Gateway', name: 'pbx1', note: 'No answer since time 60', state: 'bad', failsOver: true },
      { kind: 'Or', name: 'pbx2', note: 'Turned off', state: 'off', failsOver: true },
      { kind: 'Else', name: 'pbx3', note: 'Took a call 12 minutes ago' },
    ]);
  });

  it('ends at a trunk that is turned off', () => {
    const nodes = trunkNodes(
      { trunk: trunk({ status: 'disabled' }), status: UNKNOWN, gateways: [gateway('pbx1')] },
      times,
    );
    expect(nodes).toMatchObject([{ name: 'Berlin PBX', note: 'Turned off', state: 'bad' }]);
  });

  it('does not fail over from the last gateway that takes calls', () => {
    const gateways = [gateway('pbx1'), gateway('pbx2', { enabled: false })];
    const nodes = trunkNodes({ trunk: trunk(), status: UNKNOWN, gateways }, times);
    expect(nodes.filter(({ failsOver }) => failsOver)).toEqual([]);
  });

  it('warns of a trunk without a gateway that is turned on, and without a registered system', () => {
    const second = (registration_mode: SipTrunkDetail['registration_mode'], gateways: readonly SipGateway[]) =>
      trunkNodes({ trunk: trunk({ registration_mode }), status: UNKNOWN, gateways }, times)[1];
    const off = [gateway('pbx1', { enabled: false })];
    expect(second('static_ip', [])).toMatchObject({ kind: 'Gateway', name: 'None', state: 'warn' });
    expect(second('static_ip', off)).toMatchObject({ kind: 'Gateway', name: 'None turned on', state: 'warn' });
    expect(second('register', [])).toMatchObject({ name: 'Not registered', state: 'warn' });
    expect(second('register', off)).toMatchObject({ name: 'Not registered', state: 'warn' });
  });

  it('fails over from systems that are not registered to gateways', () => {
    const register = trunk({ registration_mode: 'register' });
    expect(trunkNodes({ trunk: register, status: UNKNOWN, gateways: [gateway('pbx1')] }, times)).toMatchObject([
      { name: 'Berlin PBX' },
      { kind: 'Your system', name: 'Not registered', state: 'off', failsOver: true },
      { kind: 'Gateway', name: 'pbx1', note: 'Not tested yet' },
    ]);
  });

  it('counts the gateways beyond the third', () => {
    const gateways = ['a', 'b', 'c', 'd'].map((id) => gateway(id));
    const nodes = trunkNodes({ trunk: trunk(), status: UNKNOWN, gateways }, times);
    expect(nodes.map(({ kind, name }) => [kind, name])).toEqual([
      ['SIP trunk', 'Berlin PBX'],
      ['Gateway', 'a'],
      ['Or', 'b'],
      ['Or', '2 more'],
    ]);
  });
});

describe('profileNodes', () => {
  const target = (id: string, given: Partial<RoutingTarget> = {}) =>
    ({ id, kind: 'sip_trunk', sip_trunk_id: id, enabled: true, conditions: null, ...given }) as RoutingTarget;
  const detail = (
    targets: readonly RoutingTarget[],
    given: Partial<RoutingProfileDetail['profile']> = {},
  ): RoutingProfileDetail =>
    ({
      profile: { id: 'rp_1', name: 'Business hours', strategy: 'failover', status: 'active', ...given },
      targets,
    }) as RoutingProfileDetail;
  const texts = {
    nameOf: ({ id }: RoutingTarget) => id,
    conditionsOf: ({ conditions }: RoutingTarget) => (conditions ? 'Mon to Fri' : ''),
    times,
  };

  it('names the targets with their state', () => {
    const targets = [
      target('trk_1', { conditions: {} }),
      target('trk_2'),
      target('rt_3', { kind: 'pstn_forward', sip_trunk_id: null, enabled: false }),
    ];
    const trunks = [trunk(), trunk({ id: 'trk_2', reachable: false })];
    const nodes = profileNodes({ detail: detail(targets), trunks }, texts);
    expect(nodes.at(-1)).not.toHaveProperty('link');
    expect(nodes).toMatchObject([
      { kind: 'Routing profile', name: 'Business hours', note: '3 targets' },
      { kind: 'SIP trunk', name: 'trk_1', note: 'Mon to Fri', link: { to: '/trunks/$id', params: { id: 'trk_1' } } },
      { kind: 'Else', name: 'trk_2', note: 'No call can reach it.', state: 'bad' },
      { kind: 'Else', name: 'rt_3', note: 'Turned off', state: 'off' },
    ]);
  });

  it('goes on from a trunk that is the only target to its gateways', () => {
    const only = { trunk: trunk(), status: UNKNOWN, gateways: [gateway('pbx1', { state: 'up' })] };
    const nodes = (conditions: RoutingTarget['conditions']) =>
      profileNodes({ detail: detail([target('trk_1', { conditions })]), trunks: [], only }, texts);
    expect(nodes(null)).toMatchObject([
      { kind: 'Routing profile', name: 'Business hours', note: '1 target' },
      { kind: 'SIP trunk', name: 'Berlin PBX', note: 'TLS', link: { to: '/trunks/$id', params: { id: 'trk_1' } } },
      { kind: 'Gateway', name: 'pbx1', note: 'Answers' },
    ]);
    expect(nodes({})[1]).toMatchObject({ name: 'Berlin PBX', note: 'Mon to Fri' });
  });

  it('ends at a profile that is turned off, and warns of one without targets', () => {
    const nodes = (status: RoutingProfileDetail['profile']['status']) =>
      profileNodes({ detail: detail([], { status }), trunks: [] }, texts);
    expect(nodes('disabled')).toMatchObject([{ note: 'Turned off', state: 'bad' }]);
    expect(nodes('active').at(-1)).toMatchObject({ name: 'None', state: 'warn' });
  });

  it('counts the targets beyond the third, which ring as the profile rings them', () => {
    const targets = ['rt_1', 'rt_2', 'rt_3', 'rt_4'].map((id) => target(id));
    const last = (strategy: RoutingProfileDetail['profile']['strategy']) =>
      profileNodes({ detail: detail(targets, { strategy }), trunks: [] }, texts).at(-1);
    expect(last('failover')).toMatchObject({ kind: 'Else', name: '2 more' });
    expect(last('round_robin')).toMatchObject({ kind: 'Or', name: '2 more' });
    expect(last('simultaneous_ring')).toMatchObject({ kind: 'And', name: '2 more' });
  });
});
