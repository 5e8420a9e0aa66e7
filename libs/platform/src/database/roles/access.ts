import type pg from 'pg';
import { DatabaseAccessError } from './access-error';
import { enterAppRole } from './app-role';
import { openProbe, poolingOf, requireOwnSession } from '../pool/pooler';
import { queueGrants, type SchemaGrants } from './grants';
import { faultsOfRights } from './rights';

/** How a process reaches the database, determined at start. */
export abstract class DatabaseAccess {
  abstract readonly url: string;
  /** URL whose connections keep a session, for LISTEN and for queues without Redis. */
  abstract readonly directUrl: string;
  /** `shared`: a pooler assigns a server connection per transaction, so session state is lost. */
  abstract readonly session: 'own' | 'shared';
}

interface Addresses {
  readonly DATABASE_URL: string;
  readonly DATABASE_DIRECT_URL?: string;
}

/**
 * Determines how the database is reached and with which rights. Throws DatabaseAccessError, listing every fault, if the
 * rights exceed or lack the declared ones, or if a pooler without sessions is in the way. See docs/database.md.
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
    // Other clients receive a pooled connection with all that is set on it, so the login role itself must be restricted.
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
