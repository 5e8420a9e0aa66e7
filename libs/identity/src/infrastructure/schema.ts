import { EntitySchema } from 'typeorm';
import { Account } from '../domain/accounts/account';
import { ApiKey } from '../domain/keys/api-key';
import { User } from '../domain/users/user';

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
    signUpOperationId: { type: 'text', nullable: true },
    maxConcurrentCalls: { type: 'integer', nullable: true },
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
