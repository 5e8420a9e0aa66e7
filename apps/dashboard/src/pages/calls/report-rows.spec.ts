import type { CdrGroup } from '@trunkline/client';
import { csvOf, pointsOf } from './report-rows';

const group = (key: string | null, calls: number): CdrGroup => ({
  key,
  calls,
  answered: calls,
  billable_s: 60 * calls,
  asr_pct: 100,
  acd_s: 60,
  cost_cents: 3 * calls,
});

const at = (time: string): number => Date.parse(time) / 1000;

describe('the points of a report', () => {
  it('have a zero for each day without calls, across a change of the clock', () => {
    const time = { by: 'day', first: at('2026-10-23T00:00Z'), last: at('2026-10-26T00:00Z') } as const;
    expect(pointsOf([group('2026-10-26', 4), group('2026-10-24', 2)], time)).toEqual([
      { at: at('2026-10-23T00:00Z'), value: 0 },
      { at: at('2026-10-24T00:00Z'), value: 2 },
      { at: at('2026-10-25T00:00Z'), value: 0 },
      { at: at('2026-10-26T00:00Z'), value: 4 },
    ]);
  });

  it('tell the two hours apart that a clock shows twice', () => {
    const time = { by: 'hour', first: at('2026-10-25T00:00Z'), last: at('2026-10-25T01:59Z') } as const;
    expect(pointsOf([group('2026-10-25T02:00+02:00', 1), group('2026-10-25T02:00+01:00', 3)], time)).toEqual([
      { at: at('2026-10-25T00:00Z'), value: 1 },
      { at: at('2026-10-25T01:00Z'), value: 3 },
    ]);
  });
});

describe('the CSV of a report', () => {
  it('has a line per group, and nothing for what there is not', () => {
    const silent = { ...group(null, 0), asr_pct: null, acd_s: null };
    expect(csvOf('number', [group('+12125550100', 2), silent])).toBe(
      'number,calls,answered,asr_pct,acd_s,billable_s,cost_cents\r\n' +
        '+12125550100,2,2,100,60,120,6\r\n' +
        ',0,0,,,0,0\r\n',
    );
  });
});
