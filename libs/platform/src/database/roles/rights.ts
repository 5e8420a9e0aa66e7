import type pg from 'pg';
import { allowedOn, DECLARED, type SchemaGrants, type TablePrivilege } from './grants';

const OBJECTS_NAMED_MAX = 5;

/** Attributes and predefined roles that bypass table grants. Membership counts, because a member may set the role. */
const POWERS = `
  SELECT r.rolname AS role, current_user AS me, string_agg(p.power, ', ' ORDER BY p.power) AS power
  FROM pg_roles AS r, LATERAL (VALUES
    (r.rolsuper, 'SUPERUSER'), (r.rolcreaterole, 'CREATEROLE'), (r.rolcreatedb, 'CREATEDB'),
    (r.rolreplication, 'REPLICATION'), (r.rolbypassrls, 'BYPASSRLS'),
    (r.rolname IN ('pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program',
      'pg_maintain', 'pg_create_subscription'), 'its predefined rights')) AS p (holds, power)
  WHERE p.holds AND CASE WHEN (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN r.rolname = current_user
    ELSE pg_has_role(current_user, r.oid, 'MEMBER') END
  GROUP BY 1 ORDER BY r.rolname = current_user DESC, 1`;

const OWNED = `
  SELECT 'the database' AS kind, datname AS name FROM pg_database
    WHERE datname = current_database() AND pg_has_role(current_user, datdba, 'MEMBER')
  UNION ALL SELECT 'the schema', nspname FROM pg_namespace
    WHERE nspname = ANY ($1) AND pg_has_role(current_user, nspowner, 'MEMBER')
  UNION ALL SELECT CASE relkind WHEN 'S' THEN 'the sequence' WHEN 'v' THEN 'the view' ELSE 'the table' END,
      n.nspname || '.' || c.relname
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND pg_has_role(current_user, c.relowner, 'MEMBER')
  UNION ALL SELECT 'the function', n.nspname || '.' || p.proname
    FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname = ANY ($1) AND pg_has_role(current_user, p.proowner, 'MEMBER')`;

const CREATION = `
  SELECT 'database ' || current_database() AS name WHERE has_database_privilege(current_database(), 'CREATE')
  UNION ALL SELECT 'schema ' || nspname FROM pg_namespace
    WHERE nspname = ANY ($1) AND has_schema_privilege(oid, 'CREATE')`;

const SCHEMAS = `
  SELECT s.name, n.oid IS NOT NULL AS exists, coalesce(has_schema_privilege(n.oid, 'USAGE'), false) AS usable
  FROM unnest($1::text[]) AS s (name) LEFT JOIN pg_namespace AS n ON n.nspname = s.name`;

/** Includes column privileges. */
const PRIVILEGES = `
  SELECT n.nspname AS schema, c.relname AS name, ${DECLARED} AS declared, array_agg(p.name) FILTER (WHERE CASE
    WHEN p.name IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') THEN has_any_column_privilege(c.oid, p.name)
    ELSE has_table_privilege(c.oid, p.name) END) AS held
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace,
    unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS p (name)
  WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') GROUP BY 1, 2, 3 ORDER BY 1, 2`;

interface Held {
  readonly schema: string;
  readonly name: string;
  /** The table whose rights are declared: of a partition, the partitioned one. */
  readonly declared: string;
  readonly held: readonly TablePrivilege[] | null;
}

/** Returns the rights that the current user has beyond the declared ones, and those that it lacks, one line each. */
export async function faultsOfRights(client: pg.Client, grants: readonly SchemaGrants[]): Promise<string[]> {
  const schemas = grants.map(({ schema }) => schema);
  const tooMuch = await excessOf(client, schemas);
  // One line is enough for a superuser.
  if (tooMuch.some((fault) => fault.includes('SUPERUSER'))) return tooMuch;
  const missing = await missingSchemas(client, schemas);
  const { rows } = await client.query<Held>(PRIVILEGES, [schemas]);
  return [...tooMuch, ...excessOn(rows, grants), ...missing, ...(missing.length > 0 ? [] : missingOn(rows, grants))];
}

