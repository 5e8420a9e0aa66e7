import { APP_ROLE } from './app-role';

/** The rights of the application's role in one schema: every operation on rows, except for the listed tables. */
export interface SchemaGrants {
  readonly schema: string;
  /** Tables whose rows are never updated or deleted. */
  readonly appendOnly?: readonly string[];
  /** Tables whose rows are updated but never deleted. */
  readonly undeletable?: readonly string[];
}

/** A table privilege by its PostgreSQL name. */
export type TablePrivilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE' | 'REFERENCES' | 'TRIGGER';

/** The schema of BullMQ's tables, for queues without Redis. */
export const QUEUE_SCHEMA = 'bullmq';
export const queueGrants: SchemaGrants = { schema: QUEUE_SCHEMA };

const ROWS: readonly TablePrivilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const SEQUENCE = ['SELECT', 'USAGE'];

interface Querying {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

interface Relation {
  readonly schema: string;
  readonly name: string;
  /** The table whose rights are declared: of a partition, the partitioned one. */
  readonly declared: string;
  readonly is_sequence: boolean;
  readonly granted: readonly string[];
}

/** Returns the exact privileges that the application's role must have on the table. */
export function allowedOn(grants: SchemaGrants, table: string): readonly TablePrivilege[] {
  if (grants.appendOnly?.includes(table)) return ['SELECT', 'INSERT'];
  if (grants.undeletable?.includes(table)) return ['SELECT', 'INSERT', 'UPDATE'];
  return ROWS;
}

/** SQL: the name of the table `c`, or of the partitioned table that it is a partition of. */
export const DECLARED = `coalesce((SELECT p.relname FROM pg_inherits AS i JOIN pg_class AS p ON p.oid = i.inhparent
      WHERE c.relispartition AND i.inhrelid = c.oid), c.relname)`;

const RELATIONS = `
  SELECT n.nspname AS schema, c.relname AS name, ${DECLARED} AS declared, c.relkind = 'S' AS is_sequence,
    coalesce((SELECT array_agg(DISTINCT a.privilege_type::text) FROM aclexplode(c.relacl) AS a
      WHERE a.grantee = '${APP_ROLE}'::regrole), '{}') AS granted
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p', 'S') ORDER BY 1, 2`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Grants the application's role exactly the rights that the contexts declare and returns the objects whose rights differed,
 * as after a restore on a server without the role. Runs as the owner, within a transaction.
 */
export async function repairGrants(db: Querying, all: readonly SchemaGrants[]): Promise<string[]> {
  for (const { schema } of all) {
    await db.query(`GRANT USAGE ON SCHEMA ${schema} TO ${APP_ROLE}`);
    await db.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${APP_ROLE}`);
    await db.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ${ROWS.join(', ')} ON TABLES TO ${APP_ROLE}`);
    await db.query(
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ${SEQUENCE.join(', ')} ON SEQUENCES TO ${APP_ROLE}`,
    );
  }
  const relations = (await db.query(RELATIONS, [all.map(({ schema }) => schema)])) as readonly Relation[];
  const repaired: string[] = [];
  for (const { schema, name, declared, is_sequence: isSequence, granted } of relations) {
    const grants = all.find((each) => each.schema === schema) ?? { schema };
    const wanted = isSequence ? SEQUENCE : allowedOn(grants, declared);
    if (sameSet(wanted, granted)) continue;
    const object = `${isSequence ? 'SEQUENCE' : 'TABLE'} ${quoted(schema)}.${quoted(name)}`;
    await db.query(`REVOKE ALL ON ${object} FROM ${APP_ROLE}`);
    await db.query(`GRANT ${wanted.join(', ')} ON ${object} TO ${APP_ROLE}`);
    repaired.push(`${schema}.${name}`);
  }
  return repaired;
}

function sameSet(wanted: readonly string[], granted: readonly string[]): boolean {
  return wanted.length === granted.length && wanted.every((privilege) => granted.includes(privilege));
}
