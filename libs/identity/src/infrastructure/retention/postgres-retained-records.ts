import { addDays } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { RetainedRecords } from '../../application/retention/ports';

interface Rule {
  readonly table: string;
  /** How long rows are kept after they are over. */
  readonly days: number;
  /** Over since before $1; begins with a column that an index holds. */
  readonly over: string;
}

/**
 * What is kept for how long. Users who never verified stay. A session was made before it was over: `created_at` narrows the
 * search by an index that the note of a use leaves alone.
 */
const RULES: readonly Rule[] = [
  { table: 'one_time_tokens', days: 7, over: 'expires_at < $1' },
  { table: 'issued_totp_secrets', days: 1, over: 'expires_at < $1' },
  { table: 'email_codes', days: 1, over: 'expires_at < $1' },
  { table: 'provider_attempts', days: 1, over: 'expires_at < $1' },
  { table: 'recent_sign_ups', days: 1, over: 'at < $1' },
  // Written by processes of the version before alone.
  { table: 'guessed_addresses', days: 1, over: 'at < $1' },
  { table: 'password_failures', days: 1, over: 'at < $1' },
  { table: 'known_devices', days: 1, over: 'expires_at < $1' },
  { table: 'invitations', days: 90, over: 'expires_at < $1' },
  { table: 'sessions', days: 30, over: 'created_at < $1 AND least(expires_at, revoked_at) < $1' },
  // Contract, section 2: sign-in history is kept 400 days.
  { table: 'login_events', days: 400, over: 'at < $1' },
];

// By place in the table, which stays while the row is locked: not every table has a key of one column.
const statementOf = ({ table, over }: Rule) => `
  DELETE FROM identity.${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM identity.${table} WHERE ${over} LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING 1`;

/** One statement for each kind, for the test that none of them reads a whole table. */
export const PRUNE_STATEMENTS = new Map(RULES.map((rule) => [rule.table, statementOf(rule)]));

const DAYS = new Map(RULES.map(({ table, days }) => [table, days]));

export class PostgresRetainedRecords extends RetainedRecords {
  override readonly kinds = [...PRUNE_STATEMENTS.keys()];

  constructor(private readonly db: Database) {
    super();
  }

  override async prune(kind: string, now: Date, limit: number): Promise<number> {
    const statement = PRUNE_STATEMENTS.get(kind);
    const days = DAYS.get(kind);
    if (statement === undefined || days === undefined)
      throw new Error(`There is no rule for how long ${kind} are kept.`);
    return (await this.db.query(statement, [addDays(now, -days), limit])).length;
  }
}
