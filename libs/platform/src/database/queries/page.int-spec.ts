import type { Page, PageRequest } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '../../testing/index';
import { Where } from './where';

interface Entry {
  readonly id: string;
  readonly at: Date;
  readonly rank: number;
}

/** Six entries, of which two share each time and each rank. */
const ENTRIES = `(SELECT 'e' || n AS id, '2026-01-01T00:00:00Z'::timestamptz + (n / 2) * interval '1 hour' AS at,
  (6 - n) / 2 AS rank FROM generate_series(0, 5) AS n) AS entries`;

describe('the pages of a list', () => {
  let test: TestDatabase;
  beforeAll(async () => (test = await testDatabase([])));
  afterAll(() => test.close());

  const idsOf = async (sort: 'at' | 'rank', order: PageRequest['order'], where = () => new Where()) => {
    const pages: string[][] = [];
    let after: PageRequest['after'] = null;
    do {
      const list = {
        select: `SELECT id, at, rank FROM ${ENTRIES}`,
        where: where(),
        by: [sort, 'id'] as const,
        of: (row: Entry) => [row[sort], row.id] as const,
      };
      const page: Page<Entry> = await test.db.page<Entry>(list, { limit: 2, sort, order, after });
      pages.push(page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    return pages;
  };

  it.each([
    ['at', 'asc', 'e0 e1|e2 e3|e4 e5'],
    ['at', 'desc', 'e5 e4|e3 e2|e1 e0'],
    ['rank', 'asc', 'e5 e3|e4 e1|e2 e0'],
    ['rank', 'desc', 'e0 e2|e1 e4|e3 e5'],
  ] as const)('hold each row once, sorted by %s %s and id', async (sort, order, expected) => {
    const pages = await idsOf(sort, order);
    expect(pages.map((ids) => ids.join(' ')).join('|')).toBe(expected);
  });

  it('hold only rows that meet the conditions', async () => {
    const where = () => new Where().add('id > ?', 'e1').anyOf('id', ['e0', 'e2', 'e3', 'e5']);
    expect(await idsOf('at', 'asc', where)).toEqual([['e2', 'e3'], ['e5']]);
  });
});
