import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { RecordingLog } from '../testing/recording-log';
import { textOf } from '../testing/pdf-text';
import { PdfPrinter } from './pdf-printer';
import type { PrintedDocument } from './printed-document';

const document = (given: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'Invoice 1',
  author: 'Trunkline',
  at: new Date('2026-12-01T00:00:00Z'),
  heading: 'Invoice',
  subheading: null,
  parties: [],
  facts: [],
  columns: [{ title: 'Description', width: 495, isFigure: false }],
  rows: [{ cells: ['A line'] }],
  sums: [],
  notes: [],
  country: null,
  ...given,
});
const LIMITS = { memoryMb: 256, timeMs: 60_000, idleMs: 200 };
const TICK_MS = 5;

describe('PdfPrinter', () => {
  const log = new RecordingLog();
  const long = document({ rows: Array.from({ length: 1_000 }, (_, n) => ({ cells: [`Line ${n}`] })) });

  it('prints a thousand lines without keeping the event loop from other work', async () => {
    const printer = new PdfPrinter(log, LIMITS);
    await printer.print(document());
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), TICK_MS);
    const started = performance.now();
    const file = await printer.print(long);
    const elapsedMs = performance.now() - started;
    clearInterval(timer);
    expect(textOf(file).join('\n')).toContain('Line 999');
    // On a busy machine, timers are late, but by far less than printing takes.
    expect(elapsedMs / ticks).toBeLessThan(100);
  });

  it('prints documents one after the other, also after an idle time, with a new thread', async () => {
    const ends: Promise<unknown>[] = [];
    const noteThread = (message: unknown) => ends.push(once((message as { readonly worker: Worker }).worker, 'exit'));
    subscribe('worker_threads', noteThread);
    const printer = new PdfPrinter(log, LIMITS);
    const titles = ['One', 'Two', 'Three'];
    const files = await Promise.all(titles.map((heading) => printer.print(document({ heading }))));
    files.forEach((file, n) => expect(textOf(file)[0]).toContain(titles[n]));
    expect(ends).toHaveLength(1);
    await ends[0];
    expect(textOf(await printer.print(document({ heading: 'Four' })))[0]).toContain('Four');
    expect(ends).toHaveLength(2);
    unsubscribe('worker_threads', noteThread);
  });

  it('rejects a document that takes too long, and prints the next one', async () => {
    const printer = new PdfPrinter(log, { ...LIMITS, timeMs: 1 });
    await expect(printer.print(long)).rejects.toThrow('A document takes too long to print.');
    const patient = new PdfPrinter(log, LIMITS);
    expect(textOf(await patient.print(document()))[0]).toContain('A line');
  });

  it('logs characters without a font', async () => {
    await new PdfPrinter(log, LIMITS).print(document({ heading: 'A 𓀀' }));
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn', fields: { missing: ['𓀀'] } });
  });
});
