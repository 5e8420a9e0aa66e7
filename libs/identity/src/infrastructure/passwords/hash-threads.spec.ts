import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HashThreads } from './hash-threads';

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** A library of two calls whose threads report their ids, and which ends a thread that hashes "fatal". */
const THREAD_IDS = `
const { threadId } = require('node:worker_threads');
exports.verifySync = () => true;
exports.hashSync = (password) => {
  if (password === 'fatal') process.exit(3);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  return String(threadId);
};`;

describe('HashThreads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-hash-threads-'));
  const library = join(folder, 'thread-ids.js');
  beforeAll(() => writeFileSync(library, THREAD_IDS));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('hash and verify, and answer each caller', async () => {
    const threads = new HashThreads(2);
    const passwords = Array.from({ length: 8 }, (_, index) => `password ${index}`);
    const hashes = await Promise.all(passwords.map((password) => threads.hash(password, CHEAP)));
    const matches = (shift: number) =>
      Promise.all(hashes.map((hash, index) => threads.verify(hash, passwords[(index + shift) % 8] ?? '')));
    expect(await matches(0)).toEqual(Array(8).fill(true));
    expect(await matches(1)).toEqual(Array(8).fill(false));
  });

  it('leave the processor to everything else', async () => {
    const niceOf = (thread: string) => {
      const text = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
    };
    const own = niceOf(String(process.pid));
    await new HashThreads(1).hash('right', CHEAP);
    expect(readdirSync('/proc/self/task').map(niceOf)).toContain(Math.max(own, 10));
    expect(niceOf(String(process.pid))).toBe(own);
  });

  it('reject what is no hash, and go on', async () => {
    const threads = new HashThreads(1);
    const hash = await threads.hash('right', CHEAP);
    const [invalid, right] = await Promise.allSettled([
      threads.verify('no hash', 'right'),
      threads.verify(hash, 'right'),
    ]);
    expect(invalid).toMatchObject({ status: 'rejected', reason: { message: 'Decoding failed' } });
    expect(right).toEqual({ status: 'fulfilled', value: true });
  });

  it.each([1, 3])('are at most %i, all of which work', async (count) => {
    const threads = new HashThreads(count, library);
    const ids = await Promise.all(Array.from({ length: 12 }, () => threads.hash('any')));
    expect(new Set(ids).size).toBe(count);
  });

  it('are as few as needed', async () => {
    const threads = new HashThreads(3, library);
    const ids = [await threads.hash('any'), await threads.hash('any'), await threads.hash('any')];
    expect(new Set(ids).size).toBe(1);
  });

  it('keep the process running until the answer, and no longer', async () => {
    const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const threads = new HashThreads(1, library);
    const before = ports();
    for (let round = 0; round < 2; round++) {
      const answer = threads.hash('any');
      expect(ports()).toBe(before + 1);
      await answer;
      expect(ports()).toBe(before);
    }
  });

  it('reject what a thread leaves unanswered when it ends, and replace it', async () => {
    const threads = new HashThreads(1, library);
    const outcomes = await Promise.allSettled(['first', 'fatal', 'last'].map((password) => threads.hash(password)));
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: expect.stringMatching(/^\d+$/) },
      { status: 'rejected', reason: { message: 'A thread that hashes passwords ended with code 3.' } },
      { status: 'rejected', reason: { message: 'A thread that hashes passwords ended with code 3.' } },
    ]);
    const ids = [await threads.hash('next'), await threads.hash('next')];
    expect(new Set(ids).size).toBe(1);
    expect(outcomes).not.toContainEqual({ status: 'fulfilled', value: ids[0] });
  });

  it('reject when the library cannot be loaded', async () => {
    const threads = new HashThreads(1, join(folder, 'missing.js'));
    await expect(threads.hash('any')).rejects.toThrow(/missing\.js/);
    await expect(threads.hash('any')).rejects.toThrow(/missing\.js/);
  });
});
