import { persistence } from '@trunkline/composition';
import { migrate, platformPersistence } from '@trunkline/platform';
import { freshDatabaseUrl, OwnerConnection } from '@trunkline/platform/testing';

const contexts = [platformPersistence, ...persistence];

/** The rows of the catalog about the tables of CDRs, each with the transaction that wrote it. */
const CATALOG = `
  SELECT c.oid::regclass::text AS relation, 'itself' AS part, c.xmin::text AS written FROM pg_class AS c
    WHERE relnamespace = 'cdr'::regnamespace
  UNION ALL SELECT attrelid::regclass::text, attname, a.xmin::text FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = attrelid
    WHERE relnamespace = 'cdr'::regnamespace
  UNION ALL SELECT tgrelid::regclass::text, tgname, t.xmin::text FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = tgrelid
    WHERE relnamespace = 'cdr'::regnamespace
  UNION ALL SELECT conrelid::regclass::text, conname, o.xmin::text FROM pg_constraint AS o
    WHERE connamespace = 'cdr'::regnamespace
  ORDER BY 1, 2, 3`;

describe('repeating the migration', () => {
  let url: string;
  let owner: OwnerConnection;

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    owner = await OwnerConnection.open(url);
    await migrate(url, contexts);
  });
  afterEach(() => owner.end());

  const catalog = async () => (await owner.query<{ relation: string }>(CATALOG)).rows;

  it('changes no table of CDRs, so that an operator may have distributed them', async () => {
    const before = await catalog();
    expect(before.filter(({ relation }) => relation === 'cdr.cdrs').length).toBeGreaterThan(40);
    expect(await migrate(url, contexts)).toEqual({ migrations: [], repaired: [] });
    expect(await catalog()).toEqual(before);
  });

  it('would be seen to change a table', async () => {
    await owner.query('REVOKE SELECT ON cdr.cdrs FROM trunkline_app');
    const before = await catalog();
    expect((await migrate(url, contexts)).repaired).toEqual(['cdr.cdrs']);
    expect(await catalog()).not.toEqual(before);
  });

  it('creates no trigger again that an operator has dropped from CDRs, and leaves the counts to the statements', async () => {
    await owner.query(`SELECT cdr.keep_counts_by('statement')`);
    for (const name of ['count_added', 'count_before_change', 'count_changed', 'count_removed'])
      await owner.query(`DROP TRIGGER ${name} ON cdr.cdrs`);
    const before = await catalog();
    expect(await migrate(url, contexts)).toEqual({ migrations: [], repaired: [] });
    expect(await catalog()).toEqual(before);
    expect((await owner.query('SELECT kept_by FROM cdr.counting')).rows).toEqual([{ kept_by: 'statement' }]);
  });
});
