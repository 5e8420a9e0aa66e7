import { type Database, violatedConstraint } from '@trunkline/platform';
import { VoiceRoutingErrors } from '../domain/errors';
import type { RouteStatus } from '../domain/trunks/sip-trunk';

/** Translates a violation of the unique index on names into `name_in_use`. */
export async function withUniqueName(index: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw violatedConstraint(error) === index ? VoiceRoutingErrors.name_in_use() : error;
  }
}

/** Returns the status of a trunk, profile or WebRTC user. Inside a transaction, locks the row against changes until it ends. */
export async function routeStatus<S extends RouteStatus = RouteStatus>(
  db: Database,
  table: 'voice.sip_trunks' | 'voice.routing_profiles' | 'voice.webrtc_users',
  key: readonly [id: string, accountId: string],
): Promise<S | null> {
  const lock = db.inTransaction ? 'FOR SHARE' : '';
  const row = await db.queryOne<{ status: S }>(
    `SELECT status FROM ${table} WHERE id = $1 AND account_id = $2 ${lock}`,
    key,
  );
  return row?.status ?? null;
}
