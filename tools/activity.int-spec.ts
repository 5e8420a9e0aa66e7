import { persistence } from '@trunkline/composition';
import { createDataSource, migrate, platformPersistence, type RecordedTable } from '@trunkline/platform';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import { readFileSync } from 'node:fs';
import type { DataSource } from 'typeorm';

const COLUMNS = `
  SELECT n.nspname || '.' || c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
  GROUP BY 1 ORDER BY 1`;

const TRIGGERS = `
  SELECT tgrelid::regclass::text AS "table", count(*)::integer AS count FROM pg_trigger
  WHERE starts_with(tgname, 'record_activity_') AND NOT tgisinternal GROUP BY 1`;

/** Names of columns that hold secrets or personal data. */
const SENSITIVE = /sealed|hash|secret|password|_url$|^email$|token|digest/;
/** Columns that look sensitive, and are neither. */
const SHOWN = ['identity.oauth_apps.homepage_url', 'identity.oauth_apps.logo_url'];

describe('the tables whose changes are recorded', () => {
  const contexts = [platformPersistence, ...persistence];
  const recorded = contexts.flatMap(({ activity }) => activity?.recorded ?? []);
  const unrecorded = contexts.flatMap(({ activity, grants }) =>
    Object.values(activity?.unrecorded ?? {}).flatMap((names) =>
      names.map((name) => `${grants?.schema ?? ''}.${name}`),
    ),
  );
  let url: string;
  let source: DataSource;
  let tables: { table: string; columns: string[] }[];

  beforeAll(async () => {
    url = await freshDatabaseUrl();
    source = await createDataSource({ url, asOwner: true, poolSize: 1 }, []).initialize();
    tables = await source.query(COLUMNS, [contexts.map(({ grants }) => grants?.schema)]);
  });
  afterAll(() => source.destroy());

  const columnsOf = ({ fields, hidden = {}, unrecorded: rest = [] }: RecordedTable) => [
    ...fields,
    ...Object.keys(hidden),
    ...rest,
  ];

  it('are all tables, but those that say why not', () => {
    const described = [...recorded.map(({ table }) => table), ...unrecorded];
    expect(described.sort()).toEqual(tables.map(({ table }) => table));
  });

  it('say of each column whether its changes are recorded, and whether with values', () => {
    const described = recorded.map((table) => ({ table: table.table, columns: columnsOf(table).sort() }));
    const actual = tables.filter(({ table }) => recorded.some((each) => each.table === table));
    const sorted = actual.map(({ table, columns }) => ({ table, columns: columns.sort() }));
    expect(described.sort((a, b) => (a.table < b.table ? -1 : 1))).toEqual(sorted);
  });

  it('show no value of a column whose name says that it is a secret or an address', () => {
    const shown = recorded.flatMap(({ table, fields }) => fields.map((field) => `${table}.${field}`));
    expect(shown.filter((name) => SENSITIVE.test(name.split('.')[2] ?? '')).sort()).toEqual(SHOWN);
  });

  const byTable = (a: { table: string }, b: { table: string }) => (a.table < b.table ? -1 : 1);
  const triggers = async () => (await source.query<{ table: string; count: number }[]>(TRIGGERS)).sort(byTable);
  const expected = recorded
    .map(({ table, isPruned = false }) => ({ table, count: isPruned ? 2 : 3 }))
    .sort((a, b) => byTable(a, b));

  it('have the triggers that the migration run creates, which pass over deletions by retention', async () => {
    expect(await triggers()).toEqual(expected);
  });

  it('lose their triggers with their description, and have them again when the table was rebuilt without', async () => {
    const dropped = 'numbering.phone_numbers';
    const rebuilt = 'voice.sip_trunks';
    const described = contexts.map((context) => ({
      ...context,
      ...(context.activity && {
        activity: { ...context.activity, recorded: context.activity.recorded.filter(({ table }) => table !== dropped) },
      }),
    }));
    await migrate(url, described);
    expect(await triggers()).toEqual(expected.filter(({ table }) => table !== dropped));
    for (const suffix of ['added', 'removed', 'changed'])
      await source.query(`DROP TRIGGER record_activity_${suffix} ON ${rebuilt}`);
    await migrate(url, contexts);
    expect(await triggers()).toEqual(expected);
  });

  it('are in docs/activity.md, with the fields that are left out', () => {
    const rows = recorded.map(({ kind, hidden = {} }) => {
      const names = Object.values(hidden).map((name) => `\`${name}\``);
      return `| \`${kind}\` | ${names.join(', ') || '–'} |`;
    });
    const text = readFileSync('docs/activity.md', 'utf8').replaceAll(/ +\|/g, ' |');
    expect(rows.filter((row) => !text.includes(row))).toEqual([]);
  });
});
