/** Where the search for everything leads. */
export interface Place {
  /** Path of the page. */
  readonly to: string;
  readonly label: string;
  readonly kind: string;
}

/**
 * What an ID stands for, by its prefix. The ID follows a path that ends with a slash or `=`: that of its page, or of a list that
 * shows it alone. Others hold it among others, as Home does.
 */
const KINDS: Readonly<Record<string, readonly [kind: string, path: string]>> = {
  cdr: ['Call', '/calls/'],
  call: ['Live call', '/calls/live/'],
  alm: ['Alarm', '/alarms/'],
  trk: ['SIP trunk', '/trunks/'],
  rp: ['Routing profile', '/routing/'],
  wru: ['WebRTC user', '/webrtc-users/'],
  nj: ['Bulk change', '/numbers/jobs/'],
  port: ['Port', '/numbers/ports/'],
  chk: ['Checkout', '/checkouts/'],
  cb: ['Bundle', '/documents/bundles/'],
  eu: ['End user', '/documents/end-users/'],
  doc: ['Document', '/documents/files/'],
  txn: ['Transaction', '/billing/transactions/'],
  inv: ['Invoice', '/billing/invoices/'],
  whe: ['Webhook', '/developers/webhooks/'],
  evt: ['Event', '/developers/events/'],
  oac: ['OAuth app', '/developers/oauth-apps/'],
  ord: ['Order of a number', '/numbers/orders?id='],
  pout: ['Port to another carrier', '/numbers/port-outs?id='],
  ci: ['Item of the cart', '/cart'],
  exp: ['Export', '/exports?id='],
  sms: ['Message', '/messages/log?id='],
  opt: ['Opt-out', '/messages/opt-outs?id='],
  rd: ['Rejected call', '/calls/rejected?id='],
  alr: ['Fraud alert', '/'],
  top: ['Top-up', '/billing/transactions?id='],
  pm: ['Card', '/billing'],
  hold: ['Held money', '/billing'],
  key: ['API key', '/developers/keys?id='],
  usr: ['Member', '/settings/members'],
  ivt: ['Invitation', '/settings/members'],
  ses: ['Session', '/settings/security'],
  lev: ['Sign-in', '/settings/security?id='],
  ogr: ['Connected app', '/settings/connected-apps'],
  acc: ['Account', '/settings/profile'],
  act: ['Change', '/settings/activity?id='],
  clo: ['Closure of the account', '/settings/closure'],
  gw: ['Gateway', '/ids/'],
  rpt: ['Routing target', '/ids/'],
  bat: ['Batch of messages', '/messages/log'],
  whd: ['Delivery of a webhook', '/ids/'],
  acl: ['Access to personal data', '/documents/access-log'],
};

/** Whole, because no request finds an ID by a part of it. */
const ID = /^([a-z]+)_[0-9a-z]{9}[0-9a-f]{16}$/;

/** Returns where an ID leads: to its page, or the list that holds it, and to its events, if the user may see them. */
export function placesOfId(typed: string, maySeeEvents: boolean): readonly Place[] {
  const text = typed.toLowerCase();
  const prefix = ID.exec(text)?.[1];
  if (prefix === undefined) return [];
  const [kind, path] = KINDS[prefix] ?? [];
  return [
    ...(kind !== undefined && path !== undefined
      ? [
          path.length > 1 && /[/=]$/.test(path)
            ? { to: path + text, label: text, kind }
            : { to: path, label: text, kind: `${kind}, in its list` },
        ]
      : []),
    ...(maySeeEvents
      ? [{ to: `/developers/events?related_id=${text}`, label: `Events about ${text}`, kind: 'Events' }]
      : []),
  ];
}

/** Returns the properties of a link to a place. */
export function linkTo(place: string) {
  const { pathname, searchParams } = new URL(place, 'http://localhost');
  return { to: pathname, search: Object.fromEntries(searchParams) };
}

const ID_START_MIN = 12;

/** Returns whether a text is the beginning of the ID at the end of a path. */
export const beginsId = (text: string, path: string): boolean =>
  text.length >= ID_START_MIN && path.slice(path.lastIndexOf('/') + 1).startsWith(text.toLowerCase());

const DIGITS_MIN = 3;

/** Returns the digits of a text that may be part of a number, or none. */
export function digitsIn(text: string): string {
  const digits = /^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, '') : '';
  return digits.length >= DIGITS_MIN ? digits : '';
}

/** Returns whether any of the texts holds what is searched for, in any case. */
export const holds = (searched: string, ...texts: readonly (string | null)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(searched.toLowerCase()) ?? false);
