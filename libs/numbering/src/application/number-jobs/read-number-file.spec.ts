import { csvCell, csvRecord } from '@trunkline/kernel';
import fc from 'fast-check';
import { IMPORT_ROWS_MAX } from '../../domain/lifecycle/number-job';
import { type NumberFile, NumberFileReader } from './read-number-file';

const PART = 7;

/** Reads the file in small parts, as it may arrive. */
function read(text: string, part = PART): NumberFile {
  const reader = new NumberFileReader();
  for (let at = 0; at < text.length; at += part) reader.read(text.slice(at, at + part));
  return reader.end();
}
const rowsOf = (...lines: string[]) => read(lines.join('\n')).rows;
const faultsOf = (...lines: string[]) =>
  read(lines.join('\n')).faults.map(({ line, column, message }) => [line, column, message]);

describe('a file of numbers', () => {
  it('has the values of its columns, in any order', () => {
    const file = read(
      'Notes,E164,tags,label,routing_profile,trunk\r\n"Two\nlines, ""quoted""",+12125550100,"a, b,a",Line 1,,Berlin\r\n\r\n,12125550101,,,Night,',
    );
    expect(file).toEqual({
      lines: 2,
      ignoredColumns: [],
      faults: [],
      rows: [
        {
          line: 2,
          e164: '+12125550100',
          label: 'Line 1',
          tags: ['a', 'b'],
          notes: 'Two\nlines, "quoted"',
          trunk: 'Berlin',
          routingProfile: null,
        },
        {
          line: 5,
          e164: '+12125550101',
          label: null,
          tags: [],
          notes: null,
          trunk: null,
          routingProfile: 'Night',
        },
      ],
    });
  });

  it('may have the columns of our own files, of which it ignores those that an import does not change', () => {
    const file = read('id,e164,status,label,trunk_id,routing_profile_id\nnum_1,12125550100,active,x,trk_1,');
    expect(file).toEqual({
      lines: 1,
      rows: [{ line: 2, e164: '+12125550100', label: 'x', trunk: 'trk_1', routingProfile: null }],
      ignoredColumns: ['id', 'status'],
      faults: [],
    });
    expect(faultsOf('e164,trunk,trunk_id', '1,x,y')).toEqual([[1, 'trunk', 'has two columns in the first line']]);
    expect(faultsOf('e164,status', '12125550100,active')).toEqual([
      [1, 'e164', 'is the only column of an import, so there is nothing to change'],
    ]);
  });

  it('leaves out what it has no column for', () => {
    expect(rowsOf('e164,label', '+12125550100,x')).toEqual([{ line: 2, e164: '+12125550100', label: 'x' }]);
  });

  it.each(['+12125550100', '12125550100', '="+12125550100"', "'+12125550100", '+1 (212) 555-0100', '+1.212.555.0100'])(
    'knows the number %s',
    (cell) => {
      const quoted = `"${cell.replaceAll('"', '""')}"`;
      expect(rowsOf('e164,label', `${quoted},x`)).toMatchObject([{ e164: '+12125550100' }]);
    },
  );

  it.each(['', 'abc', '0301234', '+1', '1.2125550100E+10', '+1234567890123456', '=cmd|calc!A1'])(
    'says that %j is not a number',
    (cell) => {
      expect(faultsOf('e164,label', `${cell},x`)).toEqual([
        [2, 'e164', expect.stringContaining('must be a phone number in international form')],
      ]);
    },
  );

  it.each(['=HYPERLINK("x")', '+49 main', '-1', '@sum', '\tx'])('reads %j as our files write it', (text) => {
    const cell = `"'${text.replaceAll('"', '""')}"`;
    const expected = text.startsWith('\t') ? [] : [{ label: text }];
    expect(rowsOf('e164,label', `12125550100,${cell}`)).toMatchObject(expected);
    expect(rowsOf('e164,label', `12125550100,"'quoted'"`)).toMatchObject([{ label: "'quoted'" }]);
  });

  it.each([
    ['label', 'x'.repeat(64), 'x'.repeat(65)],
    ['label', '🙂'.repeat(64), '🙂'.repeat(65)],
    ['label', ' x ', 'a\u0000b'],
    ['label', 'x', '\u200b'],
    ['label', 'x', 'a\u202eb'],
    ['label', 'x', 'two\nlines'],
    ['notes', 'x'.repeat(2000), 'x'.repeat(2001)],
    ['notes', 'two\nlines', 'a\u0007b'],
    ['tags', 'x'.repeat(32), 'x'.repeat(33)],
    ['tags', Array.from({ length: 20 }, (_, n) => n).join(), Array.from({ length: 21 }, (_, n) => n).join()],
    ['trunk', 'x'.repeat(255), 'x'.repeat(256)],
    ['routing_profile', 'x', 'x'.repeat(256)],
  ])('accepts %s %j, and not %j', (column, valid, invalid) => {
    expect(faultsOf(`e164,${column}`, `12125550100,"${valid}"`)).toEqual([]);
    expect(faultsOf(`e164,${column}`, `12125550100,"${invalid}"`)).toEqual([
      [2, column, expect.stringContaining('must')],
    ]);
  });

  it('reads any label, tags and notes as our files write them', () => {
    const characters = fc.constantFrom("'", '=', '+', '-', '@', '"', ';', '[', ']', ' ', '1', 'é', '🙂');
    const text = fc.string({ unit: characters, minLength: 1, maxLength: 8 }).map((drawn) => drawn.trim() || 'x');
    const notes = fc.array(text, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, fc.uniqueArray(text, { maxLength: 3 }), notes, (label, tags, written) => {
        const e164 = '+12125550100';
        const lines = [['e164', 'label', 'tags', 'notes'], [e164, label, tags, written].map((value) => csvCell(value))];
        expect(read(lines.map(csvRecord).join(''))).toEqual({
          lines: 1,
          ignoredColumns: [],
          faults: [],
          rows: [{ line: 2, e164, label, tags, notes: written }],
        });
      }),
    );
  });

  it('reads tags with commas between them, or as JSON', () => {
    const rows = rowsOf('e164,tags', '12125550100,"[""a"",""b c""]"', '12125550101,[x]', '12125550102,[]');
    expect(rows.map(({ tags }) => tags)).toEqual([['a', 'b c'], ['[x]'], []]);
  });

  it.each(['["a","b', '["a",1]', '["a,b"]', '["a"]]'])('says that %s has no tags', (cell) => {
    expect(faultsOf('e164,tags', `12125550100,"${cell.replaceAll('"', '""')}"`)).toEqual([
      [2, 'tags', expect.stringContaining('JSON array')],
    ]);
  });

  it.each([
    ['a first line', '"'.repeat(4_194_304), [[1, '']]],
    ['a line', `e164,label\n12125550100,${'x'.repeat(4_194_304)}\n12125550101,x`, [[2, '']]],
  ])('counts %s of 4 MiB once', (_, text, faults) => {
    const file = read(text, 65_536);
    expect([file.lines, file.faults.map(({ line, column }) => [line, column])]).toEqual([
      faults[0]?.[0] === 1 ? 0 : 2,
      faults,
    ]);
  });

  it.each([
    [['e164,lable', '1,x'], [[1, 'lable', expect.stringContaining('is not an import column')]]],
    [['e164,__proto__', '1,x'], [[1, '__proto__', expect.stringContaining('is not an import column')]]],
    [['e164,label,label', '1,x,y'], [[1, 'label', 'has two columns in the first line']]],
    [['label', 'x'], [[1, 'e164', 'is missing from the first line of the file']]],
    [['"e164,label', '1,x'], [[1, '', expect.stringContaining('quotes of this line are misplaced')]]],
    [['e164', '12125550100'], [[1, 'e164', 'is the only column of an import, so there is nothing to change']]],
    [['e164,label', '12125550100'], [[2, '', 'The line has one cell, and the first line 2 columns.']]],
    [['e164,label', '12125550100,a,b'], [[2, '', expect.stringMatching(/has 3 cells.* Put quotes around/)]]],
    [['e164,label', '12125550100,a,'], [[2, '', expect.stringMatching(/has 3 cells.* Remove the commas at its end/)]]],
    [['e164,label', '12125550100;a'], [[2, '', expect.stringMatching(/has one cell.*commas, not with semicolons/)]]],
    [['e164;label', '1;x'], [[1, '', 'The columns are separated by semicolons. Separate them with commas.']]],
    [['sep=;', 'e164;label'], [[1, '', expect.stringContaining('separated by semicolons')]]],
    [['e164\tlabel', '1\tx'], [[1, '', expect.stringContaining('separated by tabs')]]],
    [['"e164";"label"', '1;x'], [[1, '', expect.stringContaining('not separated by commas')]]],
    [['e164,label\r1,x\r'], [[1, '', 'The lines end with CR alone. End them with LF or CRLF.']]],
    [['e164,label,', '1,x,'], [[1, '', 'Column 3 has no name. Name it, or remove the comma before it.']]],
    [[' ', 'e164,label'], [[1, '', 'The first line has no names of columns.']]],
    [[',e164,label', '1,x,'], [[1, '', 'Column 1 has no name. Name it, or remove the comma after it.']]],
    [['e164,label', '12125550100,"a"b'], [[2, '', expect.stringContaining('quotes of this line are misplaced')]]],
    [['e164,label', '12125550100,a', '+12125550100,b'], [[3, 'e164', 'repeats line 2']]],
    [
      ['e164,trunk,routing_profile', '12125550100,a,b'],
      [[2, 'routing_profile', expect.stringContaining('not to both')]],
    ],
  ])('names what is wrong in %j', (lines, faults) => {
    expect(faultsOf(...lines)).toEqual(faults);
  });

  it.each([
    ['', 'is empty'],
    ['\r\n\n', 'is empty'],
  ])('is rejected when it has only %j', (text, fault) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ fields: { file: expect.stringContaining(fault) as string } }),
    );
  });

  it('has at most 10,000 lines', () => {
    const lines = Array.from({ length: IMPORT_ROWS_MAX }, (_, n) => `+1212${5_550_000 + n},x`);
    const file = ['e164,label', ...lines].join('\n');
    expect(read(file, 65_536).rows).toHaveLength(IMPORT_ROWS_MAX);
    expect(() => read(`${file}\n12125550100`, 65_536)).toThrow(
      expect.objectContaining({ fields: { file: 'must have at most 10,000 numbers' } }),
    );
  });

  it.each([
    ['quotes', '', '"'],
    ['commas', '', ','],
    ['line breaks in a cell', '"', '\n'],
    ['blank lines', '', '\n'],
    ['apostrophes', '', "'"],
  ])('takes less than two seconds of a processor when it is 4 MiB of %s', (_, start, cell) => {
    const reader = new NumberFileReader();
    const began = process.cpuUsage();
    const part = cell.repeat(32_768);
    reader.read(`e164,tags\n1,${start}`);
    for (let bytes = 0; bytes < 4_194_304; bytes += part.length) reader.read(part);
    reader.end();
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });
});
