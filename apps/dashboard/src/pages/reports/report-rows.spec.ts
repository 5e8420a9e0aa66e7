import type { CdrGroup } from '@trunkline/client';
import { csvOf } from './report-rows';

const group = (key: string | null, calls: number): CdrGroup => ({
  key,
  calls,
  answered: calls,
  billable_s: 60 * calls,
  asr_pct: 100,
  acd_s: 60,
  cost_cents: 3 * calls,
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
