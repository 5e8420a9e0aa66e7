import { compose, inUtc, type Message, type Role, unlinked } from '@trunkline/kernel';

const NAMED_APPS_MAX = 10;
const NOT_REQUESTED = 'If you did not request this, ignore this email.';
const NOT_YOU = 'If this was not you, reset your password now and review your sessions.';

function article(role: Role): string {
  if (role === 'owner' || role === 'admin') return `an ${role}`;
  return role === 'member' ? 'a member' : `a ${role.replace('_', '-')} member`;
}

export function verifyEmailMessage(name: string, link: string): Message {
  return compose({
    subject: 'Verify your email address',
    name,
    lines: ['Confirm that this address is yours. The link also signs you in.'],
    action: { label: 'Verify the address', link },
    footer: 'The link works once and expires in 24 hours. If you did not sign up, ignore this email.',
  });
}

export function magicLinkMessage(name: string, link: string): Message {
  return compose({
    subject: 'Your sign-in link',
    name,
    lines: ['Use this link to sign in without a password.'],
    action: { label: 'Sign in', link },
    footer: `The link works once and expires in 15 minutes. ${NOT_REQUESTED}`,
  });
}

export function resetPasswordMessage(name: string, link: string): Message {
  return compose({
    subject: 'Reset your password',
    name,
    lines: [
      'Use this link to choose a new password. All your sessions will then be signed out, and applications that were connected in them will be disconnected.',
    ],
    action: { label: 'Choose a new password', link },
    footer: `The link works once and expires in one hour. ${NOT_REQUESTED}`,
  });
}

/** `disconnected`: the applications that were connected in the sessions that ended. */
export function passwordChangedMessage(name: string, at: Date, disconnected: readonly string[] = []): Message {
  const others = disconnected.length - NAMED_APPS_MAX;
  const named = disconnected.slice(0, NAMED_APPS_MAX).map(unlinked).join(', ');
  const apps = others > 0 ? `${named} and ${others} more` : named;
  return compose({
    subject: 'Your password was changed',
    name,
    lines: [
      `Your password was changed at ${inUtc(at)}. Your other sessions have been signed out.`,
      ...(apps === ''
        ? []
        : [
            `These applications were connected in one of those sessions, and have been disconnected: ${apps}. Connect the ones that you need again.`,
          ]),
    ],
    footer: NOT_YOU,
  });
}

/** Goes to the new address, which the link verifies. */
export function emailChangeMessage(name: string, link: string): Message {
  return compose({
    subject: 'Confirm your new email address',
    name,
    lines: ['Use this link to sign in with this address from now on. Until then, your old address remains in use.'],
    action: { label: 'Use this address', link },
    footer: `The link works once and expires in 24 hours. ${NOT_REQUESTED}`,
  });
}

/** Goes to the old address. */
export function emailChangedMessage(name: string, newEmail: string, at: Date): Message {
  return compose({
    subject: 'Your email address was changed',
    name,
    lines: [
      `Your sign-in address was changed to ${newEmail} at ${inUtc(at)}. You can no longer sign in with this address.`,
    ],
    footer: 'If this was not you, contact support now.',
  });
}

export interface InvitationDetails {
  readonly accountName: string;
  readonly inviterName: string;
  readonly role: Role;
}

export function invitationMessage({ accountName, inviterName, role }: InvitationDetails, link: string): Message {
  return compose({
    subject: 'You have been invited to join an account',
    name: 'there',
    lines: [`${unlinked(inviterName)} invites you to join ${unlinked(accountName)} as ${article(role)}.`],
    action: { label: 'Accept the invitation', link },
    footer: 'The link works once and expires in 7 days. If you do not know the sender, ignore this email.',
  });
}

