import { RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import type { InvitationRepository, InvitationsOf } from '../../application/members/ports';
import type { Invitation } from '../../domain/members/invitation';
import { InvitationSchema } from '../schema';

const REVOKE_ALL = `
  UPDATE identity.invitations SET revoked_at = $4
  WHERE account_id = $1 AND ($2::text IS NULL OR email = $2) AND ($3::text IS NULL OR invited_by_id = $3)
    AND accepted_at IS NULL AND revoked_at IS NULL
  RETURNING id`;

export class StoredInvitations implements InvitationRepository {
  constructor(private readonly db: Database) {}

  add(invitation: Invitation): Promise<void> {
    // Under REPEATABLE READ, a concurrent invitation may be newer than the snapshot.
    return this.db
      .table(InvitationSchema)
      .add(invitation, (error) => (violatedConstraint(error) === 'invitations_open' ? new RetryTransaction() : error));
  }

  save(invitation: Invitation): Promise<void> {
    return this.db.table(InvitationSchema).save(invitation);
  }

  findByOperation(accountId: string, operationId: string): Promise<Invitation | null> {
    return this.db.table(InvitationSchema).find('account_id = $1 AND operation_id = $2', [accountId, operationId]);
  }

  lock(accountId: string, id: string): Promise<Invitation> {
    return this.db.table(InvitationSchema).get('account_id = $1 AND id = $2 FOR UPDATE', [accountId, id]);
  }

  lockByToken(tokenHash: Buffer): Promise<Invitation | null> {
    return this.db.table(InvitationSchema).find('token_hash = $1 FOR UPDATE', [tokenHash]);
  }

  async revokeAll({ accountId, email, invitedById }: InvitationsOf, now: Date): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(REVOKE_ALL, [accountId, email ?? null, invitedById ?? null, now]);
    return rows.map(({ id }) => id);
  }
}
