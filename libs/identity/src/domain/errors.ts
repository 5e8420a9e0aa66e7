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
  login_locked: { kind: 'too_many', message: 'Too many wrong passwords. Signing in is locked for a while.' },
  api_key_limit_reached: { kind: 'conflict', message: 'The account has as many active API keys as it may have.' },
});
