import { column, tablesOf } from '@trunkline/platform';
import { Account } from '../domain/account';
import type { ClosureState } from '../domain/closure-request';
import type { LinkedIdentity } from '../domain/identity-providers/linked-identity';
import { ApiKey } from '../domain/api-key';
import type { OneTimeToken } from '../domain/one-time-token';
import { Invitation } from '../domain/members/invitation';
import type { Membership } from '../domain/members/membership';
import type { OAuthAppState } from '../domain/oauth/oauth-app';
import type { OAuthGrant } from '../domain/oauth/oauth-grant';
import type { RecordedLoginEvent } from '../domain/sessions/login-event';
import type { Session } from '../domain/sessions/session';
import type { KnownDevice } from '../domain/known-device';
import type { LinkingSession, ProviderAttempt } from '../domain/identity-providers/identity-provider';
import type { SecondFactorState } from '../domain/mfa/second-factor';
import { User } from '../domain/user';

const table = tablesOf('identity');
const { key, text, optionalText, texts, optionalInteger, boolean, time, optionalTime, json, optionalJson, bytes } =
  column;

export const AccountSchema = table<Account>(
  'accounts',
  {
    id: key,
    name: text,
    tier: text,
    country: text,
    status: text,
    billingMode: text,
    suspendedAt: optionalTime,
    suspensionReason: optionalText,
    suspendedFor: texts,
    closureGraceEndsAt: optionalTime,
    closedAt: optionalTime,
    settings: json,
    billingDetails: optionalJson,
    signUpOperationId: optionalText,
    maxConcurrentCalls: optionalInteger,
    outbound: json,
    outboundExceptions: json,
    chargedCountries: texts,
    createdAt: time,
  },
  Account,
);

export const UserSchema = table<User>(
  'users',
  {
    id: key,
    email: text,
    name: text,
    passwordHash: optionalText,
    passwordChangedAt: optionalTime,
    isPasswordFromMail: boolean,
    emailVerifiedAt: optionalTime,
    phoneE164: { ...optionalText, name: 'phone_e164' },
    phoneVerified: boolean,
    mfaMethod: optionalText,
    marketingOptIn: boolean,
    intendedUse: optionalText,
    loginLockedUntil: optionalTime,
    createdAt: time,
  },
  User,
);

export const ApiKeySchema = table<ApiKey>(
  'api_keys',
  {
    id: key,
    accountId: text,
    userId: text,
    name: text,
    keyHash: bytes,
    prefixDisplay: text,
    scopes: texts,
    allowedCidrs: texts,
    expiresAt: optionalTime,
    lastUsedAt: optionalTime,
    lastUsedIp: optionalText,
    revokedAt: optionalTime,
    reminderDueAt: optionalTime,
    replacedById: optionalText,
    createdAt: time,
  },
  ApiKey,
);

export const InvitationSchema = table<Invitation>(
  'invitations',
  {
    id: key,
    accountId: text,
    email: text,
    role: text,
    tokenHash: bytes,
    invitedById: text,
    operationId: text,
    expiresAt: time,
    acceptedAt: optionalTime,
    revokedAt: optionalTime,
    createdAt: time,
  },
  Invitation,
);

export const MembershipSchema = table<Membership>('memberships', {
  accountId: key,
  userId: key,
  role: text,
  joinedAt: time,
});

export const SessionSchema = table<Session>('sessions', {
  id: key,
  idHash: bytes,
  userId: text,
  accountId: text,
  method: text,
  isByMailbox: boolean,
  deviceName: text,
  ip: optionalText,
  ipCountry: optionalText,
  city: optionalText,
  userAgent: optionalText,
  isTrusted: boolean,
  mfaRequired: boolean,
  mfaCompletedAt: optionalTime,
  signedInAt: time,
  lastUsedAt: time,
  expiresAt: time,
  revokedAt: optionalTime,
  createdAt: time,
});

