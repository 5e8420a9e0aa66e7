import type { Principal } from '@trunkline/kernel';
import type { CryptoBox, Database } from '@trunkline/platform';
import { Secret, TOTP } from 'otpauth';
import { CodeVerification } from '../../application/mfa/code-verification';
import { MailMfaCode } from '../../application/mfa/mail-mfa-code';
import { MfaAttempts } from '../../application/mfa/mfa-attempts';
import { MfaChallenge } from '../../application/mfa/mfa-challenge';
import { MfaCodes } from '../../application/mfa/mfa-codes';
import { MfaMails } from '../../application/mfa/mfa-mails';
import { MfaSettings } from '../../application/mfa/mfa-settings';
import { MfaSetup } from '../../application/mfa/mfa-setup';
import { OtpauthTotp } from '../../infrastructure/mfa/otpauth-totp';
import { StoredEmailCodes } from '../../infrastructure/mfa/email-codes';
import { StoredMfaFailures } from '../../infrastructure/mfa/mfa-failures';
import { StoredSecondFactors } from '../../infrastructure/mfa/second-factor.repository';
import { TEST_BOX } from '../identity-stores';
import { aCaller, aPrincipal, aVerifiedUser, identityWorld, PASSWORD } from './identity-world';

/** The code an authenticator app shows. */
export function totpCode(secret: string, at: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
}

export function mfaStores(db: Database, box: CryptoBox = TEST_BOX) {
  return {
    factors: new StoredSecondFactors(db, box),
    emailCodes: new StoredEmailCodes(db, box),
    failures: new StoredMfaFailures(db),
  };
}

/** The use cases of the second factor. */
export function mfaWorld(db: Database) {
  const world = identityWorld(db);
  const { allowance, clock, devices, reauthentication, recorder, signIns, userMails } = world;
  const { users, sessions } = world.stores;
  const { factors, emailCodes, failures } = mfaStores(db);
  const mails = new MfaMails(userMails, clock);
  const totp = new OtpauthTotp();
  const codes = new MfaCodes(factors, emailCodes, totp, clock);
  const codeVerification = new CodeVerification(db, users, sessions, codes, new MfaAttempts(failures, recorder, clock));
  return {
    ...world,
    factors,
    codeVerification,
    setup: new MfaSetup(db, users, factors, sessions, totp, mails, clock),
    challenge: new MfaChallenge(codeVerification, sessions, signIns, devices, mails, clock),
    mailCode: new MailMfaCode(db, users, sessions, emailCodes, allowance, mails, clock),
    care: new MfaSettings(codeVerification, users, sessions, factors, reauthentication, mails, clock),
  };
}

export type MfaWorld = ReturnType<typeof mfaWorld>;

/** A user with a second factor, after the time step of its setup. */
export async function aUserWithMfa(world: MfaWorld) {
  const user = await aVerifiedUser(world);
  const { accountId, userId, email, sessionId } = user;
  const who = aPrincipal({ accountId, userId, credentialId: sessionId, signedInAt: world.clock.now() });
  const { secret } = await world.setup.start(who);
  const { recoveryCodes } = await world.setup.verify(who, secret, totpCode(secret, world.clock.now()));
  world.clock.advance(30);
  return { accountId, userId, email, who, secret, recoveryCodes };
}

/** As `aUserWithMfa`, with mailed codes, which no endpoint enrols. */
export async function aUserWithMailedCodes(world: MfaWorld) {
  const made = await aUserWithMfa(world);
  await world.stored.alterUser(made.userId, { mfaMethod: 'email_otp' });
  return made;
}

/** Signs in with the password only. */
export async function aPartialSession(world: MfaWorld, email: string): Promise<Principal> {
  const signedIn = await world.logIn.logIn({
    email,
    password: PASSWORD,
    trustDevice: false,
    caller: aCaller,
  });
  const { accountId, userId, sessionId } = signedIn;
  return aPrincipal({ accountId, userId, credentialId: sessionId, isPartial: true });
}
