import { countsOf, type FileResult, repeatFailed, type RunResult } from './results';

const file = (path: string, figures: Partial<FileResult> = {}): FileResult => ({
  path,
  passed: 3,
  failed: 0,
  skipped: 0,
  failure: null,
  ...figures,
});
const failing = (path: string): FileResult => file(path, { passed: 2, failed: 1, failure: 'expected 1, received 2' });
const runOf = (...files: FileResult[]): RunResult => ({ files, otherFailures: 0 });

/** Returns a suite that records which files it was asked to run. */
function suiteOf(second: RunResult): {
  asked: (readonly string[])[];
  suite: (files?: readonly string[]) => Promise<RunResult>;
} {
  const asked: (readonly string[])[] = [];
  return {
    asked,
    suite: (files = []) => {
      asked.push(files);
      return Promise.resolve(second);
    },
  };
}

describe('the repetition of failed test files', () => {
  it('runs nothing when every file passed', async () => {
    const { asked, suite } = suiteOf(runOf());
    const first = runOf(file('a'), file('b'));
    expect(await repeatFailed(suite, first)).toEqual({ result: first, flaky: [] });
    expect(asked).toEqual([]);
  });

  it('counts a file that passes the second time, and names it as flaky with its first failure', async () => {
    const { asked, suite } = suiteOf(runOf(file('b')));
    const { result, flaky } = await repeatFailed(suite, runOf(file('a'), failing('b')));
    expect(asked).toEqual([['b']]);
    expect(countsOf(result)).toEqual({ passed: 6, failed: 0, skipped: 0 });
    expect(flaky).toEqual([failing('b')]);
  });

  it('repeats a file that did not run, and does not name it as flaky', async () => {
    const { suite } = suiteOf(runOf(file('b')));
    const { result, flaky } = await repeatFailed(suite, runOf(file('b', { passed: 0, failed: 3 })));
    expect(countsOf(result)).toEqual({ passed: 3, failed: 0, skipped: 0 });
    expect(flaky).toEqual([]);
  });

  it('keeps the failures of a file that fails twice', async () => {
    const { suite } = suiteOf(runOf(failing('b'), file('c')));
    const { result, flaky } = await repeatFailed(suite, runOf(file('a'), failing('b'), failing('c')));
    expect(countsOf(result)).toEqual({ passed: 8, failed: 1, skipped: 0 });
    expect(flaky.map(({ path }) => path)).toEqual(['c']);
  });

  it('keeps the failure of a file that the repetition did not reach', async () => {
    const { suite } = suiteOf({ files: [], otherFailures: 1 });
    const { result, flaky } = await repeatFailed(suite, runOf(file('a'), failing('b')));
    expect(countsOf(result)).toEqual({ passed: 5, failed: 2, skipped: 0 });
    expect(flaky).toEqual([]);
  });

  it('does not repeat failures that belong to no file', async () => {
    const { asked, suite } = suiteOf(runOf());
    const { result } = await repeatFailed(suite, { files: [file('a')], otherFailures: 1 });
    expect(countsOf(result).failed).toBe(1);
    expect(asked).toEqual([]);
  });
});
