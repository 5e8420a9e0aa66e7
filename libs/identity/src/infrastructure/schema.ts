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
    suspendedFor: { type: 'text', array: true, default: [] },
    closureGraceEndsAt: { type: 'timestamptz', nullable: true },
    closedAt: { type: 'timestamptz', nullable: true },
    settings: { type: 'jsonb' },
    signUpOperationId: { type: 'text', nullable: true },
    maxConcurrentCalls: { type: 'integer', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
  indices: [
    { name: 'accounts_sign_up_operation_id', columns: ['signUpOperationId'], unique: true },
    { name: 'accounts_created_at', columns: ['createdAt', 'id'] },
    { name: 'accounts_by_status', columns: ['status', 'createdAt', 'id'] },
    { name: 'accounts_by_tier', columns: ['tier', 'createdAt', 'id'] },
    { name: 'accounts_closure_due', columns: ['closureGraceEndsAt', 'id'], where: `status = 'pending_closure'` },
  ],
  checks: [
    { name: 'accounts_tier', expression: `tier IN ('self_serve', 'manual_review', 'verified', 'wholesale')` },
    { name: 'accounts_country', expression: `country ~ '^[A-Z]{2}$'` },
    { name: 'accounts_status', expression: `status IN ('active', 'suspended', 'pending_closure', 'closed')` },
    { name: 'accounts_billing_mode', expression: `billing_mode IN ('prepaid', 'postpaid')` },
    { name: 'accounts_closure', expression: `status <> 'pending_closure' OR closure_grace_ends_at IS NOT NULL` },
    { name: 'accounts_suspended', expression: `status <> 'suspended' OR suspended_at IS NOT NULL` },
    { name: 'accounts_suspended_for', expression: `suspended_for <@ ARRAY['operator', 'debt']` },
    { name: 'accounts_max_concurrent_calls', expression: `max_concurrent_calls >= 0` },
    { name: 'accounts_closed', expression: `(status = 'closed') = (closed_at IS NOT NULL)` },
  ],
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
    isPasswordFromMail: { type: 'boolean', default: false },
    emailVerifiedAt: { type: 'timestamptz', nullable: true },
    phoneE164: { type: 'text', nullable: true, name: 'phone_e164' },
    phoneVerified: { type: 'boolean' },
    mfaMethod: { type: 'text', nullable: true },
    marketingOptIn: { type: 'boolean' },
    intendedUse: { type: 'text', nullable: true },
    loginLockedUntil: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
  indices: [{ name: 'users_email', columns: ['email'], unique: true }],
  checks: [
    { name: 'users_email_lower_case', expression: `email !~ '[A-Z]'` },
    { name: 'users_mfa_method', expression: `mfa_method IN ('totp', 'email_otp')` },
    { name: 'users_intended_use', expression: `intended_use IN ('itsp', 'dev', 'internal', 'other')` },
  ],
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
  indices: [
    { name: 'api_keys_key_hash', columns: ['keyHash'], unique: true },
    { name: 'api_keys_account', columns: ['accountId', 'createdAt', 'id'] },
    { name: 'api_keys_reminder_due', columns: ['reminderDueAt'], where: 'reminder_due_at IS NOT NULL' },
  ],
});