export interface SignInOrigin {
  /** "Firefox on Windows". */
  readonly deviceName: string;
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

export function newDeviceMessage(name: string, { deviceName, ip, country }: SignInOrigin, at: Date): Message {
  const where = ip ? ` from ${ip}${country ? ` (${country})` : ''}` : '';
  return compose({
    subject: 'A new sign-in to your account',
    name,
    lines: [`Your account was used from a new device or location at ${inUtc(at)}: ${deviceName}${where}.`],
    footer: `If this was you, no action is needed. ${NOT_YOU}`,
  });
}

/** What the wrong passwords counted for. */
export type PasswordLock = 'user' | 'email' | 'device' | 'session' | 'keys';

const LOCKED: Readonly<Record<PasswordLock, (until: string) => string>> = {
  user: signInLocked,
  email: signInLocked,
  device: (until) =>
    `One of your trusted devices sent too many wrong passwords. Sign-in from it is locked until ${until}.`,
  session: (until) =>
    `One of your sessions sent too many wrong passwords. Actions in it that require the password are locked until ${until}.`,
  keys: (until) =>
    `Your API keys sent too many wrong passwords. Actions with them that require the password are locked until ${until}.`,
};

function signInLocked(until: string): string {
  return `There were too many wrong passwords for your address. Password sign-in from unrecognized devices is locked until ${until}. Your trusted devices, sign-in links and open sessions still work.`;
}

export function passwordLockedMessage(name: string, lock: PasswordLock, until: Date): Message {
  return compose({
    subject: 'Password sign-in is temporarily locked',
    name,
    lines: [LOCKED[lock](inUtc(until))],
    footer:
      'If this was not you, your password may be under attack. Use a long, unique password, set up a second factor and review your sessions.',
  });
}

export function emailOtpMessage(name: string, code: string): Message {
  return compose({
    subject: 'Your sign-in code',
    name,
    lines: ['Enter this code to finish signing in.'],
    code,
    footer: `The code works once and expires in 10 minutes. Our staff will never ask you for it. ${NOT_YOU}`,
  });
}

export type MfaChange = 'enabled' | 'disabled' | 'removed by support';

export function mfaChangedMessage(name: string, change: MfaChange, at: Date): Message {
  return compose({
    subject: `Your second factor was ${change}`,
    name,
    lines: [`The second factor of your sign-in was ${change} at ${inUtc(at)}.`],
    footer: NOT_YOU,
  });
}

export function identityLinkedMessage(name: string, providerName: string, at: Date): Message {
  return compose({
    subject: `You can now sign in with ${providerName}`,
    name,
    lines: [
      `An identity at ${providerName} was linked to your sign-in at ${inUtc(at)}. It can be used to sign in as you.`,
    ],
    footer: 'If this was not you, remove it from your linked identities now and reset your password.',
  });
}

export function identityUnlinkedMessage(name: string, providerName: string, at: Date): Message {
  return compose({
    subject: `You can no longer sign in with ${providerName}`,
    name,
    lines: [
      `An identity at ${providerName} was removed from your sign-in at ${inUtc(at)}. It can no longer be used to sign in.`,
    ],
    footer: NOT_YOU,
  });
}

export function recoveryCodesMessage(name: string, event: 'used' | 'replaced', left: number): Message {
  const what = event === 'used' ? 'A recovery code was used to sign in.' : 'Your recovery codes were replaced.';
  return compose({
    subject: `Recovery code${event === 'used' ? '' : 's'} ${event}`,
    name,
    lines: [`${what} Recovery codes left: ${String(left)}.`],
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
    footer: 'Create a new key before then and switch to it. The expiry of a key cannot be extended.',
  });
}

export function closureRequestedMessage(name: string, accountName: string, endsAt: Date): Message {
  return compose({
    subject: 'Your account will be closed',
    name,
    lines: [
      `Closure of ${unlinked(accountName)} was requested. At ${inUtc(endsAt)} its numbers will be released, its API keys and sessions revoked, and its compliance documents permanently erased.`,
      'An owner can cancel the closure in the dashboard until then.',
    ],
    footer: 'The remaining balance is refunded on closure.',
  });
}

export function closureCancelledMessage(name: string, accountName: string): Message {
  return compose({
    subject: 'Your account will stay open',
    name,
    lines: [`Closure of ${unlinked(accountName)} was cancelled.`],
    footer: NOT_YOU,
  });
}

export function accountClosedMessage(name: string, accountName: string): Message {
  return compose({
    subject: 'Your account is closed',
    name,
    lines: [
      `${unlinked(accountName)} is closed. Its numbers were released, its API keys and sessions revoked, and its compliance documents erased.`,
    ],
    footer: 'Thank you for using our service.',
  });
}
