import type { CdrGroup } from '@trunkline/client';
import { failuresOf } from './failures';

const group = (cause: string, calls: number, answered = 0): CdrGroup => ({
  key: ['2026-11-29', cause],
  calls,
  answered,
  billable_s: 0,
  asr_pct: null,
  acd_s: null,
  cost_cents: 0,
});

describe('why calls failed', () => {
  it('counts faults only, the most frequent first', () => {
    const groups = [
      group('user_busy', 9),
      group('no_route_destination', 2),
      group('normal_clearing', 5, 5),
      group('network_out_of_order', 4),
    ];
    expect(failuresOf(groups)).toEqual([
      { cause: 'network_out_of_order', calls: 4 },
      { cause: 'no_route_destination', calls: 2 },
    ]);
  });

  it('does not count answered calls, whatever ended them', () => {
    expect(failuresOf([group('network_out_of_order', 3, 3)])).toEqual([]);
  });
});