export const LoginEventSchema = table<RecordedLoginEvent>('login_events', {
  id: key,
  userId: optionalText,
  outcome: text,
  method: text,
  ip: optionalText,
  ipCountry: optionalText,
  userAgent: optionalText,
  device: text,
  isNewDevice: boolean,
  isNewLocation: boolean,
  fraudDecision: optionalText,
  at: time,
});

export const KnownDeviceSchema = table<KnownDevice>('known_devices', {
  idHash: { ...bytes, primary: true },
  userId: text,
  expiresAt: time,
  createdAt: time,
});

export const LinkedIdentitySchema = table<LinkedIdentity>('linked_identities', {
  id: key,
  userId: text,
  provider: text,
  issuer: text,
  subject: text,
  email: optionalText,
  lastUsedAt: optionalTime,
  createdAt: time,
});

/** With the time of use, which no token shows. */
export const OneTimeTokenSchema = table<OneTimeToken & { readonly usedAt?: Date | null }>('one_time_tokens', {
  hash: { ...bytes, primary: true },
  kind: text,
  userId: text,
  email: text,
  expiresAt: time,
  usedAt: optionalTime,
  createdAt: time,
});

export const ClosureRequestSchema = table<ClosureState>('closure_requests', {
  id: key,
  accountId: text,
  operationId: text,
  reason: optionalText,
  reasonCategory: optionalText,
  requestedByUserId: text,
  requestedAt: time,
  graceExpiresAt: time,
  cancelledAt: optionalTime,
  begunAt: optionalTime,
  completedAt: optionalTime,
});

export const OAuthAppSchema = table<OAuthAppState>('oauth_apps', {
  id: key,
  clientId: text,
  accountId: text,
  createdById: text,
  name: text,
  description: optionalText,
  homepageUrl: optionalText,
  logoUrl: optionalText,
  redirectUris: texts,
  maxScopes: texts,
  secretHash: bytes,
  secretLast4: { ...text, name: 'secret_last4' },
  secretRotatedAt: optionalTime,
  disabledAt: optionalTime,
  createdAt: time,
  updatedAt: time,
});

/** With what statements and triggers keep of a grant. */
interface StoredGrant extends OAuthGrant {
  readonly lastUsedAt?: Date | null;
  readonly revokedAt?: Date | null;
  readonly maxScopes?: readonly string[] | null;
}

export const OAuthGrantSchema = table<StoredGrant>('oauth_grants', {
  id: key,
  clientId: text,
  userId: text,
  accountId: text,
  sessionId: optionalText,
  scopes: texts,
  maxScopes: { type: 'text', array: true, nullable: true },
  lastUsedAt: optionalTime,
  expiresAt: time,
  endsAt: time,
  revokedAt: optionalTime,
  createdAt: time,
});

/** A second factor with its secrets sealed. */
interface SealedSecondFactor extends Pick<SecondFactorState, 'userId' | 'usedSteps' | 'enabledAt'> {
  readonly secretSealed: string;
  readonly recoveryCodesSealed: string;
}

export const SecondFactorSchema = table<SealedSecondFactor>('second_factors', {
  userId: key,
  secretSealed: text,
  recoveryCodesSealed: text,
  usedSteps: { type: 'integer', array: true },
  enabledAt: time,
});

/** The linking session is two columns. */
type StoredAttempt = Omit<ProviderAttempt, 'linkingSession'> & {
  readonly [Member in keyof LinkingSession]: LinkingSession[Member] | null;
};

export const ProviderAttemptSchema = table<StoredAttempt>('provider_attempts', {
  stateHash: { ...bytes, primary: true },
  browserHash: bytes,
  provider: text,
  mode: text,
  returnTo: text,
  country: optionalText,
  timezone: optionalText,
  userId: optionalText,
  sessionId: optionalText,
  expiresAt: time,
  createdAt: time,
});

interface StoredSigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  readonly privateJwkSealed: string;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

export const SigningKeySchema = table<StoredSigningKey>('signing_keys', {
  kid: key,
  alg: text,
  publicJwk: json,
  privateJwkSealed: text,
  createdAt: time,
  retiredAt: optionalTime,
});
