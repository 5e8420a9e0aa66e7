import { createHash } from 'node:crypto';
import pg from 'pg';

/** Ends the 15 minutes of an authorization request now. The clock of the sandbox belongs to all journeys. */
export async function expireAuthorizationRequest(id: string): Promise<void> {
  const database = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await database.connect();
  try {
    const { rowCount } = await database.query(
      `UPDATE identity.oauth_requests SET expires_at = now() WHERE id_hash = $1`,
      [createHash('sha256').update(id).digest()],
    );
    if (rowCount !== 1) throw new Error(`There is no authorization request ${id}.`);
  } finally {
    await database.end();
  }
}
