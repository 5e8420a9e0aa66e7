// What the built-in screening goes by. Each deployment has a service of its own to ask behind the same port.

/** Networks from which nobody can be a customer: an address in one of them was made up on the way (RFC 6890). */
export const DENIED_NETWORKS: readonly (readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['100::', 64, 'ipv6'],
];

/** Mailboxes that anyone may read: whoever signs up with one is looked at by a person first. */
export const DISPOSABLE_DOMAINS: ReadonlySet<string> = new Set([
  '10minutemail.com',
  'discard.email',
  'dispostable.com',
  'fakeinbox.com',
  'getnada.com',
  'guerrillamail.com',
  'guerrillamail.info',
  'maildrop.cc',
  'mailinator.com',
  'mailnesia.com',
  'mintemail.com',
  'mohmal.com',
  'sharklasers.com',
  'spam4.me',
  'temp-mail.org',
  'tempmail.dev',
  'throwawaymail.com',
  'trashmail.com',
  'yopmail.com',
]);
