import type { Transactor } from '@trunkline/kernel';
import type { ProviderAttempt } from '../../domain/identity-providers/identity-provider';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';
import { type ProviderClaims, provenEmail } from '../../domain/identity-providers/provider-claims';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/user';
import type { UserRepository } from '../ports';
import type { Admission, Screening } from '../screening/screening';
import type { SignedIn, SignIn } from '../sign-in/sign-in';
import type { LoginEventRecorder } from '../sessions/login-event-recorder';
import type { IdentityLinks } from './identity-links';
import type { SignUpByIdentity } from './sign-up-by-identity';
import type { ProviderError } from './outcome';

export interface IdentitySignIn {
  readonly attempt: ProviderAttempt;
  readonly claims: ProviderClaims;
  readonly caller: Caller;
}

interface ScreenedSignIn extends IdentitySignIn {
  readonly decision: Admission;
  readonly country: string;
}

/**
 * Signs in the user of a provider identity: the linked user, else the verified user of the email that the provider
 * vouches for, who is linked, else a new user.
 */
export class SignInByIdentity {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly links: IdentityLinks,
    private readonly screening: Screening,
    private readonly signIn: SignIn,
    private readonly signUp: SignUpByIdentity,
    private readonly recorder: LoginEventRecorder,
  ) {}

  /** Throws fraud_blocked and account_closed. Screens first, outside the transaction. */
  async signInWith(request: IdentitySignIn): Promise<SignedIn | ProviderError> {
    const { attempt, caller } = request;
    const user = await this.expected(request);
    const email = user?.email ?? provenEmail(request.claims);
    if (email === null) return 'idp_email_unverified';
    const country = this.signUp.countryOf(request);
    const screened = { email, caller, method: attempt.provider, userId: user?.id ?? null };
    const decision = await this.screening.admit({ ...screened, country: user ? null : country });
    return this.tx.run(() => this.decide({ ...request, decision, country }));
  }

  /** The likely user, read without a lock. */
  private async expected(request: IdentitySignIn): Promise<User | null> {
    const linked = await this.linkedTo(request);
    if (linked) return this.users.find(linked.userId);
    const email = provenEmail(request.claims);
    return email === null ? null : this.users.findByEmail(email);
  }

  /** Repeats the look-ups under locks. */
  private async decide(screened: ScreenedSignIn): Promise<SignedIn | ProviderError> {
    const linked = await this.linkedTo(screened);
    if (linked) return this.signInLinked(linked, screened);
    const email = provenEmail(screened.claims);
    if (email === null) return 'idp_email_unverified';
    const user = await this.users.lockByEmail(email);
    if (!user) return this.signUpAndBegin(email, screened);
    if (!user.isEmailVerified()) {
      // An unverified sign-up may not be the mailbox owner's, and must not gain access to what the owner does here.
      await this.recordUnverified(user, screened);
      return 'link_required';
    }
    return this.linkAndBegin(user, screened);
  }

  private async signInLinked(linked: LinkedIdentity, screened: ScreenedSignIn): Promise<SignedIn | ProviderError> {
    const user = await this.users.lock(linked.userId);
    if (!user) return 'idp_failed';
    await this.links.noteUse(linked);
    return this.begin(user, screened);
  }

  private async signUpAndBegin(email: string, screened: ScreenedSignIn): Promise<SignedIn> {
    const user = await this.signUp.signUp({ ...screened, email });
    await this.links.add(user.id, screened.attempt.provider, screened.claims);
    return this.begin(user, screened);
  }

  private async linkAndBegin(user: User, screened: ScreenedSignIn): Promise<SignedIn> {
    const { attempt, claims } = screened;
    await this.links.link(user, attempt.provider, claims);
    return this.begin(user, screened);
  }

  private async recordUnverified(user: User, { attempt, caller, decision }: ScreenedSignIn): Promise<void> {
    await this.recorder.record({
      userId: user.id,
      outcome: 'unverified_email',
      method: attempt.provider,
      caller,
      fraudDecision: decision,
    });
  }

  private begin(user: User, { attempt, caller, decision }: ScreenedSignIn): Promise<SignedIn> {
    const method = attempt.provider;
    return this.signIn.begin({ user, caller, method, trustDevice: false, fraudDecision: decision });
  }

  private linkedTo({ attempt, claims }: IdentitySignIn): Promise<LinkedIdentity | null> {
    return this.links.find(attempt.provider, claims);
  }
}
