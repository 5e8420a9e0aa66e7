import { CommonErrors, RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import { type InvitationRepository, type InvitationsOf } from '../../application/members/ports';
import type { Invitation } from '../../domain/members/invitation';
import { InvitationSchema } from './invitation.schema';

const forUpdate = { mode: 'pessimistic_write' } as const;

const REVOKE_ALL = `
  UPDATE identity.invitations SET revoked_at = $4
  WHERE account_id = $1 AND ($2::text IS NULL OR email = $2) AND ($3::text IS NULL OR invited_by_id = $3)
    AND accepted_at IS NULL AND revoked_at IS NULL
  RETURNING id`;

export class StoredInvitations implements InvitationRepository {
  constructor(private readonly db: Database) {}

  async add(invitation: Invitation): Promise<void> {
    await this.db.manager.insert(InvitationSchema, invitation).catch(retryIfInvitationOpen);
  }

  async save(invitation: Invitation): Promise<void> {
    await this.db.manager.save(InvitationSchema, invitation);
  }

  findByOperation(accountId: string, operationId: string): Promise<Invitation | null> {
    return this.db.manager.findOneBy(InvitationSchema, { accountId, operationId });
  }

  async lock(accountId: string, id: string): Promise<Invitation> {
    const invitation = await this.db.manager.findOne(InvitationSchema, { where: { accountId, id }, lock: forUpdate });
    if (!invitation) throw CommonErrors.not_found();
    return invitation;
  }

  lockByToken(tokenHash: Buffer): Promise<Invitation | null> {
    return this.db.manager.findOne(InvitationSchema, { where: { tokenHash }, lock: forUpdate });
  }

  async revokeAll({ accountId, email, invitedById }: InvitationsOf, now: Date): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(REVOKE_ALL, [accountId, email ?? null, invitedById ?? null, now]);
    return rows.map(({ id }) => id);
  }
}

/** Under REPEATABLE READ, a concurrent invitation may be newer than the snapshot. */
function retryIfInvitationOpen(error: unknown): never {
  throw violatedConstraint(error) === 'invitations_open' ? new RetryTransaction() : error;
}
