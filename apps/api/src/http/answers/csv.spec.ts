import { Cents, Text, UnixTime } from '../index';
import { CSV_ROWS_MAX, csvOf, pageOrCsv } from './csv';

class RowDto {
  @Text({ description: 'Text.', example: 'a' })
  longName: string;

  @Cents({ description: 'Cents.', example: 1, nullable: true })
  amountCents: number | null;

  @UnixTime({ description: 'Time.' })
  createdAt: Date;
}

const at = new Date('2026-11-28T12:00:00Z');
const row = (longName: string, amountCents: number | null = -5) => ({ longName, amountCents, createdAt: at, other: 1 });

async function linesOf(rows: readonly object[]): Promise<string[]> {
  const { file } = csvOf(RowDto, rows, 'rows.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of file.content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString().split('\r\n');
}

describe('a CSV file', () => {
  it('has the declared members by their names in JSON, and times in ISO 8601', async () => {
    expect(await linesOf([row('Łódź'), row('', null)])).toEqual([
      'long_name,amount_cents,created_at',
      'Łódź,-5,2026-11-28T12:00:00.000Z',
      ',,2026-11-28T12:00:00.000Z',
      '',
    ]);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['+12125550123', '+12125550123'],
    ['+12125550123x', "'+12125550123x"],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ])('writes the text %j as %s', async (text, cell) => {
    expect((await linesOf([row(text)])).slice(1).join('\r\n')).toBe(`${cell},-5,2026-11-28T12:00:00.000Z\r\n`);
  });

  it('is written in parts, between which other requests go on', async () => {
    let isWritten = false;
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (!isWritten) setImmediate(count);
    };
    setImmediate(count);
    const rows = await linesOf(Array.from({ length: CSV_ROWS_MAX }, () => row('x')));
    isWritten = true;
    expect(rows).toHaveLength(CSV_ROWS_MAX + 2);
    expect(turns).toBeGreaterThan(30);
  });

  it('has at most 10,000 rows', async () => {
    const rows = Array.from({ length: CSV_ROWS_MAX }, () => row('x'));
    expect(() => csvOf(RowDto, rows, 'x.csv')).not.toThrow();
    const refused = expect.objectContaining({ code: 'invalid_input' });
    expect(() => csvOf(RowDto, [...rows, row('x')], 'x.csv')).toThrow(refused);
    const limits: number[] = [];
    const list = ({ limit }: { readonly limit: number }) => {
      limits.push(limit);
      return Promise.resolve({ items: [row('x')], next: { key: 'a', id: 'b' } });
    };
    const file = { type: RowDto, fileName: 'x.csv' };
    await expect(pageOrCsv({ ...file, format: 'csv' }, { limit: 1 }, list)).rejects.toThrow(refused);
    await expect(pageOrCsv({ ...file, format: 'json' }, { limit: 1 }, list)).resolves.toMatchObject({ items: [{}] });
    expect(limits).toEqual([CSV_ROWS_MAX, 1]);
  });
});
