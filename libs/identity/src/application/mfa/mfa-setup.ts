import { addSeconds, type Clock, invalidFields, type Principal, type Transactor } from '@trunkline/kernel';
import { IdentityErrors, MfaSetupErrors } from '../../domain/errors';
import { SecondFactor, TOTP_SETUP_SECONDS } from '../../domain/mfa/second-factor';
import { PRODUCT_NAME } from '../../domain/product';
import { countAsMfaCompleted } from '../../domain/sessions/session-state';
import type { MfaMethod, User } from '../../domain/user';
import type { SessionRepository, UserRepository } from '../ports';
import type { MfaMails } from './mfa-mails';
import type { SecondFactorRepository, Totp } from './ports';

export interface TotpOffer {
  readonly method: MfaMethod;
  /** Base32; shown to the user, not stored. */
  readonly secret: string;
  readonly otpauthUri: string;
  readonly accountLabel: string;
  readonly issuer: string;
}

export interface EnabledMfa {
  readonly method: MfaMethod;
  /** Shown once. */
  readonly recoveryCodes: readonly string[];
}

/** POST /auth/mfa/setup-start and setup-verify. */
export class MfaSetup {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly factors: SecondFactorRepository,
    private readonly sessions: SessionRepository,
    private readonly totp: Totp,
    private readonly mails: MfaMails,
    private readonly clock: Clock,
  ) {}

  /**
   * Enables nothing yet. Remembers for ten minutes that the secret was issued to this user. Throws mfa_already_enabled.
   */
  async start({ userId }: Principal): Promise<TotpOffer> {
    const now = this.clock.now();
    const user = assertWithoutMfa(await this.users.find(userId));
    const secret = this.totp.newSecret();
    await this.factors.noteIssued({ userId, secret }, addSeconds(now, TOTP_SETUP_SECONDS), now);
    const otpauthUri = this.totp.uri({ secret, label: user.email, issuer: PRODUCT_NAME });
    return { method: 'totp', secret, otpauthUri, accountLabel: user.email, issuer: PRODUCT_NAME };
  }

  /**
   * Throws mfa_already_enabled, 422 naming `secret` when it was not issued to this user in the last ten minutes, and
   * mfa_code_invalid of setup. Failures are not counted: the secret is the caller's own.
   */
  verify(who: Principal, secret: string, code: string): Promise<EnabledMfa> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const user = assertWithoutMfa(await this.users.lock(who.userId));
      const issued = { userId: who.userId, secret };
      if (!(await this.factors.wasIssued(issued, now)))
        throw invalidFields({ secret: 'must be a secret that setup-start issued in the last 10 minutes' });
      const step = this.totp.stepOf(secret, code, now);
      if (step === null) throw MfaSetupErrors.mfa_code_invalid();
      const { factor, recoveryCodes } = SecondFactor.enable({ ...issued, step }, now);
      await this.factors.add(factor);
      user.enableMfa('totp');
      await this.users.save(user);
      await this.countSession(who);
      await this.mails.changed(user, 'enabled');
      return { method: 'totp', recoveryCodes };
    });
  }

  /** Other sessions remain full: they were started when a password was sufficient. */
  private async countSession({ credential, credentialId }: Principal): Promise<void> {
    const session = credential === 'session' ? await this.sessions.lock(credentialId) : null;
    if (session) await this.sessions.saveMfa(countAsMfaCompleted(session, this.clock.now()));
  }
}

function assertWithoutMfa(user: User | null): User {
  if (!user) throw IdentityErrors.unauthorized();
  if (user.mfaMethod) throw IdentityErrors.mfa_already_enabled();
  return user;
}
