import type { CdrGroup } from '@trunkline/client';
import { failuresOfLast } from './failures';

const group = (day: string, cause: string, calls: number, answered = 0): CdrGroup => ({
  key: [day, cause],
  calls,
  answered,
  billable_s: 0,
  asr_pct: null,
  acd_s: null,
  cost_cents: 0,
});

const DAYS = Array.from({ length: 30 }, (_day, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);

describe('why calls failed', () => {
  it('counts faults of today only, the most frequent first', () => {
    const groups = [
      group('2026-11-29', 'network_out_of_order', 7),
      group('2026-11-30', 'user_busy', 9),
      group('2026-11-30', 'no_route_destination', 2),
      group('2026-11-30', 'normal_clearing', 5, 5),
      group('2026-11-30', 'network_out_of_order', 4),
    ];
    expect(failuresOfLast(DAYS, groups)).toEqual({
      time: 'today',
      causes: [
        { cause: 'network_out_of_order', calls: 4 },
        { cause: 'no_route_destination', calls: 2 },
      ],
    });
  });

  it('adds up the last seven days when no call has failed today', () => {
    const groups = [
      group('2026-11-23', 'no_route_destination', 50),
      group('2026-11-24', 'no_route_destination', 1),
      group('2026-11-26', 'network_out_of_order', 2),
      group('2026-11-29', 'no_route_destination', 3),
      group('2026-11-30', 'user_busy', 9),
    ];
    expect(failuresOfLast(DAYS, groups)).toEqual({
      time: '7d',
      causes: [
        { cause: 'no_route_destination', calls: 4 },
        { cause: 'network_out_of_order', calls: 2 },
      ],
    });
  });

  it('does not count answered calls, whatever ended them', () => {
    expect(failuresOfLast(DAYS, [group('2026-11-30', 'network_out_of_order', 3, 3)])).toEqual({
      time: '7d',
      causes: [],
    });
  });
});
