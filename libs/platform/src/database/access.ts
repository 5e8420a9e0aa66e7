import type pg from 'pg';
import { DatabaseAccessError } from './access-error';
import { enterAppRole } from './app-role';
import { openProbe, poolingOf, requireOwnSession } from './pooler';
import { queueGrants, type SchemaGrants } from './grants';
import { faultsOfRights } from './rights';

/** The way to the database that a process found at its start. */
export abstract class DatabaseAccess {
  abstract readonly url: string;
  /** Where a connection keeps its session: for LISTEN and for queues without Redis. */
  abstract readonly directUrl: string;
  /** `shared`: a pooler lends a server connection for one transaction, so that nothing of a session lasts. */
  abstract readonly session: 'own' | 'shared';
}

interface Addresses {
  readonly DATABASE_URL: string;
  readonly DATABASE_DIRECT_URL?: string;
}

/**
 * Finds out how the database is reached, and with which rights. Throws DatabaseAccessError, listing every fault, when the
 * process would work with more rights than it needs or with fewer, or through a pooler that keeps no session.
 */
export async function findDatabaseAccess(
  { DATABASE_URL: url, DATABASE_DIRECT_URL: direct }: Addresses,
  grants: readonly SchemaGrants[],
): Promise<DatabaseAccess> {
  const all = [...grants, queueGrants];
  if (!direct) {
    await requireOwnSession(url);
    await requireRights('DATABASE_URL', url, 'own', all);
    return { url, directUrl: url, session: 'own' };
  }
  await requireOwnSession(direct, 'DATABASE_DIRECT_URL');
  await requireRights('DATABASE_DIRECT_URL', direct, 'own', all);
  const session = (await poolingOf(url)) === 'none' ? 'own' : 'shared';
  await requireRights('DATABASE_URL', url, session, all);
  return { url, directUrl: direct, session };
}

async function requireRights(
  setting: string,
  url: string,
  session: DatabaseAccess['session'],
  grants: readonly SchemaGrants[],
): Promise<void> {
  const client = await openProbe(url);
  try {
    // A pooled connection goes back to others with whatever is set on it, so there the login role itself must be the limited one.
    if (session === 'own') await enter(client, setting);
    const faults = await faultsOfRights(client, grants);
    if (faults.length > 0) throw new DatabaseAccessError(faults.map((fault) => `${setting}: ${fault}`));
  } finally {
    await client.end();
  }
}

const NO_SUCH_ROLE = '22023';
const NOT_A_MEMBER = '42501';

async function enter(client: pg.Client, setting: string): Promise<void> {
  try {
    await enterAppRole(client);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === NO_SUCH_ROLE)
      throw new DatabaseAccessError([
        `${setting}: there is no role trunkline_app. Run the migrations (npm run migrate).`,
      ]);
    if (code === NOT_A_MEMBER)
      throw new DatabaseAccessError([
        `${setting}: the login role is no member of trunkline_app. Run GRANT trunkline_app TO it as the schemas' owner.`,
      ]);
    throw error;
  }
}
