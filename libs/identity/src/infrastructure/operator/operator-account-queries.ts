import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import {
  type OperatorAccountFilter,
  type OperatorAccountQueries,
  type StoredAccountDetails,
} from '../../application/operator/ports';
import { MEMBERS_SHOWN, type OperatorAccountView, type OperatorMemberView } from '../../application/operator/views';

const ACCOUNT = `SELECT a.id, a.name, a.tier, a.country, a.status, a.billing_mode AS "billingMode",
    a.suspended_at AS "suspendedAt", a.suspension_reason AS "suspensionReason",
    a.closure_grace_ends_at AS "closureGraceEndsAt", a.closed_at AS "closedAt", a.created_at AS "createdAt",
    a.max_concurrent_calls AS "maxConcurrentCalls"
  FROM identity.accounts a`;

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

interface Counts {
  readonly memberCount: number;
  readonly apiKeyCount: number;
}

export class OperatorAccountReads implements OperatorAccountQueries {
  constructor(private readonly db: Database) {}

  async list(filter: OperatorAccountFilter, page: PageRequest<'created_at'>): Promise<Page<OperatorAccountView>> {
    const { limit, order } = page;
    const where = whereOf(filter).after(page, 'a.created_at', 'timestamptz', 'a.id');
    const rows = await this.db.query<OperatorAccountView>(
      `${ACCOUNT} ${where.text} ORDER BY a.created_at ${order}, a.id ${order} ${where.limit(limit)}`,
      where.values,
    );
    return pageOf(rows, limit, ({ createdAt, id }) => ({ key: createdAt.toISOString(), id }));
  }

  async get(accountId: string, now: Date): Promise<StoredAccountDetails> {
    const account = await this.db.queryOne<OperatorAccountView>(`${ACCOUNT} WHERE a.id = $1`, [accountId]);
    if (!account) throw CommonErrors.not_found();
    const members = await this.db.query<OperatorMemberView>(MEMBERS, [accountId]);
    const counts = await this.db.queryOne<Counts>(COUNTS, [accountId, now]);
    return { account, members, memberCount: counts?.memberCount ?? 0, apiKeyCount: counts?.apiKeyCount ?? 0 };
  }
}

function whereOf({ id, email, namePrefix, status, tier }: OperatorAccountFilter): Where {
  return new Where()
    .always('true')
    .add('a.id = ?', id)
    .add(HAS_MEMBER, email)
    .add('lower(a.name) LIKE ?', namePrefix && `${literal(namePrefix.toLowerCase())}%`)
    .add('a.status = ANY(?)', status)
    .add('a.tier = ANY(?)', tier);
}

/** Escapes the wildcards of LIKE. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
