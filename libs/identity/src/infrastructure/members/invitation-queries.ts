import { CommonErrors, type Keyset, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type InvitationFilter, type InvitationQueries } from '../../application/members/ports';
import type { InvitationPreview, InvitationView } from '../../application/members/views';
import { type InvitedRole, invitationStatus } from '../../domain/members/invitation';

interface Row {
  id: string;
  email: string;
  role: InvitedRole;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
}

const SELECT = `
  SELECT id, email, role, expires_at, accepted_at, revoked_at, created_at FROM identity.invitations`;

const STATUS = `CASE WHEN accepted_at IS NOT NULL THEN 'accepted' 
  WHEN expires_at <= coalesce(revoked_at, $2) THEN 'expired' WHEN revoked_at IS NOT NULL THEN 'revoked'
  ELSE 'pending' END`;

const page = (compare: '<' | '>', order: 'DESC' | 'ASC') => `${SELECT}
  WHERE account_id = $1 AND ($3::text[] IS NULL OR ${STATUS} = ANY($3))
    AND ($4::timestamptz IS NULL OR (created_at, id) ${compare} ($4, $5))
  ORDER BY created_at ${order}, id ${order} LIMIT $6`;
const PAGES = { desc: page('<', 'DESC'), asc: page('>', 'ASC') } as const;

/** An address without a verified user counts as new. */
const PENDING = `
  SELECT i.account_id AS "accountId", a.name AS "accountName", inviter.name AS "inviterName", i.email, i.role,
    i.expires_at AS "expiresAt", invited.id AS "userId", invited.email_verified_at IS NULL AS "isNewUser"
  FROM identity.invitations i
  JOIN identity.accounts a ON a.id = i.account_id
  JOIN identity.users inviter ON inviter.id = i.invited_by_id
  LEFT JOIN identity.users invited ON invited.email = i.email
  WHERE i.token_hash = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $2
    AND a.status <> 'closed'`;

export class InvitationReads implements InvitationQueries {
  constructor(private readonly db: Database) {}

  async list(
    { accountId, status, now }: InvitationFilter,
    { limit, order, after }: PageRequest<'created_at'>,
  ): Promise<Page<InvitationView>> {
    const from = after && new Date(after.key);
    const rows = await this.db.query<Row>(PAGES[order], [accountId, now, status, from, after?.id ?? '', limit + 1]);
    return pageOf(
      rows.map((row) => toView(row, now)),
      limit,
      keysetOf,
    );
  }

  async get(accountId: string, id: string, now: Date): Promise<InvitationView> {
    const row = await this.db.queryOne<Row>(`${SELECT} WHERE id = $1 AND account_id = $2`, [id, accountId]);
    if (!row) throw CommonErrors.not_found();
    return toView(row, now);
  }

  findPending(tokenHash: Buffer, now: Date): Promise<InvitationPreview | null> {
    return this.db.queryOne<InvitationPreview>(PENDING, [tokenHash, now]);
  }
}

function keysetOf({ createdAt, id }: InvitationView): Keyset {
  return { key: createdAt.getTime(), id };
}

function toView(row: Row, now: Date): InvitationView {
  const { id, email, role, expires_at: expiresAt, created_at: createdAt } = row;
  const status = invitationStatus({ acceptedAt: row.accepted_at, revokedAt: row.revoked_at, expiresAt }, now);
  return { id, email, role, status, expiresAt, createdAt };
}
