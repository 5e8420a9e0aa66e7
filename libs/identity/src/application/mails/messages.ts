import { compose, inUtc, type Message, type Role, unlinked } from '@trunkline/kernel';

const NOT_ASKED = 'If you did not ask for this, do nothing: nothing will happen.';
const NOT_YOU = 'If this was not you, reset your password at once and look at your sessions.';

function article(role: Role): string {
  return role === 'owner' || role === 'admin' ? `an ${role}` : `a ${role.replace('_', '-')} member`;
}

export function verifyEmailMessage(name: string, link: string): Message {
  return compose({
    subject: 'Verify your e-mail address',
    name,
    lines: ['Please confirm that this address is yours. It takes one click and signs you in.'],
    action: { label: 'Verify the address', link },
    footer: 'The link works once and for 24 hours. If you did not sign up, do nothing: nothing will happen.',
  });
}

export function magicLinkMessage(name: string, link: string): Message {
  return compose({
    subject: 'Your sign-in link',
    name,
    lines: ['Use this link to sign in without a password.'],
    action: { label: 'Sign in', link },
    footer: `The link works once and for 15 minutes. ${NOT_ASKED}`,
  });
}

export function resetPasswordMessage(name: string, link: string): Message {
  return compose({
    subject: 'Reset your password',
    name,
    lines: ['Use this link to choose a new password. Every session of yours will then be signed out.'],
    action: { label: 'Choose a new password', link },
    footer: `The link works once and for one hour. ${NOT_ASKED}`,
  });
}

export function passwordChangedMessage(name: string, at: Date): Message {
  return compose({
    subject: 'Your password was changed',
    name,
    lines: [`Your password was changed at ${inUtc(at)}. Other sessions of yours have been signed out.`],
    footer: NOT_YOU,
  });
}

/** To the new address: its link is what proves it. */
export function emailChangeMessage(name: string, link: string): Message {
  return compose({
    subject: 'Confirm your new e-mail address',
    name,
    lines: ['Use this link to make this your address for signing in. Until then the old one stays.'],
    action: { label: 'Use this address', link },
    footer: `The link works once and for 24 hours. ${NOT_ASKED}`,
  });
}

/** To the old address. */
export function emailChangedMessage(name: string, newEmail: string, at: Date): Message {
  return compose({
    subject: 'Your e-mail address was changed',
    name,
    lines: [`Since ${inUtc(at)} you sign in with ${newEmail}. This address no longer works.`],
    footer: 'If this was not you, answer this mail at once.',
  });
}

export interface InvitationWords {
  readonly accountName: string;
  readonly inviterName: string;
  readonly role: Role;
}

export function invitationMessage({ accountName, inviterName, role }: InvitationWords, link: string): Message {
  return compose({
    subject: 'You have been invited to join an account',
    name: 'there',
    lines: [`${unlinked(inviterName)} invites you to join ${unlinked(accountName)} as ${article(role)}.`],
    action: { label: 'Accept the invitation', link },
    footer: 'The link works once and for 7 days. If you do not know the sender, do nothing.',
  });
}

