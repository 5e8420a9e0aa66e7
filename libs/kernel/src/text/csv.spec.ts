import { csvCell, csvField, CsvReader, csvRecord, csvText } from './csv';

const readAll = (text: string, size = text.length) => {
  const reader = new CsvReader();
  const parts = Array.from({ length: Math.ceil(text.length / Math.max(size, 1)) }, (_, n) =>
    text.slice(n * size, (n + 1) * size),
  );
  return [...parts.flatMap((part) => reader.read(part)), ...reader.end()];
};

describe('CsvReader', () => {
  it.each([
    ['LF and CRLF', 'a,b\nc,d\r\n', [['a', 'b'], ['c', 'd']]], // prettier-ignore
    ['a last line without a line break', 'a\nb', [['a'], ['b']]],
    ['empty cells', ',,\n"",x,\n', [['', '', ''], ['', 'x', '']]], // prettier-ignore
    ['quotes, commas and line breaks in quotes', '"a ""b"", c","d\r\ne"\n', [['a "b", c', 'd\r\ne']]],
    ['misplaced quotes', 'a"b"\n"a"b\nc\n', [null, null, ['c']]],
    ['a quote that is never closed', '"a\nb\n', [null]],
    ['blank lines', '\n\r\na\n\n', [['a']]],
    ['nothing', '', []],
  ])('reads %s', (_name, text, expected) => {
    expect(readAll(text).map(({ cells }) => cells)).toEqual(expected);
  });

  it('names the line on which a record starts', () => {
    expect(readAll('a\n\n"b\nc"\nd').map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it('spoils the records of 64 KiB after a quote that is never closed', () => {
    const line = 'x'.repeat(1_000);
    const records = readAll(`"open\n${`${line}\n`.repeat(200)}last,one`, 4_096);
    expect(records[0]).toEqual({ line: 1, cells: null });
    expect(records.at(-1)).toEqual({ line: 202, cells: ['last', 'one'] });
    expect(records.length).toBeGreaterThan(130);
  });

  it.each([4_096, 65_536, 3_000_000])('reads a line of 2 MB as one record, in parts of %s characters', (size) => {
    const records = readAll(`a,b\n${'x'.repeat(2_000_000)}\nc,d`, size);
    expect(records).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: null },
      { line: 3, cells: ['c', 'd'] },
    ]);
  });

  it('reads the line after a record that is too long and ends with the part', () => {
    const reader = new CsvReader();
    const records = [...reader.read(`"${'x'.repeat(70_000)}\n`), ...reader.read('a\nb'), ...reader.end()];
    expect(records.map(({ line, cells }) => [line, cells])).toEqual([
      [1, null],
      [2, ['a']],
      [3, ['b']],
    ]);
  });

  it('reads what csvRecord writes, in parts of any size', () => {
    const written = [
      ['', 'a', 'é'],
      ['"', '""', ','],
      ['\n', '\r\n', '"\n,'],
      [' a ', '\r', '",""'],
    ];
    const text = written.map(csvRecord).join('');
    for (let size = 1; size <= text.length; size++)
      expect(readAll(text, size).map(({ cells }) => cells)).toEqual(written);
  });
});

describe('a cell', () => {
  const timeText = (at: Date) => at.toISOString();
  const CHARACTERS = [
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '"',
    ',',
    "'",
    ' ',
    ';',
    'a',
    '1',
    '9',
    'é',
    '\u2028',
    '\u202E',
  ];

  const texts = ['', '+493012345678', "'+493012345678", '+0301234', '+1', '-2', "'", "'''=", ...CHARACTERS];
  for (const first of CHARACTERS)
    for (const second of CHARACTERS)
      texts.push(first + second, ...CHARACTERS.map((third) => `${first}${second}${third}`));

  it('is written so that no spreadsheet runs it, and csvText returns its text', () => {
    for (const text of texts) {
      const cell = csvCell(text);
      expect(cell).not.toMatch(/^[=\-@\t\r]|^\+(?![1-9]\d{6,14}$)/);
      expect(readAll(csvRecord([csvText(cell), cell]))[0]?.cells).toEqual([text, cell]);
    }
  });

  it('is written by csvField as by csvCell and csvRecord', () => {
    const values = [...texts, null, undefined, 0, -2, 1.5, true, false, new Date(0), { a: '=1,"' }, ['-2'], []];
    for (const value of values)
      expect(csvField(value, timeText)).toBe(csvRecord([csvCell(value, timeText)]).slice(0, -2));
  });
});
