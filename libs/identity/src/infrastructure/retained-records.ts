import { addDays } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type RetainedRecords } from '../application/prune-identity';

interface Rule {
  readonly table: string;
  /** Retention in days. */
  readonly days: number;
  /** True for rows that ended before $1. Begins with an indexed column. */
  readonly ended: string;
}

/** See docs/identity.md#retention. Sessions are found by `created_at`, whose index is not rewritten by each use. */
const RULES: readonly Rule[] = [
  { table: 'one_time_tokens', days: 7, ended: 'expires_at < $1' },
  { table: 'issued_totp_secrets', days: 1, ended: 'expires_at < $1' },
  { table: 'email_codes', days: 1, ended: 'expires_at < $1' },
  { table: 'phone_codes', days: 1, ended: 'expires_at < $1' },
  { table: 'provider_attempts', days: 1, ended: 'expires_at < $1' },
  { table: 'recent_sign_ups', days: 1, ended: 'at < $1' },
  // Written by 0.2.0 alone. The first migration after the release that follows 0.2.0 drops the table.
  { table: 'guessed_addresses', days: 1, ended: 'at < $1' },
  { table: 'password_failures', days: 1, ended: 'at < $1' },
  { table: 'known_devices', days: 1, ended: 'expires_at < $1' },
  { table: 'oauth_requests', days: 1, ended: 'expires_at < $1' },
  // Kept beyond their expiry, so that a replayed code still revokes its grant.
  { table: 'oauth_tokens', days: 30, ended: 'expires_at < $1' },
  { table: 'oauth_grants', days: 90, ended: 'ends_at < $1' },
  { table: 'invitations', days: 90, ended: 'expires_at < $1' },
  { table: 'sessions', days: 30, ended: 'created_at < $1 AND least(expires_at, revoked_at) < $1' },
  { table: 'login_events', days: 400, ended: 'at < $1' },
];

// By ctid, which is stable while the row is locked: not every table has a single-column key.
const statementOf = ({ table, ended }: Rule) => `
  DELETE FROM identity.${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM identity.${table} WHERE ${ended} LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING 1`;

/** One statement per kind, for the test that none scans a whole table. */
export const PRUNE_STATEMENTS = new Map(RULES.map((rule) => [rule.table, statementOf(rule)]));

const DAYS = new Map(RULES.map(({ table, days }) => [table, days]));

export class StoredRetainedRecords implements RetainedRecords {
  readonly kinds = [...PRUNE_STATEMENTS.keys()];

  constructor(private readonly db: Database) {}

  async prune(kind: string, now: Date, limit: number): Promise<number> {
    const statement = PRUNE_STATEMENTS.get(kind);
    const days = DAYS.get(kind);
    if (statement === undefined || days === undefined) throw new Error(`No retention rule for ${kind}.`);
    return (await this.db.query(statement, [addDays(now, -days), limit])).length;
  }
}
