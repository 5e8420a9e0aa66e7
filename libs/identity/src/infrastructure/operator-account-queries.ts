import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import {
  type OperatorAccountFilter,
  type OperatorAccountQueries,
  type StoredAccountDetails,
} from '../application/operator/ports';
import { MEMBERS_SHOWN, type OperatorAccountView, type OperatorMemberView } from '../application/operator/views';
import { ACCOUNT_SUMMARY } from './account-queries';
import { AccountSchema } from './schema';

const COLUMNS = columnsOf(AccountSchema, [...ACCOUNT_SUMMARY, 'suspensionReason', 'closedAt'], 'a');
const ACCOUNT = `SELECT ${COLUMNS} FROM identity.accounts a`;
const DETAIL = `SELECT ${COLUMNS}, ${columnsOf(AccountSchema, ['outbound', 'outboundExceptions'], 'a')} FROM identity.accounts a`;

const MEMBERS = `SELECT u.id AS "userId", u.email, u.name, m.role, u.email_verified_at IS NOT NULL AS "emailVerified",
    m.joined_at AS "joinedAt"
  FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id
  WHERE m.account_id = $1 ORDER BY m.joined_at, u.id LIMIT ${MEMBERS_SHOWN}`;

const COUNTS = `SELECT
    (SELECT count(*) FROM identity.memberships WHERE account_id = $1) AS "memberCount",
    (SELECT count(*) FROM identity.api_keys
     WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)) AS "apiKeyCount"`;

const HAS_MEMBER = `a.id IN (SELECT m.account_id FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id
  WHERE u.email = ?)`;

export class OperatorAccountReads implements OperatorAccountQueries {
  constructor(private readonly db: Database) {}

  list(filter: OperatorAccountFilter, page: PageRequest<'created_at'>): Promise<Page<OperatorAccountView>> {
    const { id, email, namePrefix, status, tier } = filter;
    const where = new Where()
      .add('a.id = ?', id)
      .add(HAS_MEMBER, email)
      .add('lower(a.name) LIKE ?', namePrefix && `${literal(namePrefix.toLowerCase())}%`)
      .add('a.status = ANY(?)', status)
      .add('a.tier = ANY(?)', tier);
    const list = { select: ACCOUNT, where, by: ['a.created_at', 'a.id'] as const };
    return this.db.page({ ...list, of: (row) => [row.createdAt, row.id] }, page);
  }

  async get(accountId: string, now: Date): Promise<StoredAccountDetails> {
    const account = await this.db.get<StoredAccountDetails['account']>(`${DETAIL} WHERE a.id = $1`, [accountId]);
    const members = await this.db.query<OperatorMemberView>(MEMBERS, [accountId]);
    const counts = await this.db.get<Pick<StoredAccountDetails, 'memberCount' | 'apiKeyCount'>>(COUNTS, [
      accountId,
      now,
    ]);
    return { account, members, ...counts };
  }
}

/** Escapes the wildcards of LIKE. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