const ADVICE = 'Use a login role of its own that is a member of trunkline_app and nothing else.';

async function excessOf(client: pg.Client, schemas: readonly string[]): Promise<string[]> {
  const powers = await client.query<{ role: string; me: string; power: string }>(POWERS);
  const me = powers.rows[0]?.me;
  const faults = powers.rows.map(({ role, power }) =>
    role === me
      ? `the role ${role} has ${power}. ${ADVICE}`
      : `it may take on the role ${role} with ${power}. ${ADVICE}`,
  );
  if (faults.some((fault) => fault.includes('SUPERUSER'))) return faults;
  const owned = await client.query<{ kind: string; name: string }>(OWNED, [schemas]);
  const creation = await client.query<{ name: string }>(CREATION, [schemas]);
  const names = owned.rows.map(({ kind, name }) => `${kind} ${name}`);
  return [
    ...faults,
    ...(names.length > 0 ? [`it owns ${listed(names)}. ${ADVICE}`] : []),
    ...creation.rows.map(({ name }) => `it may create objects in the ${name}. Run REVOKE CREATE ON it as its owner.`),
  ];
}

async function missingSchemas(client: pg.Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; exists: boolean; usable: boolean }>(SCHEMAS, [schemas]);
  const lost = rows.filter(({ exists }) => !exists).map(({ name }) => name);
  const closed = rows.filter(({ exists, usable }) => exists && !usable).map(({ name }) => name);
  return [
    ...(lost.length > 0 ? [`it lacks the schemas ${listed(lost)}. Run the migrations (npm run migrate).`] : []),
    ...(closed.length > 0
      ? [`the role may not use the schemas ${listed(closed)}. Run npm run migrate, which repairs its rights.`]
      : []),
  ];
}

function grantsOf(grants: readonly SchemaGrants[], { schema, declared }: Held): readonly TablePrivilege[] {
  return allowedOn(grants.find((each) => each.schema === schema) ?? { schema }, declared);
}

/** Groups tables with the same privileges into one line. */
function grouped(rows: readonly Held[], privilegesOf: (row: Held) => readonly TablePrivilege[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const privileges = privilegesOf(row).join(', ');
    if (privileges) groups.set(privileges, [...(groups.get(privileges) ?? []), `${row.schema}.${row.name}`]);
  }
  return [...groups];
}

function excessOn(rows: readonly Held[], grants: readonly SchemaGrants[]): string[] {
  const beyond = (row: Held) => (row.held ?? []).filter((privilege) => !grantsOf(grants, row).includes(privilege));
  return grouped(rows, beyond).map(
    ([privileges, tables]) => `it has ${privileges} on ${listed(tables)}, which no process needs. Revoke it.`,
  );
}

/**
 * Returns true if the table has the rights of an append-only or undeletable table. A newer release may have created it while
 * processes of this release still start; they do not use it.
 */
function isRestricted({ held }: Held): boolean {
  const has = (privilege: TablePrivilege) => held?.includes(privilege) === true;
  return has('SELECT') && has('INSERT') && !has('DELETE');
}

function missingOn(rows: readonly Held[], grants: readonly SchemaGrants[]): string[] {
  const isLacking = (row: Held, privilege: TablePrivilege) => row.held?.includes(privilege) !== true;
  const isDeclared = ({ schema, declared }: Held) =>
    grants.some(
      (each) => each.schema === schema && [...(each.appendOnly ?? []), ...(each.undeletable ?? [])].includes(declared),
    );
  const lacking = (row: Held) =>
    isRestricted(row) && !isDeclared(row) ? [] : grantsOf(grants, row).filter((privilege) => isLacking(row, privilege));
  return grouped(rows, lacking).map(
    ([privileges, tables]) =>
      `it lacks ${privileges} on ${listed(tables)}. Run npm run migrate, which repairs the role's rights.`,
  );
}

function listed(names: readonly string[]): string {
  const more = names.length - OBJECTS_NAMED_MAX;
  return `${names.slice(0, OBJECTS_NAMED_MAX).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}
