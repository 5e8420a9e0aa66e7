import { newId, Transactor } from '@trunkline/kernel';
import { Database, MailOutbox } from '@trunkline/platform';
import { CommonPasswords, PasswordHasher } from '../application/passwords/ports';
import { Passwords } from '../application/passwords/passwords';
import { MailAllowance } from '../application/mails/ports';
import { Screening } from '../application/screening/screening';
import { LoginEventRecorder } from '../application/sessions/login-event-recorder';
import type { SignedIn } from '../application/sign-in/sign-in';
import { OpenAccount } from '../application/sign-up/open-account';
import { TrialCredit } from '../application/sign-up/trial-credit';
import { SignUp } from '../application/sign-up/sign-up';
import { VerificationMails } from '../application/sign-up/verification-mails';
import { VerifyEmail } from '../application/sign-up/verify-email';
import type { Caller } from '../domain/sessions/session';

/** Returns a provider of an application. */
export type Use = <T>(token: abstract new (...args: never[]) => T) => T;

export interface WantedAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly country: string;
  readonly caller: Caller;
}

/** By password. Hashing is most of the processor time of a sign-up. */
const hashes = new Map<string, Promise<string>>();

/** Hashes each password once per process, so that its accounts share a salt. */
class RememberedHashes implements PasswordHasher {
  constructor(private readonly hasher: PasswordHasher) {}

  hash(password: string): Promise<string> {
    const hash = hashes.get(password) ?? this.hasher.hash(password);
    hashes.set(password, hash);
    return hash;
  }

  verify(hash: string | null, password: string): Promise<boolean> {
    return this.hasher.verify(hash, password);
  }
}

/**
 * Signs up and follows the mailed link, with the use cases of an application instead of requests to it. Leaves the same rows
 * as POST /auth/signup and POST /auth/verify-email. Returns the started session.
 */
export async function openVerifiedAccount(use: Use, wanted: WantedAccount): Promise<SignedIn> {
  const signUp = new SignUp(
    use(Transactor),
    use(Screening),
    new Passwords(new RememberedHashes(use(PasswordHasher)), use(CommonPasswords)),
    use(OpenAccount),
    use(VerificationMails),
    use(MailAllowance),
    use(LoginEventRecorder),
    use(TrialCredit),
  );
  const nothingElse = {
    timezone: null,
    company: null,
    phoneE164: null,
    intendedUse: null,
    captchaToken: null,
    marketingOptIn: false,
  };
  // Read before the commit, because a running worker sends the mail and deletes its content.
  const token = await use(Transactor).run(async () => {
    const { accountId } = await signUp.signUp({ ...wanted, ...nothingElse, operationId: newId('op') });
    return verificationToken(use(Database), use(MailOutbox), accountId);
  });
  return use(VerifyEmail).verify({ token, caller: wanted.caller });
}

/** Returns the token in the first mail to a new account. */
export async function verificationToken(db: Database, mails: MailOutbox, accountId: string): Promise<string> {
  const mail = await db.find<{ id: string }>(
    `SELECT id FROM platform.mails WHERE account_id = $1 ORDER BY id LIMIT 1`,
    [accountId],
  );
  const letter = await mails.find(mail?.id ?? '');
  const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1];
  if (!token) throw new Error(`No mail to ${accountId} verifies its address.`);
  return token;
}
