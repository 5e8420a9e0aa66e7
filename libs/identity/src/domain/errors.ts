import { defineErrors } from '@trunkline/kernel';

/** Error catalogue of identity. */
export const IdentityErrors = defineErrors({
  unauthorized: { kind: 'unauthorized', message: 'The email address or password is incorrect.' },
  email_in_use: { kind: 'conflict', message: 'A user with this email address already exists.' },
  email_unverified: {
    kind: 'forbidden',
    message: 'The email address is not verified. Follow the link in the verification email, or request a new one.',
  },
  unavailable: {
    kind: 'unavailable',
    message: 'The bot challenge cannot be verified at the moment. Retry after the time in `Retry-After`.',
    retryAfterSeconds: 20,
  },
  fraud_blocked: {
    kind: 'forbidden',
    message: 'Fraud screening rejected this request. Contact support if this is a mistake.',
  },
  account_closed: { kind: 'forbidden', message: 'This account is closed.' },
  reauthentication_required: {
    kind: 'forbidden',
    message: 'This requires a sign-in within the last 15 minutes. Sign in again, or send `password`.',
  },
  token_invalid: { kind: 'gone', message: 'This link is unknown, used or expired. Request a new one.' },
  rate_limited: { kind: 'too_many', message: 'Too many emails were requested. Retry after the time in `Retry-After`.' },
  login_locked: {
    kind: 'too_many',
    message: 'Too many wrong passwords. Retry after the time in `Retry-After`, or use a sign-in link.',
  },
  api_key_limit_reached: {
    kind: 'conflict',
    message: 'The account has reached its limit of 50 active API keys. Revoke one first.',
  },
  oauth_app_limit_reached: {
    kind: 'conflict',
    message: 'The account has reached its limit of 25 active OAuth applications. Disable one first.',
  },
  missing_token: { kind: 'malformed', message: '`token` is required: pass the token of the mailed link.' },
  mfa_code_invalid: { kind: 'unauthorized', message: 'The code is wrong, used or expired.' },
  mfa_already_enabled: { kind: 'conflict', message: 'The second factor is already enabled.' },
  mfa_not_enabled: { kind: 'conflict', message: 'The second factor is not enabled.' },
  mfa_not_pending: { kind: 'conflict', message: 'This session is not waiting for a second factor.' },
  mfa_locked: { kind: 'too_many', message: 'Too many wrong codes. Retry after the time in `Retry-After`.' },
  already_member: { kind: 'conflict', message: 'This user is already a member of the account.' },
  last_owner: {
    kind: 'conflict',
    message: 'An account must have at least one owner. Make another member an owner first.',
  },
  consent_expired: {
    kind: 'gone',
    message: 'This request is unknown, expired or already decided. Start again from the application.',
  },
  closure_already_requested: { kind: 'conflict', message: 'Closure of this account has already been requested.' },
  closure_blocked: { kind: 'conflict', message: 'The account cannot be closed yet. `fields` lists the reasons.' },
});

/** POST /auth/mfa/setup-verify answers 400 where the challenge answers 401. */
export const MfaSetupErrors = defineErrors({
  mfa_code_invalid: {
    kind: 'malformed',
    message: 'The code does not match the secret. Check the clock of the device.',
  },
});