export interface Place {
  /** "Firefox on Windows". */
  readonly deviceName: string;
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

export function newDeviceMessage(name: string, { deviceName, ip, country }: Place, at: Date): Message {
  const where = ip ? ` from ${ip}${country ? ` (${country})` : ''}` : '';
  return compose({
    subject: 'A new sign-in to your account',
    name,
    lines: [`Someone signed in as you at ${inUtc(at)} with ${deviceName}${where}, which we had not seen before.`],
    footer: `If it was you, do nothing. ${NOT_YOU}`,
  });
}

/** Where wrong passwords were sent. */
export type PasswordLock = 'user' | 'email' | 'device' | 'session' | 'keys';

const LOCKED: Readonly<Record<PasswordLock, (until: string) => string>> = {
  user: signInLocked,
  email: signInLocked,
  device: (until) => `One of your trusted devices sent too many wrong passwords. It cannot sign in until ${until}.`,
  session: (until) =>
    `One of your sessions sent too many wrong passwords. It can confirm nothing with a password until ${until}.`,
  keys: (until) =>
    `Your API keys sent too many wrong passwords. They can confirm nothing with a password until ${until}.`,
};

function signInLocked(until: string): string {
  return `There were too many wrong passwords for your address. Until ${until} nobody can sign in with a password on a device that we do not know. Your trusted devices, sign-in links and open sessions go on working.`;
}

export function passwordLockedMessage(name: string, lock: PasswordLock, until: Date): Message {
  return compose({
    subject: 'Your password is locked for a while',
    name,
    lines: [LOCKED[lock](inUtc(until))],
    footer: `If this was not you, someone is guessing your password. A long password and two-step sign-in keep them out. ${NOT_YOU}`,
  });
}

export function emailOtpMessage(name: string, code: string): Message {
  return compose({
    subject: 'Your sign-in code',
    name,
    lines: ['Enter this code to finish signing in.'],
    code,
    footer: `The code works once and for 10 minutes. Nobody of ours will ever ask you for it. ${NOT_YOU}`,
  });
}

export type MfaChange = 'enabled' | 'disabled' | 'removed by support';

export function mfaChangedMessage(name: string, change: MfaChange, at: Date): Message {
  return compose({
    subject: `Two-step sign-in was ${change}`,
    name,
    lines: [`Two-step sign-in was ${change} for your user at ${inUtc(at)}.`],
    footer: NOT_YOU,
  });
}

export function identityLinkedMessage(name: string, providerName: string, at: Date): Message {
  return compose({
    subject: `You can sign in with ${providerName}`,
    name,
    lines: [`Since ${inUtc(at)} an identity at ${providerName} is linked to your user, and signs in as you.`],
    footer: 'If this was not you, remove it from your linked identities at once and reset your password.',
  });
}

export function identityUnlinkedMessage(name: string, providerName: string, at: Date): Message {
  return compose({
    subject: `You no longer sign in with ${providerName}`,
    name,
    lines: [`An identity at ${providerName} was removed from your user at ${inUtc(at)}. It signs nobody in any more.`],
    footer: NOT_YOU,
  });
}

export function recoveryCodesMessage(name: string, event: 'used' | 'replaced', left: number): Message {
  const what = event === 'used' ? 'A recovery code was used to sign in as you.' : 'You have new recovery codes.';
  return compose({
    subject: `Recovery code${event === 'used' ? '' : 's'} ${event}`,
    name,
    lines: [`${what} ${String(left)} are left.`],
    footer: NOT_YOU,
  });
}

export interface ExpiringKey {
  readonly keyName: string;
  readonly prefixDisplay: string;
  readonly expiresAt: Date;
}

export function keyExpiringMessage(name: string, { keyName, prefixDisplay, expiresAt }: ExpiringKey): Message {
  return compose({
    subject: 'One of your API keys expires soon',
    name,
    lines: [`The API key "${unlinked(keyName)}" (${prefixDisplay}) stops working at ${inUtc(expiresAt)}.`],
    footer: 'Make another in time, and use both for a while: the end of a key cannot be moved further away.',
  });
}

export function closureRequestedMessage(name: string, accountName: string, endsAt: Date): Message {
  return compose({
    subject: 'Your account will be closed',
    name,
    lines: [
      `The closure of ${unlinked(accountName)} was requested. At ${inUtc(endsAt)} its numbers are released, its keys and sessions end, and its compliance documents are erased for good.`,
      'Until then an owner can cancel it in the dashboard.',
    ],
    footer: 'What is left of the balance is refunded at the end.',
  });
}

export function closureCancelledMessage(name: string, accountName: string): Message {
  return compose({
    subject: 'Your account stays open',
    name,
    lines: [`The closure of ${unlinked(accountName)} was cancelled. Everything works as before.`],
    footer: NOT_YOU,
  });
}

export function accountClosedMessage(name: string, accountName: string): Message {
  return compose({
    subject: 'Your account is closed',
    name,
    lines: [
      `${unlinked(accountName)} is closed. Its numbers are released, its keys and sessions have ended, and its compliance documents are erased.`,
    ],
    footer: 'Thank you for having been with us.',
  });
}
