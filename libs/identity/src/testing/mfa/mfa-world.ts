import type { Clock, Principal, Transactor } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import { CryptoBox, type Database } from '@trunkline/platform';
import { Secret, TOTP } from 'otpauth';
import { UserMails } from '../../application/mails/user-mails';
import { CodeVerification } from '../../application/mfa/code-verification';
import { MailMfaCode } from '../../application/mfa/mail-mfa-code';
import { MfaAttempts } from '../../application/mfa/mfa-attempts';
import { MfaSettings } from '../../application/mfa/mfa-settings';
import { MfaChallenge } from '../../application/mfa/mfa-challenge';
import { MfaCodes } from '../../application/mfa/mfa-codes';
import { MfaMails } from '../../application/mfa/mfa-mails';
import { MfaSetup } from '../../application/mfa/mfa-setup';
import { LoginEventRecorder } from '../../application/login-events/login-event-recorder';
import { SuccessfulSignIns } from '../../application/login-events/successful-sign-ins';
import { OtpauthTotp } from '../../infrastructure/mfa/otpauth-totp';
import { type DatabaseWorld, databaseWorld } from '../database-world';
import { aCaller, aPrincipal, aVerifiedUser, identityWorld, type IdentityWorld, PASSWORD } from '../identity-world';
import { databaseMfaStores, memoryMfaStores, type MfaStores } from './mfa-stores';
import { BowserDeviceNames } from '../../infrastructure/sign-in/bowser-device-names';

/** The code an authenticator app shows. */
export function totpCode(secret: string, at: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
}

interface WorldSetup {
  readonly mfa: MfaStores;
  readonly tx: Transactor;
  readonly clock: Clock;
}

/** The second-factor use cases over an existing world. */
function mfaOver(world: IdentityWorld | DatabaseWorld, { mfa, tx, clock }: WorldSetup) {
  const { users, sessions, memberships, loginEvents } = world.stores;
  const recorder = new LoginEventRecorder(loginEvents, world.geolocation, clock);
  const userMails = new UserMails(memberships, world.mails);
  const mails = new MfaMails(userMails, clock);
  const totp = new OtpauthTotp();
  const codes = new MfaCodes(mfa.factors, mfa.emailCodes, totp, clock);
  const codeVerification = new CodeVerification(
    tx,
    users,
    sessions,
    codes,
    new MfaAttempts(mfa.failures, recorder, clock),
  );
  const deviceNames = new BowserDeviceNames();
  const signIns = new SuccessfulSignIns(users, recorder, deviceNames, userMails);
  return {
    mfa,
    codeVerification,
    setup: new MfaSetup(tx, users, mfa.factors, sessions, totp, mails, clock),
    challenge: new MfaChallenge(codeVerification, sessions, signIns, world.devices, mails, clock),
    mailCode: new MailMfaCode(tx, users, sessions, mfa.emailCodes, world.allowance, mails, clock),
    care: new MfaSettings(codeVerification, users, sessions, mfa.factors, world.reauthentication, mails, clock),
  };
}

export function mfaWorld() {
  const world = identityWorld();
  const setup = { mfa: memoryMfaStores(world.state), tx: new NoTransactor(), clock: world.clock };
  return { ...world, ...mfaOver(world, setup) };
}

export function databaseMfaWorld(db: Database) {
  const world = databaseWorld(db);
  const box = new CryptoBox([{ id: 'test', secret: Buffer.alloc(32, 7) }]);
  return { ...world, ...mfaOver(world, { mfa: databaseMfaStores(db, box), tx: db, clock: world.clock }) };
}

export type MfaWorld = ReturnType<typeof mfaWorld>;
export type DatabaseMfaWorld = ReturnType<typeof databaseMfaWorld>;

/** A user with a second factor, after the time step of its setup. */
export async function aUserWithMfa(world: MfaWorld | DatabaseMfaWorld) {
  const user = await aVerifiedUser(world);
  const { accountId, userId, email, sessionId } = user;
  const who = aPrincipal({ accountId, userId, credentialId: sessionId, signedInAt: world.clock.now() });
  const { secret } = await world.setup.start(who);
  const { recoveryCodes } = await world.setup.verify(who, secret, totpCode(secret, world.clock.now()));
  world.clock.advance(30);
  return { accountId, userId, email, who, secret, recoveryCodes };
}

/** As `aUserWithMfa`, with mailed codes, which no endpoint enrols. */
export async function aUserWithMailedCodes(world: MfaWorld | DatabaseMfaWorld) {
  const made = await aUserWithMfa(world);
  const user = await world.stores.users.find(made.userId);
  if (!user) throw new Error('The user is gone.');
  await world.stores.users.save(Object.assign(user, { mfaMethod: 'email_otp' }));
  return made;
}

/** Signs in with the password only. */
export async function aPartialSession(world: MfaWorld | DatabaseMfaWorld, email: string): Promise<Principal> {
  const signedIn = await world.logIn.execute({
    email,
    password: PASSWORD,
    trustDevice: false,
    caller: aCaller,
  });
  const { accountId, userId, sessionId } = signedIn;
  return aPrincipal({ accountId, userId, credentialId: sessionId, isPartial: true });
}
