import type { NewJob } from './job';
import { LocalJobs } from './local-jobs';

const CONCURRENCY = 2;
const WAITING_MAX = 100;

describe('jobs of this process', () => {
  let begun: NewJob[];
  let finish: (() => void)[];
  let jobs: LocalJobs;

  const jobOf = (id: string): NewJob => ({ id, name: 'deliver', data: {} });
  const ids = () => begun.map(({ id }) => id);

  beforeEach(() => {
    begun = [];
    finish = [];
    const execute = (job: NewJob): Promise<void> => {
      begun.push(job);
      return new Promise((resolve) => finish.push(resolve));
    };
    jobs = new LocalJobs(execute, CONCURRENCY);
  });

  it('run in turn, no more at once than the limit', async () => {
    for (const id of ['a', 'b', 'c']) expect(jobs.accept(jobOf(id))).toBe(true);
    expect(ids()).toEqual(['a', 'b']);
    finish[0]?.();
    await new Promise(setImmediate);
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('run once while one with the same id waits or runs', async () => {
    for (const id of ['a', 'a', 'b', 'c', 'c']) expect(jobs.accept(jobOf(id))).toBe(true);
    expect(jobs.drain()).toEqual([jobOf('c')]);
    finish[0]?.();
    await new Promise(setImmediate);
    jobs.accept(jobOf('a'));
    expect(ids()).toEqual(['a', 'b', 'a']);
  });

  it('are refused when too many wait', () => {
    for (let n = 0; n < CONCURRENCY + WAITING_MAX; n++) expect(jobs.accept(jobOf(`${n}`))).toBe(true);
    expect(jobs.accept(jobOf('more'))).toBe(false);
    expect(jobs.drain()).toHaveLength(WAITING_MAX);
  });
});
