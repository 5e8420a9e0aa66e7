import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TimeZone } from '@trunkline/kernel';
import { RecordFile } from './record-file';

/** The path of LibreOffice. Without it the test run prints a notice, and with CI=true it fails. */
const SOFFICE = process.env['TEST_SOFFICE'] ?? '';
const describeWithSoffice = SOFFICE ? describe : describe.skip;
/** LibreOffice starts with an empty profile. */
const SLOW_MS = 120_000;
/** Comma, quote, UTF-8, from the first line; and then the format of columns. */
const CSV_FILTER = 'CSV:44,34,76,1';
/** The second column is text. */
const AS_TEXT = `${CSV_FILTER},2/2`;

const E164 = '+493012345678';
const LONG = 'x'.repeat(10_000);

describeWithSoffice('a CSV file in LibreOffice', () => {
  let folder: string;
  let server: Server;
  let requests: string[];
  let hostile: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-csv-'));
    requests = [];
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('<x>fetched</x>');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    hostile = {
      sum: '=1+1',
      fetch: `=WEBSERVICE("${url}/fetch")`,
      link: `=HYPERLINK("${url}/link","Click")`,
      command: `=cmd|'/C touch ${join(folder, 'touched')}'!A0`,
      macro: `=MSEXCEL|'\\..\\..\\Windows\\System32\\cmd.exe /c calc.exe'!''`,
      plus: '+1+1',
      minus: '-2',
      at: '@SUM(1;1)',
      tab: '\t=1+1',
      return: '\r=1+1',
      quotes: '"=1+1","=2+2"',
      lines: 'first\n=1+1\r\nlast',
      long: `=${LONG}`,
      plain: LONG,
      rightToLeft: '\u202E=1+1 مرحبا',
      wide: '＝1+1',
      separator: 'a;=1+1',
    };
  });
  afterAll(async () => {
    await new Promise((done) => server.close(done));
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the sheet that LibreOffice makes of a file, as flat XML. */
  const opened = (name: string, text: string, filter: string): string => {
    writeFileSync(join(folder, `${name}.csv`), text);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const to = ['--convert-to', 'fods', '--outdir', folder, join(folder, `${name}.csv`)];
    const { status, stderr } = spawnSync(SOFFICE, [profile, '--headless', `--infilter=${filter}`, ...to], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    return readFileSync(join(folder, `${name}.fods`), 'utf8');
  };
  /** The texts of the cells of a sheet, row by row; the paragraphs of a cell are its lines. */
  const cellsOf = (sheet: string): string[][] =>
    [...sheet.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<table:table-cell[^>]*?(?:\/>|>(.*?)<\/table:table-cell>)/gs)].map(([, cell = '']) =>
        [...cell.matchAll(/<text:p[^>]*?(?:\/>|>(.*?)<\/text:p>)/gs)].map(([, line = '']) => textOf(line)).join('\n'),
      ),
    );
  const textOf = (xml: string): string =>
    xml
      .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
      .replace(/<text:tab\/>/g, '\t')
      .replace(/<[^>]+>/g, '')
      .replace(
        /&(lt|gt|quot|apos|amp);/g,
        (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&',
      );
  const csvOf = (rows: readonly (readonly unknown[])[]): string => {
    const file = new RecordFile('csv', ['name', 'number'], TimeZone.of('UTC'));
    return file.head() + file.textOf(rows);
  };

  it(
    'has no formula, fetches and starts nothing, and keeps each text',
    () => {
      const unsafe = `name,number\r\nsum,=1+1\r\nfetch,"${(hostile['fetch'] ?? '').replaceAll('"', '""')}"\r\n`;
      // Otherwise the test could not fail.
      expect(opened('unsafe', unsafe, CSV_FILTER).match(/table:formula=/g)).toHaveLength(2);
      requests.length = 0;
      const sheet = opened('hostile', csvOf(Object.entries(hostile)), CSV_FILTER);
      expect([sheet.match(/table:formula=/g), sheet.match(/xlink:href=/g), requests]).toEqual([null, null, []]);
      const [, ...rows] = cellsOf(sheet);
      const expected = Object.entries(hostile).map(([name, text]) => [
        name,
        (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replace(/\r\n?/g, '\n'),
      ]);
      expect(rows).toEqual(expected);
      expect(spawnSync('ls', [folder], { encoding: 'utf8' }).stdout).not.toContain('touched');
    },
    SLOW_MS,
  );

  it(
    'keeps the plus of numbers whose columns are imported as text',
    () => {
      const csv = csvOf([['a', E164]]);
      expect(cellsOf(opened('numbers', csv, AS_TEXT))[1]).toEqual(['a', E164]);
      // As docs/exports.md says of other imports.
      expect(cellsOf(opened('guessed', csv, CSV_FILTER))[1]).toEqual(['a', E164.slice(1)]);
    },
    SLOW_MS,
  );
});
