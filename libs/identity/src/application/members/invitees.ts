import { type Clock, invalidFields } from '@trunkline/kernel';
import type { FraudDecision } from '../../domain/sessions/login-event';
import { SIGN_UP_PASSWORD_LENGTH_MIN } from '../../domain/password-policy';
import type { Caller } from '../../domain/sessions/session';
import { User } from '../../domain/user';
import type { UserRepository } from '../ports';
import type { Screening } from '../screening/screening';
import type { Passwords } from '../passwords/passwords';
import type { LoginEventRecorder } from '../sessions/login-event-recorder';
import type { InvitationPreview } from './views';

export interface InviteeInput {
  /** Required when the address belongs to no verified user. */
  readonly name: string | null;
  readonly password: string | null;
  readonly caller: Caller;
}

export interface Invitee {
  readonly email: string;
  readonly caller: Caller;
  readonly fraudDecision: FraudDecision;
  /** Name and password hash of a new user; null for a verified user. */
  readonly credentials: { readonly name: string; readonly passwordHash: string } | null;
}

export interface ResolvedInvitee {
  /** Verified, and locked until the transaction ends. */
  readonly user: User;
  /** False for a user who was verified before. */
  readonly isNew: boolean;
}

const PASSWORD_RULE = { lengthMin: SIGN_UP_PASSWORD_LENGTH_MIN, field: 'password' };
const REQUIRED = 'is required: no user with this email address exists yet';

/** The recipients of invitations, existing or new. */
export class Invitees {
  constructor(
    private readonly users: UserRepository,
    private readonly screening: Screening,
    private readonly passwords: Passwords,
    private readonly recorder: LoginEventRecorder,
    private readonly clock: Clock,
  ) {}

  /**
   * Does the slow work outside any transaction. Throws 422 naming the fields that a new user must give, and
   * fraud_blocked, which stores nothing but its login event.
   */
  async prepare({ email, userId, isNewUser }: InvitationPreview, input: InviteeInput): Promise<Invitee> {
    const { caller } = input;
    const given = isNewUser ? assertGiven(input) : null;
    const passwordHash = given && (await this.passwords.hashNew(given.password, PASSWORD_RULE));
    const screened = { email, caller, country: null, isInvited: isNewUser, method: 'magic_link', userId } as const;
    const fraudDecision = await this.screening.admit(screened);
    const credentials = given && passwordHash ? { name: given.name, passwordHash } : null;
    return { email, caller, fraudDecision, credentials };
  }

  /**
   * Joins the transaction. Throws email_in_use when a concurrent sign-up takes the address, and 422 when the existing
   * user has changed address meanwhile.
   */
  async resolve(invitee: Invitee): Promise<ResolvedInvitee> {
    const known = await this.users.lockByEmail(invitee.email);
    if (known?.isEmailVerified()) return { user: known, isNew: false };
    const { name, passwordHash } = invitee.credentials ?? missing();
    const user = known ?? newUser(invitee.email, name, passwordHash, this.clock.now());
    // An unverified sign-up with this address may not be the invitee's: its password must not remain.
    user.changeProfile({ name });
    user.setPasswordByMail(passwordHash, this.clock.now());
    user.verifyEmail(this.clock.now());
    await (known ? this.users.save(user) : this.users.add(user));
    await this.noteReview(user, invitee);
    return { user, isNew: true };
  }

  private async noteReview({ id: userId }: User, { caller, fraudDecision }: Invitee): Promise<void> {
    if (fraudDecision !== 'review') return;
    await this.recorder.record({ userId, outcome: 'fraud_screen_review', method: 'magic_link', caller, fraudDecision });
  }
}

function newUser(email: string, name: string, passwordHash: string, now: Date): User {
  const unknown = { phoneE164: null, marketingOptIn: false, intendedUse: null };
  return User.register({ email, name, passwordHash, ...unknown }, now);
}

function assertGiven({ name, password }: InviteeInput): { name: string; password: string } {
  if (name !== null && password !== null) return { name, password };
  throw invalidFields({ ...(name === null && { name: REQUIRED }), ...(password === null && { password: REQUIRED }) });
}

function missing(): never {
  throw invalidFields({ name: REQUIRED, password: REQUIRED });
}
