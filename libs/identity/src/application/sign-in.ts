import type { Clock } from '@trunkline/kernel';
import { IdentityErrors } from '../domain/errors';
import type { FraudDecision, LoginMethod } from '../domain/login-event';
import type { AccountOfUser } from '../domain/membership';
import { beginSession, type Caller } from '../domain/session';
import type { MfaMethod, User } from '../domain/user';
import type { MembershipRepository, SessionRepository } from './ports';
import type { SignInHistory } from './sign-in-history';

export interface SignInInput {
  readonly user: User;
  readonly caller: Caller;
  readonly method: LoginMethod;
  readonly trustDevice: boolean;
  readonly fraudDecision: FraudDecision | null;
}

export interface SignedIn {
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string;
  /** For the cookie; kept nowhere. */
  readonly sessionSecret: string;
  readonly expiresAt: Date;
  /** `mfa` when the session is partial until the second factor is given. */
  readonly challenge: 'mfa' | null;
  readonly mfaMethod: MfaMethod | null;
}

/** Begins a session for someone who has proved who they are, by whatever method. */
export class SignIn {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly memberships: MembershipRepository,
    private readonly history: SignInHistory,
    private readonly clock: Clock,
  ) {}

  /** Within a transaction. Throws account_closed when the user has no account that is still open. */
  async begin({ user, caller, method, trustDevice, fraudDecision }: SignInInput): Promise<SignedIn> {
    const { accountId } = chooseAccount(await this.memberships.accountsOf(user.id));
    const mfaRequired = user.mfaMethod !== null;
    const wanted = { userId: user.id, accountId, caller, trustDevice, mfaRequired };
    const { session, secret } = beginSession(wanted, this.clock.now());
    await this.sessions.add(session);
    const outcome = mfaRequired ? 'mfa_required' : 'success';
    await this.history.note({ userId: user.id, outcome, method, caller, fraudDecision });
    return {
      userId: user.id,
      accountId,
      sessionId: session.id,
      sessionSecret: secret,
      expiresAt: session.expiresAt,
      challenge: mfaRequired ? 'mfa' : null,
      mfaMethod: user.mfaMethod,
    };
  }
}

/** The account that the user has been in longest, of those that are not closed. */
function chooseAccount(accounts: readonly AccountOfUser[]): AccountOfUser {
  const open = accounts.find(({ status }) => status !== 'closed');
  if (!open) throw IdentityErrors.account_closed();
  return open;
}
