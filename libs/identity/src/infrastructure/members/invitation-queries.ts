import type { Clock, Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { InvitationFilter, InvitationQueries } from '../../application/members/ports';
import type { InvitationPreview, InvitationView } from '../../application/members/views';
import { InvitationSchema } from '../schema';

const COLUMNS = columnsOf(InvitationSchema, ['id', 'email', 'role', 'expiresAt', 'createdAt']);

const statusAt = (now: string) => `CASE WHEN accepted_at IS NOT NULL THEN 'accepted'
  WHEN expires_at <= coalesce(revoked_at, ${now}) THEN 'expired' WHEN revoked_at IS NOT NULL THEN 'revoked'
  ELSE 'pending' END`;
const selectAt = (now: string) => `SELECT ${COLUMNS}, ${statusAt(now)} AS status FROM identity.invitations`;

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
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  list({ accountId, status }: InvitationFilter, page: PageRequest<'created_at'>): Promise<Page<InvitationView>> {
    const where = new Where().require('account_id = ?', accountId);
    const at = where.value(this.clock.now());
    where.anyOf(statusAt(at), status);
    const list = { select: selectAt(at), where, by: ['created_at', 'id'] as const };
    return this.db.page({ ...list, of: ({ createdAt, id }) => [createdAt, id] }, page);
  }

  get(accountId: string, id: string): Promise<InvitationView> {
    return this.db.get(`${selectAt('$3')} WHERE id = $1 AND account_id = $2`, [id, accountId, this.clock.now()]);
  }

  findPending(tokenHash: Buffer): Promise<InvitationPreview | null> {
    return this.db.find(PENDING, [tokenHash, this.clock.now()]);
  }
}
