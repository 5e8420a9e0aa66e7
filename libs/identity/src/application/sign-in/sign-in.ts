import { type Clock, plainAddress } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { FraudDecision, PreviousSignIns } from '../../domain/sessions/login-event';
import { type LoginMethod, beginSession, type Caller } from '../../domain/sessions/session';
import type { AccountOfUser } from '../../domain/members/membership';
import type { DeviceCookie } from '../../domain/known-device';
import type { MfaMethod, User } from '../../domain/user';
import type { MembershipRepository, SessionRepository } from '../ports';
import type { Geolocation } from '../screening/ports';
import type { DeviceNames } from './ports';
import type { Devices } from './devices';
import type { LoginEventRecorder } from '../sessions/login-event-recorder';
import type { SuccessfulSignIns } from '../sessions/successful-sign-ins';

export interface SignInInput {
  readonly user: User;
  readonly caller: Caller;
  readonly method: LoginMethod;
  readonly trustDevice: boolean;
  readonly fraudDecision: FraudDecision | null;
  /** The account to start in, if requested; ignored when it is closed or the user is not a member. */
  readonly accountId?: string;
  /** As returned by `readFacts` while the user is locked. By default they are read. */
  readonly facts?: UserFacts;
}

/** What a sign-in needs to know about a user. */
export interface UserFacts {
  readonly accounts: readonly AccountOfUser[];
  readonly previous: PreviousSignIns;
}

export interface SignedIn {
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string;
  /** For the cookie; not stored. */
  readonly sessionSecret: string;
  readonly expiresAt: Date;
  /** Set when the sign-in is complete and the device becomes a known device. */
  readonly deviceCookie: DeviceCookie | null;
  /** `mfa` when the session is partial until the second factor is given. */
  readonly challenge: 'mfa' | null;
  readonly mfaMethod: MfaMethod | null;
}

/** Starts a session for an authenticated user, whatever the method. */
export class SignIn {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly memberships: MembershipRepository,
    private readonly recorder: LoginEventRecorder,
    private readonly successes: SuccessfulSignIns,
    private readonly devices: Devices,
    private readonly deviceNames: DeviceNames,
    private readonly geolocation: Geolocation,
    private readonly clock: Clock,
  ) {}

  /** Reads in one round trip what `begin` needs. Costs the same without a user. */
  async readFacts(userId: string | null, caller: Caller): Promise<UserFacts> {
    const [accounts, previous] = await Promise.all([
      this.memberships.accountsOf(userId ?? ''),
      this.recorder.previousSignIns(userId, caller),
    ]);
    return { accounts, previous };
  }

  /**
   * Joins the transaction, in which the user must be locked. Throws account_closed when the user has no open account.
   */
  async begin({
    user,
    caller,
    method,
    trustDevice,
    fraudDecision,
    accountId: requested,
    facts,
  }: SignInInput): Promise<SignedIn> {
    const { accounts, previous } = facts ?? (await this.readFacts(user.id, caller));
    const { accountId } = chooseAccount(accounts, requested);
    const mfaRequired = user.mfaMethod !== null;
    const { session, secret } = beginSession(
      {
        userId: user.id,
        accountId,
        caller,
        deviceName: this.deviceNames.nameOf(caller.userAgent),
        location: this.geolocation.locate(plainAddress(caller.ip)),
        method,
        isPasswordFromMail: user.isPasswordFromMail,
        trustDevice,
        mfaRequired,
      },
      this.clock.now(),
    );
    await this.sessions.add(session);
    const attempt = { method, caller, fraudDecision };
    await (mfaRequired
      ? this.recorder.record({ ...attempt, userId: user.id, outcome: 'mfa_required' }, previous)
      : this.successes.record({ ...attempt, user, previous }));
    return {
      userId: user.id,
      accountId,
      sessionId: session.id,
      sessionSecret: secret,
      expiresAt: session.expiresAt,
      deviceCookie: trustDevice && !mfaRequired ? await this.devices.remember(user.id) : null,
      challenge: mfaRequired ? 'mfa' : null,
      mfaMethod: user.mfaMethod,
    };
  }
}

/** The requested account, else the one of the oldest membership, of those that are not closed. */
function chooseAccount(accounts: readonly AccountOfUser[], requested: string | undefined): AccountOfUser {
  const choice = accounts.filter(({ status }) => status !== 'closed');
  const open = choice.find(({ accountId }) => accountId === requested) ?? choice[0];
  if (!open) throw IdentityErrors.account_closed();
  return open;
}
