import { EntitySchema } from 'typeorm';
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

export const AccountSchema = new EntitySchema<Account>({
  name: 'Account',
  target: Account,
  schema: 'identity',
  tableName: 'accounts',
  columns: {
    id: { type: 'text', primary: true },
    name: { type: 'text' },
    tier: { type: 'text' },
    country: { type: 'text' },
    status: { type: 'text' },
    billingMode: { type: 'text' },
    suspendedAt: { type: 'timestamptz', nullable: true },
    suspensionReason: { type: 'text', nullable: true },
    suspendedFor: { type: 'text', array: true },
    closureGraceEndsAt: { type: 'timestamptz', nullable: true },
    closedAt: { type: 'timestamptz', nullable: true },
    settings: { type: 'jsonb' },
    billingDetails: { type: 'jsonb', nullable: true },
    signUpOperationId: { type: 'text', nullable: true },
    maxConcurrentCalls: { type: 'integer', nullable: true },
    outbound: { type: 'jsonb' },
    outboundExceptions: { type: 'jsonb' },
    chargedCountries: { type: 'text', array: true },
    createdAt: { type: 'timestamptz' },
  },
});

export const UserSchema = new EntitySchema<User>({
  name: 'User',
  target: User,
  schema: 'identity',
  tableName: 'users',
  columns: {
    id: { type: 'text', primary: true },
    email: { type: 'text' },
    name: { type: 'text' },
    passwordHash: { type: 'text', nullable: true },
    passwordChangedAt: { type: 'timestamptz', nullable: true },
    isPasswordFromMail: { type: 'boolean' },
    emailVerifiedAt: { type: 'timestamptz', nullable: true },
    phoneE164: { type: 'text', nullable: true, name: 'phone_e164' },
    phoneVerified: { type: 'boolean' },
    mfaMethod: { type: 'text', nullable: true },
    marketingOptIn: { type: 'boolean' },
    intendedUse: { type: 'text', nullable: true },
    loginLockedUntil: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
});

export const ApiKeySchema = new EntitySchema<ApiKey>({
  name: 'ApiKey',
  target: ApiKey,
  schema: 'identity',
  tableName: 'api_keys',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    userId: { type: 'text' },
    name: { type: 'text' },
    keyHash: { type: 'bytea' },
    prefixDisplay: { type: 'text' },
    scopes: { type: 'text', array: true },
    allowedCidrs: { type: 'text', array: true },
    expiresAt: { type: 'timestamptz', nullable: true },
    lastUsedAt: { type: 'timestamptz', nullable: true },
    lastUsedIp: { type: 'text', nullable: true },
    revokedAt: { type: 'timestamptz', nullable: true },
    reminderDueAt: { type: 'timestamptz', nullable: true },
    replacedById: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
});

export const InvitationSchema = new EntitySchema<Invitation>({
  name: 'Invitation',
  target: Invitation,
  schema: 'identity',
  tableName: 'invitations',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    email: { type: 'text' },
    role: { type: 'text' },
    tokenHash: { type: 'bytea' },
    invitedById: { type: 'text' },
    operationId: { type: 'text' },
    expiresAt: { type: 'timestamptz' },
    acceptedAt: { type: 'timestamptz', nullable: true },
    revokedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
});

export const MembershipSchema = new EntitySchema<Membership>({
  name: 'Membership',
  schema: 'identity',
  tableName: 'memberships',
  columns: {
    accountId: { type: 'text', primary: true },
    userId: { type: 'text', primary: true },
    role: { type: 'text' },
    joinedAt: { type: 'timestamptz' },
  },
});

export const SessionSchema = new EntitySchema<Session>({
  name: 'Session',
  schema: 'identity',
  tableName: 'sessions',
  columns: {
    id: { type: 'text', primary: true },
    idHash: { type: 'bytea' },
    userId: { type: 'text' },
    accountId: { type: 'text' },
    method: { type: 'text' },
    isByMailbox: { type: 'boolean' },
    deviceName: { type: 'text' },
    ip: { type: 'text', nullable: true },
    ipCountry: { type: 'text', nullable: true },
    city: { type: 'text', nullable: true },
    userAgent: { type: 'text', nullable: true },
    isTrusted: { type: 'boolean' },
    mfaRequired: { type: 'boolean' },
    mfaCompletedAt: { type: 'timestamptz', nullable: true },
    signedInAt: { type: 'timestamptz' },
    lastUsedAt: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz' },
    revokedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
});

export const LoginEventSchema = new EntitySchema<RecordedLoginEvent>({
  name: 'LoginEvent',
  schema: 'identity',
  tableName: 'login_events',
  columns: {
    id: { type: 'text', primary: true },
    userId: { type: 'text', nullable: true },
    outcome: { type: 'text' },
    method: { type: 'text' },
    ip: { type: 'text', nullable: true },
    ipCountry: { type: 'text', nullable: true },
    userAgent: { type: 'text', nullable: true },
    device: { type: 'text' },
    isNewDevice: { type: 'boolean' },
    isNewLocation: { type: 'boolean' },
    fraudDecision: { type: 'text', nullable: true },
    at: { type: 'timestamptz' },
  },
});

export const KnownDeviceSchema = new EntitySchema<KnownDevice>({
  name: 'KnownDevice',
  schema: 'identity',
  tableName: 'known_devices',
  columns: {
    idHash: { type: 'bytea', primary: true },
    userId: { type: 'text' },
    expiresAt: { type: 'timestamptz' },
    createdAt: { type: 'timestamptz' },
  },
});

export const LinkedIdentitySchema = new EntitySchema<LinkedIdentity>({
  name: 'LinkedIdentity',
  schema: 'identity',
  tableName: 'linked_identities',
  columns: {
    id: { type: 'text', primary: true },
    userId: { type: 'text' },
    provider: { type: 'text' },
    issuer: { type: 'text' },
    subject: { type: 'text' },
    email: { type: 'text', nullable: true },
    lastUsedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
});

/** With the time of use, which no token shows. */
export const OneTimeTokenSchema = new EntitySchema<OneTimeToken & { readonly usedAt?: Date | null }>({
  name: 'OneTimeToken',
  schema: 'identity',
  tableName: 'one_time_tokens',
  columns: {
    hash: { type: 'bytea', primary: true },
    kind: { type: 'text' },
    userId: { type: 'text' },
    email: { type: 'text' },
    expiresAt: { type: 'timestamptz' },
    usedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
});

export const ClosureRequestSchema = new EntitySchema<ClosureState>({
  name: 'ClosureRequest',
  schema: 'identity',
  tableName: 'closure_requests',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    operationId: { type: 'text' },
    reason: { type: 'text', nullable: true },
    reasonCategory: { type: 'text', nullable: true },
    requestedByUserId: { type: 'text' },
    requestedAt: { type: 'timestamptz' },
    graceExpiresAt: { type: 'timestamptz' },
    cancelledAt: { type: 'timestamptz', nullable: true },
    begunAt: { type: 'timestamptz', nullable: true },
    completedAt: { type: 'timestamptz', nullable: true },
  },
});

export const OAuthAppSchema = new EntitySchema<OAuthAppState>({
  name: 'OAuthApp',
  schema: 'identity',
  tableName: 'oauth_apps',
  columns: {
    id: { type: 'text', primary: true },
    clientId: { type: 'text' },
    accountId: { type: 'text' },
    createdById: { type: 'text' },
    name: { type: 'text' },
    description: { type: 'text', nullable: true },
    homepageUrl: { type: 'text', nullable: true },
    logoUrl: { type: 'text', nullable: true },
    redirectUris: { type: 'text', array: true },
    maxScopes: { type: 'text', array: true },
    secretHash: { type: 'bytea' },
    secretLast4: { type: 'text', name: 'secret_last4' },
    secretRotatedAt: { type: 'timestamptz', nullable: true },
    disabledAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});

/** With what statements and triggers keep of a grant. */
interface StoredGrant extends OAuthGrant {
  readonly lastUsedAt?: Date | null;
  readonly revokedAt?: Date | null;
  readonly maxScopes?: readonly string[] | null;
}

export const OAuthGrantSchema = new EntitySchema<StoredGrant>({
  name: 'OAuthGrant',
  schema: 'identity',
  tableName: 'oauth_grants',
  columns: {
    id: { type: 'text', primary: true },
    clientId: { type: 'text' },
    userId: { type: 'text' },
    accountId: { type: 'text' },
    sessionId: { type: 'text', nullable: true },
    scopes: { type: 'text', array: true },
    maxScopes: { type: 'text', array: true, nullable: true },
    lastUsedAt: { type: 'timestamptz', nullable: true },
    expiresAt: { type: 'timestamptz' },
    endsAt: { type: 'timestamptz' },
    revokedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
});

/** A second factor with its secrets sealed. */
interface SealedSecondFactor extends Pick<SecondFactorState, 'userId' | 'usedSteps' | 'enabledAt'> {
  readonly secretSealed: string;
  readonly recoveryCodesSealed: string;
}

export const SecondFactorSchema = new EntitySchema<SealedSecondFactor>({
  name: 'SecondFactor',
  schema: 'identity',
  tableName: 'second_factors',
  columns: {
    userId: { type: 'text', primary: true },
    secretSealed: { type: 'text' },
    recoveryCodesSealed: { type: 'text' },
    usedSteps: { type: 'integer', array: true },
    enabledAt: { type: 'timestamptz' },
  },
});

/** The linking session is two columns. */
type StoredAttempt = Omit<ProviderAttempt, 'linkingSession'> & {
  readonly [Member in keyof LinkingSession]: LinkingSession[Member] | null;
};

export const ProviderAttemptSchema = new EntitySchema<StoredAttempt>({
  name: 'ProviderAttempt',
  schema: 'identity',
  tableName: 'provider_attempts',
  columns: {
    stateHash: { type: 'bytea', primary: true },
    browserHash: { type: 'bytea' },
    provider: { type: 'text' },
    mode: { type: 'text' },
    returnTo: { type: 'text' },
    country: { type: 'text', nullable: true },
    userId: { type: 'text', nullable: true },
    sessionId: { type: 'text', nullable: true },
    expiresAt: { type: 'timestamptz' },
    createdAt: { type: 'timestamptz' },
  },
});

interface StoredSigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  readonly privateJwkSealed: string;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

export const SigningKeySchema = new EntitySchema<StoredSigningKey>({
  name: 'SigningKey',
  schema: 'identity',
  tableName: 'signing_keys',
  columns: {
    kid: { type: 'text', primary: true },
    alg: { type: 'text' },
    publicJwk: { type: 'jsonb' },
    privateJwkSealed: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    retiredAt: { type: 'timestamptz', nullable: true },
  },
});
