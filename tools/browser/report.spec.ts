import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultIn } from './report';

const path = join(mkdtempSync(join(tmpdir(), 'trunkline-report-')), 'results.json');
const spec = (status: string, ...results: { errors: { message: string }[] }[]) => ({ tests: [{ status, results }] });
const passed = { errors: [] };

describe('the result of a run of journeys', () => {
  it('counts the tests of each file, nested ones too, and keeps its first failure', () => {
    const specs = [spec('unexpected', { errors: [{ message: 'no button' }] }), spec('skipped', passed)];
    const suites = [{ file: 'calls.browser.ts', specs, suites: [{ specs: [spec('expected', passed)] }] }];
    writeFileSync(path, JSON.stringify({ suites }));
    expect(resultIn(path, false)).toEqual({
      files: [{ path: 'calls.browser.ts', passed: 1, failed: 1, skipped: 1, failure: 'no button' }],
      otherFailures: 0,
    });
  });

  it('counts a test that did not run as failed, without a failure of its own', () => {
    writeFileSync(path, JSON.stringify({ suites: [{ file: 'first-paint.browser.ts', specs: [spec('skipped')] }] }));
    expect(resultIn(path, false).files).toEqual([
      { path: 'first-paint.browser.ts', passed: 0, failed: 1, skipped: 0, failure: null },
    ]);
  });

  it('is a failure without a report, and when the run ended badly although every journey passed', () => {
    writeFileSync(path, JSON.stringify({ suites: [{ file: 'calls.browser.ts', specs: [spec('expected', passed)] }] }));
    expect(resultIn(path, true).otherFailures).toBe(0);
    expect(resultIn(path, false).otherFailures).toBe(1);
    expect(resultIn(`${path}.missing`, true)).toEqual({ files: [], otherFailures: 1 });
  });
});
