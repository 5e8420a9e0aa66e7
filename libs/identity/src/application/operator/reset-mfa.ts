import { CommonErrors, type Transactor } from '@trunkline/kernel';
import type { MfaMails } from '../mfa/mfa-mails';
import type { SecondFactorRepository } from '../mfa/ports';
import type { MembershipRepository, UserRepository } from '../ports';
import type { RevokeSessions } from '../sessions/revoke-sessions';
import type { OperatorAudit } from './ports';

export interface MfaResetInput {
  readonly userId: string;
  readonly operator: string;
  /** Recorded in the audit trail. */
  readonly reason: string;
}

/** POST /operator/users/{id}/reset-mfa: for a user who lost the authenticator and the recovery codes. */
export class ResetMfa {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly factors: SecondFactorRepository,
    private readonly revokeSessions: RevokeSessions,
    private readonly mails: MfaMails,
    private readonly log: OperatorAudit,
  ) {}

  /**
   * Removes the second factor, revokes every session, notifies the user and records the action in one transaction.
   * Returns how many sessions were still usable. Throws not_found and mfa_not_enabled.
   */
  reset({ userId, operator, reason }: MfaResetInput): Promise<number> {
    return this.tx.run(async () => {
      const user = await this.users.lock(userId);
      if (!user) throw CommonErrors.not_found();
      const before = { mfa_method: user.mfaMethod };
      user.disableMfa();
      await this.users.save(user);
      await this.factors.remove(userId);
      const { length: sessionsRevoked } = await this.revokeSessions.allOf(userId, null);
      await this.mails.changed(user, 'removed by support');
      const [account] = await this.memberships.accountsOf(userId);
      const after = { mfa_method: null, sessions_revoked: sessionsRevoked, reason };
      const what = { action: 'user.reset_mfa', subject: userId, before, after } as const;
      await this.log.record({ actor: operator, ...what, ...(account && { accountId: account.accountId }) });
      return sessionsRevoked;
    });
  }
}
