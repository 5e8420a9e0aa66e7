import type { AccountEvent } from '@trunkline/client';
import { downSince } from './gateways';

function event(state: 'down' | 'up', gateway_id: string, created_at: number): AccountEvent {
  const about = { id: `evt_${created_at}`, created_at };
  const gateway = { gateway_id, trunk_id: 'trk_1', name: gateway_id };
  return state === 'down'
    ? { ...about, type: 'trunk.gateway.down', data: { ...gateway, sip_code: 503 } }
    : { ...about, type: 'trunk.gateway.up', data: gateway };
}

describe('gateways that are down', () => {
  it('are those whose newest event says so', () => {
    const newestFirst = [
      event('down', 'gw_1', 50),
      event('up', 'gw_2', 40),
      event('up', 'gw_1', 30),
      event('down', 'gw_2', 20),
      event('down', 'gw_3', 10),
    ];
    expect(downSince(newestFirst)).toEqual([
      { id: 'gw_1', trunkId: 'trk_1', name: 'gw_1', since: 50 },
      { id: 'gw_3', trunkId: 'trk_1', name: 'gw_3', since: 10 },
    ]);
  });
});
