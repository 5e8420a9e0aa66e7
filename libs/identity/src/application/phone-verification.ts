import {
  addSeconds,
  type Clock,
  CommonErrors,
  invalidFields,
  type Principal,
  type Transactor,
} from '@trunkline/kernel';
import { IdentityErrors } from '../domain/errors';
import { newSixDigitCode } from '../domain/mfa/email-code';
import { mayReceiveCode, PHONE_CODE_SECONDS, PHONE_CODE_TRIES, phoneCodeMessage } from '../domain/phone-code';
import { PRODUCT_NAME } from '../domain/product';
import type { MyProfile, MyUser } from './my-profile';
import type { UserRepository } from './ports';
import type { TrialCredit } from './sign-up/trial-credit';

export interface SentPhoneCode {
  readonly phoneE164: string;
  readonly expiresAt: Date;
}

export interface StoredPhoneCode extends SentPhoneCode {
  /** The operation that sent it. */
  readonly sentBy: string;
  /** The operation that used it up; null before. */
  readonly usedBy: string | null;
  readonly failures: number;
}

/** Codes that were sent to phones, one per user, stored as keyed digests. Each method joins the transaction. */
export abstract class PhoneCodes {
  /** Replaces the previous code of the user. */
  abstract put(userId: string, sent: SentPhoneCode & Pick<StoredPhoneCode, 'sentBy'>, code: string): Promise<void>;
  /** Returns the latest code of the user, and whether it is the given one. Exact only while the user is locked. */
  abstract find(userId: string, code: string): Promise<(StoredPhoneCode & { readonly isRight: boolean }) | null>;
  abstract countFailure(userId: string): Promise<void>;
  abstract use(userId: string, operationId: string): Promise<void>;
}

/** Identity's view of messaging: text messages to users, which the operator pays for. */
export abstract class PhoneMessages {
  /** False where the deployment has no sender for them. */
  abstract readonly isAvailable: boolean;
  /** Queues a message in the transaction. Throws destination_not_allowed for a number that messages cannot be sent to. */
  abstract send(message: {
    /** The account whose rules for destinations apply. */
    readonly accountId: string;
    readonly to: string;
    readonly body: string;
  }): Promise<void>;
}

/** `operationId` is the same for every retry with one Idempotency-Key: a retry has no second effect. */
export interface PhoneOperation {
  readonly who: Principal;
  readonly operationId: string;
}

export interface PhoneCodeRequest {
  readonly userId: string;
  readonly phoneE164: string;
  readonly ip: string | null;
}

/** Limits of codes, so that nothing is gained by having messages sent to expensive numbers. */
export abstract class PhoneCodeAllowance {
  /**
   * Takes one message from the allowances of the user, the number, its range, its country and the network address. Returns
   * the seconds until the next one may be sent; 0: this one may.
   */
  abstract take(request: PhoneCodeRequest): Promise<number>;
}

/** Verifies that a user has a phone number, by a code in a text message. See docs/identity.md#phone-numbers. */
export class PhoneVerification {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly codes: PhoneCodes,
    private readonly messages: PhoneMessages,
    private readonly allowance: PhoneCodeAllowance,
    private readonly profile: MyProfile,
    private readonly trial: TrialCredit,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a code to the number and voids the previous one. The number of the user remains until the code is entered. Must not
   * run within a transaction. Throws 422 naming `phone_e164`, invalid_state, rate_limited and destination_not_allowed.
   */
  async start(
    { who: { accountId, userId }, operationId }: PhoneOperation,
    phoneE164: string,
    ip: string | null,
  ): Promise<SentPhoneCode> {
    const earlier = await this.codes.find(userId, '');
    if (earlier?.sentBy === operationId) return { phoneE164: earlier.phoneE164, expiresAt: earlier.expiresAt };
    await this.assertVerifiable(userId, phoneE164);
    const retryAfterSeconds = await this.allowance.take({ userId, phoneE164, ip });
    if (retryAfterSeconds > 0) {
      const message = 'Too many codes were requested. Retry after the time in `Retry-After`.';
      throw IdentityErrors.rate_limited({ message, retryAfterSeconds });
    }
    return this.tx.run(async () => {
      if (!(await this.users.lock(userId))) throw CommonErrors.not_found();
      const code = newSixDigitCode();
      const sent = { phoneE164, expiresAt: addSeconds(this.clock.now(), PHONE_CODE_SECONDS) };
      await this.codes.put(userId, { ...sent, sentBy: operationId }, code);
      await this.messages.send({ accountId, to: phoneE164, body: phoneCodeMessage(PRODUCT_NAME, code) });
      return sent;
    });
  }

  /**
   * Makes the number that the code was sent to the verified number of the user. Must not run within a transaction: wrong codes
   * remain counted. Throws not_found, and 422 naming `code`.
   */
  async verify(operation: PhoneOperation, code: string): Promise<MyUser> {
    const outcome = await this.tx.run(() => this.decide(operation, code));
    if (typeof outcome === 'string') throw invalidFields({ code: outcome });
    return outcome;
  }

  private async assertVerifiable(userId: string, phoneE164: string): Promise<void> {
    const noSender = 'Phone numbers cannot be verified here: the operator has set no sender.';
    if (!this.messages.isAvailable) throw CommonErrors.invalid_state({ message: noSender });
    if (!mayReceiveCode(phoneE164)) throw invalidFields({ phone_e164: 'must be the number of a mobile phone' });
    const user = await this.users.find(userId);
    if (!user) throw CommonErrors.not_found();
    if (user.phoneVerified && user.phoneE164 === phoneE164)
      throw CommonErrors.invalid_state({ message: 'This phone number is already verified.' });
  }

  /** Returns the user, or what is wrong with the code. */
  private async decide({ who, operationId }: PhoneOperation, code: string): Promise<MyUser | string> {
    const user = await this.users.lock(who.userId);
    if (!user) throw CommonErrors.not_found();
    const sent = await this.codes.find(user.id, code);
    if (sent?.usedBy === operationId) return this.profile.get(who);
    if (!sent || !isUsable(sent, this.clock.now())) return 'is expired; request a new code';
    if (sent.failures >= PHONE_CODE_TRIES || !sent.isRight) return this.refuse(user.id, sent.failures);
    await this.codes.use(user.id, operationId);
    user.verifyPhone(sent.phoneE164);
    await this.users.save(user);
    await this.grantTrial(who, sent.phoneE164);
    return this.profile.get(who);
  }

  private async grantTrial({ role, accountId }: Principal, phoneE164: string): Promise<void> {
    if (role === 'owner') await this.trial.grantForPhone(accountId, phoneE164);
  }

  /** Counts a wrong code, unless too many were counted already, and returns what is wrong with it. */
  private async refuse(userId: string, failures: number): Promise<string> {
    const triesLeft = PHONE_CODE_TRIES - failures - 1;
    if (triesLeft < 0) return 'is void after too many wrong codes; request a new code';
    await this.codes.countFailure(userId);
    return triesLeft > 0 ? `is wrong; ${String(triesLeft)} more tries` : 'is wrong; request a new code';
  }
}

function isUsable({ usedBy, expiresAt }: StoredPhoneCode, now: Date): boolean {
  return usedBy === null && expiresAt > now;
}
