import type { Transactor } from '@trunkline/kernel';
import type { ProviderAttempt } from '../../domain/identity-providers/identity-provider';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';
import { type ProviderClaims, provenEmail } from '../../domain/identity-providers/provider-person';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/users/user';
import type { UserRepository } from '../ports';
import type { Admission, Screening } from '../screening/screening';
import type { SignedIn, SignIn } from '../sign-in/sign-in';
import type { SignInHistory } from '../login-events/sign-in-history';
import type { IdentityLinks } from './identity-links';
import type { OpenAccountByIdentity } from './open-account-by-identity';
import type { ProviderError } from './outcome';

export interface Entrance {
  readonly attempt: ProviderAttempt;
  readonly claims: ProviderClaims;
  readonly caller: Caller;
}

interface Admitted extends Entrance {
  readonly decision: Admission;
  readonly country: string;
}

/**
 * Signs someone in whom a provider has identified: the user that the identity is linked to, else the verified user of
 * the address that the provider vouches for, who is linked by that, else a new one.
 */
export class EnterByIdentity {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly links: IdentityLinks,
    private readonly screening: Screening,
    private readonly signIn: SignIn,
    private readonly signUp: OpenAccountByIdentity,
    private readonly history: SignInHistory,
  ) {}

  /** Throws fraud_blocked and account_closed. Screening comes first, outside of the transaction. */
  async execute(entrance: Entrance): Promise<SignedIn | ProviderError> {
    const { attempt, caller } = entrance;
    const user = await this.expected(entrance);
    const email = user?.email ?? provenEmail(entrance.claims);
    if (email === null) return 'idp_email_unverified';
    const country = this.signUp.countryOf(entrance);
    const screened = { email, caller, method: attempt.provider, userId: user?.id ?? null };
    const decision = await this.screening.admit({ ...screened, country: user ? null : country });
    return this.tx.run(() => this.decide({ ...entrance, decision, country }));
  }

  /** Who it looks as if it were, before anything is held. */
  private async expected(entrance: Entrance): Promise<User | null> {
    const linked = await this.linkedTo(entrance);
    if (linked) return this.users.find(linked.userId);
    const email = provenEmail(entrance.claims);
    return email === null ? null : this.users.findByEmail(email);
  }

  /** Everything is looked at again: only what is held now is sure. */
  private async decide(admitted: Admitted): Promise<SignedIn | ProviderError> {
    const linked = await this.linkedTo(admitted);
    if (linked) return this.again(linked, admitted);
    const email = provenEmail(admitted.claims);
    if (email === null) return 'idp_email_unverified';
    const user = await this.users.lockByEmail(email);
    if (!user) return this.newcomer(email, admitted);
    if (!user.isEmailVerified()) {
      // Whoever signed up with somebody else's address and never proved it must not be handed what its owner does.
      await this.note(user, admitted);
      return 'link_required';
    }
    return this.linkAndBegin(user, admitted);
  }

  private async again(linked: LinkedIdentity, admitted: Admitted): Promise<SignedIn | ProviderError> {
    const user = await this.users.lock(linked.userId);
    if (!user) return 'idp_failed';
    await this.links.noteUse(linked);
    return this.begin(user, admitted);
  }

  private async newcomer(email: string, admitted: Admitted): Promise<SignedIn> {
    const user = await this.signUp.execute({ ...admitted, email });
    await this.links.add(user.id, admitted.attempt.provider, admitted.claims);
    return this.begin(user, admitted);
  }

  private async linkAndBegin(user: User, admitted: Admitted): Promise<SignedIn> {
    const { attempt, claims } = admitted;
    await this.links.link(user, attempt.provider, claims);
    return this.begin(user, admitted);
  }

  private note(user: User, { attempt, caller, decision }: Admitted): Promise<void> {
    const seen = { method: attempt.provider, caller, fraudDecision: decision };
    return this.history.note({ ...seen, userId: user.id, outcome: 'unverified_email' });
  }

  private begin(user: User, { attempt, caller, decision }: Admitted): Promise<SignedIn> {
    const method = attempt.provider;
    return this.signIn.begin({ user, caller, method, trustDevice: false, fraudDecision: decision });
  }

  private linkedTo({ attempt, claims }: Entrance): Promise<LinkedIdentity | null> {
    return this.links.find(attempt.provider, claims);
  }
}
