import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RecordingLog } from '@trunkline/platform/testing';
import { pdfOf } from '../../../testing/documents/pdf-files';
import { InspectionThreads, type ThreadLimits } from './inspection-threads';

/** A thread that does what the content says, and otherwise returns its id. */
const FAKE = `
import { readlinkSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', async ({ args: [content] }) => {
  const text = Buffer.from(content).toString();
  if (text === 'loop') for (;;);
  if (text === 'wait') return;
  if (text === 'fail') return parentPort.postMessage({ error: new TypeError('failed') });
  if (text === 'exit') process.exit(3);
  if (text === 'throw') setImmediate(() => { throw new Error('thrown'); });
  if (text === 'hoard') for (const hoard = []; ; ) hoard.push({ [hoard.length]: [] });
  if (text !== 'throw') parentPort.postMessage({ result: threadId });
});
parentPort.postMessage({ systemId: readlinkSync('/proc/thread-self').split('/').at(-1) });`;

const LIMITS: ThreadLimits = { memoryMb: 64, processorMs: 20_000, totalMs: 60_000 };
const BRIEF: ThreadLimits = { ...LIMITS, processorMs: 300 };
const NUMBERS = pdfOf([
  [1, '<< /Type /Catalog /Pages 2 0 R >>'],
  [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
  [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>'],
  [4, `[${'0 '.repeat(950_000)}]`],
]);

describe('InspectionThreads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-inspection-threads-'));
  const fake = pathToFileURL(join(folder, 'fake.mjs'));
  beforeAll(() => writeFileSync(fake, FAKE));
  afterAll(() => rmSync(folder, { recursive: true }));

  const log = new RecordingLog();
  const threadsOf = (count: number, limits = LIMITS, entry = fake) => new InspectionThreads(log, count, limits, entry);
  const read = (threads: InspectionThreads, text: string): Promise<unknown> => threads.read(Buffer.from(text));

  it.each([
    ['exceeds its processor time', 'loop', BRIEF, 'The file takes too long to read.'],
    ['exceeds its memory', 'hoard', LIMITS, 'The file takes too much memory to read.'],
    ['ends the thread', 'exit', LIMITS, 'The file cannot be read.'],
    ['throws outside of its task', 'throw', LIMITS, 'The file cannot be read.'],
  ])('refuse a file that %s, and read the next', async (_name, text, limits, message) => {
    const threads = threadsOf(1, limits);
    const before = await read(threads, 'first');
    const refused = read(threads, text);
    const next = read(threads, 'next');
    await expect(refused).rejects.toMatchObject({
      code: 'document_unreadable',
      message: `${message} Print or scan it to a new file and upload that.`,
    });
    expect(await next).not.toBe(before);
    expect(await read(threads, 'last')).toBe(await next);
    expect(log.lines.splice(0)).toMatchObject([{ level: 'warn', message: 'a document ended the thread that read it' }]);
  });

  it('refuse a file at which a parser fails, log the failure, and keep the thread', async () => {
    const threads = threadsOf(1);
    const before = await read(threads, 'first');
    await expect(read(threads, 'fail')).rejects.toMatchObject({ code: 'document_unreadable' });
    expect(await read(threads, 'next')).toBe(before);
    expect(log.lines.splice(0)).toMatchObject([
      { level: 'warn', message: 'a parser failed at a document', fields: { err: { cause: { message: 'failed' } } } },
    ]);
  });

  it('refuse a file whose thread only waits, after the time of a task', async () => {
    const threads = threadsOf(1, { ...LIMITS, totalMs: 2_000 });
    await expect(read(threads, 'wait')).rejects.toMatchObject({ code: 'document_unreadable' });
    expect(await read(threads, 'next')).toEqual(expect.any(Number));
    log.lines.splice(0);
  });

  it('do not count the time in which a thread starts or other work has the processor', async () => {
    const threads = threadsOf(1, BRIEF);
    for (let round = 0; round < 3; round += 1) {
      const reading = read(threads, 'any');
      const until = performance.now() + 400;
      while (performance.now() < until);
      expect(await reading).toEqual(expect.any(Number));
    }
  });

  it.each([1, 3])('are at most %i, and are kept', async (count) => {
    const threads = threadsOf(count);
    const ids = await Promise.all(Array.from({ length: 9 }, () => read(threads, 'any')));
    expect(new Set(ids).size).toBe(count);
    expect(ids).toContain(await read(threads, 'any'));
  });

  it('leave the event loop free while they read an array of 950,000 numbers', async () => {
    const threads = new InspectionThreads(log);
    await threads.read(pdfOf([[1, 'null']])).catch(() => undefined);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    const startedAt = performance.now();
    const result = await threads.read(NUMBERS);
    const milliseconds = performance.now() - startedAt;
    clearInterval(counting);
    expect(result).toEqual({ contentType: 'application/pdf', length: NUMBERS.length, pixels: null });
    // Parsing takes hundreds of milliseconds, in which the loop made a turn or two when it parsed itself.
    expect(turns).toBeGreaterThan(milliseconds / 20);
  }, 180_000);

  it('reject when a thread cannot start', async () => {
    const threads = threadsOf(1, LIMITS, pathToFileURL(join(folder, 'missing.mjs')));
    await expect(read(threads, 'any')).rejects.toThrow(/missing\.mjs/);
    log.lines.splice(0);
  });

  it('keep the process running until the answer, and no longer', async () => {
    const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const threads = threadsOf(1);
    const before = ports();
    for (let round = 0; round < 2; round += 1) {
      const reading = read(threads, 'any');
      expect(ports()).toBe(before + 1);
      await reading;
      expect(ports()).toBe(before);
    }
  });
});
