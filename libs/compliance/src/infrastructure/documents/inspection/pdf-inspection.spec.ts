import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { pdfOf } from '../../../testing/documents/pdf-files';
import { inspectPdf } from './pdf-inspection';
import { loadPdf } from './pdf-parsing';

const CATALOG = '<< /Type /Catalog /Pages 2 0 R /OpenAction 4 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>';
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\);) >>';
const LAUNCH = '<< /S /Launch /F (cmd.exe) >>';
const REFUSAL = { code: 'document_unreadable' };
/** The document is parsed, and rejected for what it contains. */
const REFUSED_CONTENT = { ...REFUSAL, message: expect.not.stringContaining('damaged') };
/** Far above what any of the documents takes here, and far below what they took without limits. */
const SECONDS_MAX = 3;

const streamOf = (keys: string, data: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`<< ${keys} /Length ${Buffer.from(data).length} >>\nstream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ]);
const packed = (keys: string, data: Buffer | string) => streamOf(`${keys} /Filter /FlateDecode`, deflateSync(data));

/** An object stream whose only object is number 4. */
const objectStream = (object: string, type = '/Type /ObjStm ') => packed(`${type}/N 1 /First 4`, `4 0 ${object}`);

/** A document of one page, after which come the given objects in this order, by number. */
const document = (...objects: readonly (readonly [number, Buffer | string])[]) => {
  return pdfOf([[1, CATALOG], [2, PAGES], [3, PAGE], ...objects]);
};

/** Returns seconds of processor time, because other tests run beside this one. */
const timeOf = async (content: Buffer) => {
  const before = process.cpuUsage();
  await inspectPdf(content).catch(() => undefined);
  return process.cpuUsage(before).user / 1e6;
};

describe('the inspection of a PDF', () => {
  it.each([
    ['no object streams', document([4, '<< /S /GoTo /D [3 0 R /Fit] >>'])],
    ['an object stream', document([5, objectStream('<< /S /GoTo /D [3 0 R /Fit] >>')])],
    ['a newer version of an object', document([4, 'null'], [4, '<< /S /GoTo /D [3 0 R /Fit] >>'])],
    ['a comment', document([4, '% A comment.\nnull'])],
    ['binary data that resembles an object', document([5, streamOf('', 'a 1 obj 7obj\nobj 4 0 object')])],
    ['arrays within arrays', document([4, `${'['.repeat(1000)}${']'.repeat(1000)}`])],
  ])('accepts %s', async (_name, content) => {
    await expect(inspectPdf(content)).resolves.toBe(content.length);
  });

  it('accepts what a library writes', async () => {
    const made = await PDFDocument.create();
    for (let page = 0; page < 20; page += 1) made.addPage([200, 200]).drawText(`Page ${page}: 4 apples, 0 objections`);
    for (const useObjectStreams of [true, false]) {
      await expect(inspectPdf(Buffer.from(await made.save({ useObjectStreams })))).resolves.toBeGreaterThan(0);
    }
  });

  it.each([
    ['a script in an object stream', document([5, objectStream(SCRIPT)])],
    ['a script in an object stream without a type', document([5, objectStream(SCRIPT, '')])],
    ['a script in an object stream of another type', document([5, objectStream(SCRIPT, '/Type /XObject ')])],
    [
      'a script in an object stream with a type elsewhere',
      document([6, '/ObjStm'], [5, objectStream(SCRIPT, '/Type 6 0 R ')]),
    ],
    ['a script that a later version hides', document([5, objectStream(SCRIPT)], [4, 'null'])],
    ['a launch action that a later version hides', document([5, objectStream(LAUNCH)], [4, 'null'])],
    ['a script that an earlier version hides', document([4, 'null'], [5, objectStream(SCRIPT)])],
    ['a script within arrays', document([4, `${'['.repeat(1000)}${SCRIPT}${']'.repeat(1000)}`])],
    [
      'an object stream within a stream',
      document([6, streamOf('', Buffer.concat([Buffer.from('5 0 obj '), objectStream(SCRIPT)]))]),
    ],
    ['an object within a comment', document([6, '% 5 0 obj <<>> endobj\nnull'])],
    ['an object within a stream, its header with comments', document([6, streamOf('', '5 %\n0 %\nobj <<>> endobj')])],
    ['an object within a string', document([6, '(5 0 obj<<>>endobj)'])],
  ])('rejects %s', async (_name, content) => {
    await expect(inspectPdf(content)).rejects.toMatchObject(REFUSED_CONTENT);
  });

  it.each([
    [
      '400,000 objects in a stream',
      document([5, packed(`/Type /ObjStm /N 400000 /First 3600000`, `${'7 0 '.repeat(400_000).padEnd(3_600_000)}1`)]),
    ],
    ['20,001 objects', document(...Array.from({ length: 20_001 }, () => [7, '1'] as const))],
    [
      'a stream that unpacks to 64 MB',
      document([5, packed('/Type /ObjStm /N 1 /First 4', Buffer.alloc(64_000_000, ' '))]),
    ],
    ['arrays within arrays, too deep to parse', document([4, `${'['.repeat(100_000)}${']'.repeat(100_000)}`])],
  ])('rejects %s soon', async (_name, content) => {
    await expect(inspectPdf(content)).rejects.toMatchObject(REFUSAL);
    expect(await timeOf(content)).toBeLessThan(SECONDS_MAX);
  });

  it('keeps no names of earlier documents for ever', async () => {
    const namesOf = (n: number) =>
      document([6, `[${Array.from({ length: 90_000 }, (_, each) => `/N${n}-${each}`).join(' ')}]`]);
    const first = loadPdf();
    await inspectPdf(namesOf(1));
    await expect(inspectPdf(namesOf(2))).rejects.toMatchObject(REFUSAL);
    expect(loadPdf()).not.toBe(first);
    await expect(inspectPdf(namesOf(2))).resolves.toBeGreaterThan(0);
  });

  it.each([
    // The parser would read each of these entries.
    [
      'a table of entries without bytes',
      document([6, streamOf('/Type /XRef /W [0 0 0] /Index [0 100000000] /Size 3', '')]),
    ],
    [
      'many tables',
      document(...Array.from({ length: 30 }, () => [6, streamOf('/Type /XRef /W [0 0 0] /Size 900', '')] as const)),
    ],
    ['a million slashes with escapes', document([6, streamOf('', '/#'.repeat(1_000_000))])],
    ['beginnings of active names', document([6, streamOf('', '/J#'.repeat(600_000))])],
    ['a million numbers', document([6, `[${'0 '.repeat(1_000_000)}]`])],
    ['four million numbers in a stream', document([5, objectStream(`[${'0 '.repeat(1_900_000)}]`)])],
    ['half a million keywords', document([6, streamOf('', '\nobj '.repeat(400_000))])],
  ])('inspects %s soon', async (_name, content) => {
    expect(await timeOf(content)).toBeLessThan(SECONDS_MAX);
  });
});
