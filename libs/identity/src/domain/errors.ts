import { defineErrors } from '@trunkline/kernel';

/** What identity refuses, and why (contract, section 24). */
export const IdentityErrors = defineErrors({
  unauthorized: { kind: 'unauthorized', message: 'The e-mail address or the password is wrong.' },
  email_in_use: { kind: 'conflict', message: 'There is a user with this e-mail address already.' },
  email_unverified: {
    kind: 'forbidden',
    message: 'The e-mail address is not verified yet. Follow the link in the mail, or ask for another one.',
  },
  fraud_blocked: { kind: 'forbidden', message: 'This request was refused by fraud screening.' },
  account_closed: { kind: 'forbidden', message: 'This account is closed.' },
  reauthentication_required: {
    kind: 'forbidden',
    message: 'Sign in again, or send `password`: this needs a sign-in of the last 15 minutes.',
  },
  token_invalid: { kind: 'gone', message: 'This link is not valid: it is unknown, used or expired.' },
  rate_limited: { kind: 'too_many', message: 'Too many mails were asked for. Wait before you ask again.' },
  login_locked: {
    kind: 'too_many',
    message: 'Too many wrong passwords. Wait before you try again, or use a sign-in link.',
  },
  api_key_limit_reached: { kind: 'conflict', message: 'The account has as many active API keys as it may have.' },
  missing_token: { kind: 'malformed', message: 'The body needs the `token` of the mailed link.' },
  mfa_code_invalid: { kind: 'unauthorized', message: 'The code is wrong, used or expired.' },
  mfa_already_enabled: { kind: 'conflict', message: 'Two-step sign-in is enabled already.' },
  mfa_not_enabled: { kind: 'conflict', message: 'Two-step sign-in is not enabled.' },
  mfa_not_pending: { kind: 'conflict', message: 'This session owes no second factor.' },
  mfa_locked: { kind: 'too_many', message: 'Too many wrong codes. Wait before you try again.' },
  already_member: { kind: 'conflict', message: 'The person is a member of this account already.' },
  last_owner: { kind: 'conflict', message: 'An account keeps at least one owner. Make someone else an owner first.' },
  closure_already_requested: { kind: 'conflict', message: 'The closure of this account has been requested already.' },
  closure_blocked: { kind: 'conflict', message: 'The account cannot be closed yet; `fields` says why.' },
});

/** POST /auth/mfa/setup-verify says 400 where the challenge says 401 (specification, Errors). */
export const MfaSetupErrors = defineErrors({
  mfa_code_invalid: {
    kind: 'malformed',
    message: 'The code did not match the secret. Check the clock of your device.',
  },
});
