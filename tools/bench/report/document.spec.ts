import type { Bench } from '../entries';
import type { Comparison } from '../measuring/measure';
import { documentOf } from './document';
import type { BenchResult } from './result';

const bench: Bench = { about: 'Reads something.', run: () => Promise.resolve([]) };
const row: Comparison = { name: 'GET /v1/things', unit: '/s', floor: 1000, ours: 900, ratio: 0.9, target: 0.8 };
const result: BenchResult = {
  name: 'reads',
  at: '2026-11-23T10:20:30.000Z',
  machine: 'a machine',
  commit: 'abc1234',
  load: 0.25,
  seconds: 59.6,
  rows: [row],
  error: null,
};

const documentWith = (change: Partial<BenchResult>) =>
  documentOf({ reads: bench }, () => ({ ...result, ...change, name: 'reads' }), '');

const cellsOf = (document: string): string[] =>
  (document.split('\n').find((line) => line.startsWith('| GET')) ?? '')
    .split('|')
    .map((cell) => cell.trim())
    .slice(1, -1);

describe('docs/benchmarks.md', () => {
  it('has a section per bench with what it measures, its rows, and where and when', async () => {
    const document = await documentWith({ rows: [{ ...row, rounds: [0.88, 0.9, 0.95] }] });
    expect(document).toContain('## reads\n\nReads something.\n\n| measured');
    expect(cellsOf(document)).toEqual(['GET /v1/things', '1,000/s', '900/s', '0.90', '0.88–0.95', '0.8']);
    expect(document).toContain(
      '2026-11-23 10:20 UTC, commit abc1234, a machine, load average before the run 0.3, took 60 s.',
    );
    expect(document).toContain('Every bench reaches its targets.');
  });

  it('marks a ratio below its target, and names the bench', async () => {
    const document = await documentWith({ rows: [{ ...row, ratio: 0.79 }] });
    expect(cellsOf(document)[3]).toBe('**0.79**');
    expect(document).toContain('Below a target: [reads](#reads).');
  });

  it('says why a bench failed, in one line', async () => {
    const document = await documentWith({ rows: [], error: 'The `stack` did not start.\nat start' });
    expect(document).toContain("**Failed**: `The 'stack' did not start.`\n");
    expect(document).not.toContain('at start');
    expect(document).toContain('Below a target: [reads](#reads).');
  });

  it('says that a bench has not run yet', async () => {
    const document = await documentOf({ reads: bench }, () => null, '');
    expect(document).toContain('## reads\n\nReads something.\n\nNot run yet.');
  });

  it('keeps what it said of a bench that has not run on this machine, below what is measured now', async () => {
    const before = await documentWith({ rows: [{ ...row, ratio: 0.79 }] });
    const changed = { reads: { ...bench, about: 'Reads something else.' }, writes: bench };
    const document = await documentOf(changed, (name) => (name === 'writes' ? { ...result, name } : null), before);
    expect(document).toContain('## reads\n\nReads something else.\n\n| measured');
    expect(cellsOf(document)[3]).toBe('**0.79**');
    expect(document).toContain('Below a target: [reads](#reads).');
    expect(document.match(/took 60 s\./g)).toHaveLength(2);
  });
});
