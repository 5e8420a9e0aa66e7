import { words } from '../../format/format';

interface Kind {
  readonly label: string;
  /** Path of its page, to which the ID or name is added if it ends with a slash or `=`. */
  readonly path?: string;
  /** What can be done to it, in the order of the filter. Default: it is created, changed and deleted. */
  readonly verbs?: readonly string[];
  /** Verbs as users say them of this kind. */
  readonly said?: Readonly<Record<string, string>>;
}

const ADDED = { created: 'added', deleted: 'removed' } as const;
const CHANGED_ONLY = ['updated'] as const;
const KEPT = ['created', 'updated'] as const;

const endingWith = (...ends: readonly string[]): readonly string[] => ['created', 'updated', ...ends];

/** The kinds of resources, as users know them. */
const KINDS: Readonly<Record<string, Kind>> = {
  account: { label: 'Account', path: '/settings/profile', verbs: KEPT },
  alarm: { label: 'Alarm', path: '/alarms/' },
  api_key: { label: 'API key', path: '/developers/keys?id=', verbs: endingWith('revoked') },
  auto_recharge: { label: 'Auto-recharge', path: '/billing', verbs: KEPT, said: { created: 'set up' } },
  bundle: { label: 'Bundle', path: '/documents/bundles/' },
  bundle_document: {
    label: 'Document of a bundle',
    path: '/documents/bundles/',
    verbs: ['created', 'deleted'],
    said: ADDED,
  },
  call_prices: { label: 'Prices of calls', path: '/billing/rates', verbs: KEPT, said: { created: 'set' } },
  call_webhook_secret: { label: 'Secret of call webhooks', verbs: KEPT },
  closure: {
    label: 'Closure of the account',
    path: '/settings/closure',
    verbs: endingWith('cancelled', 'completed'),
    said: { created: 'requested' },
  },
  document: { label: 'Document', path: '/documents/files/', said: { created: 'uploaded' } },
  end_user: { label: 'End user', path: '/documents/end-users/', verbs: endingWith('erased', 'deleted') },
  export: { label: 'Export', path: '/exports?id=', verbs: KEPT, said: { created: 'requested' } },
  fraud_alert: { label: 'Fraud alert', verbs: KEPT, said: { created: 'raised' } },
  invitation: {
    label: 'Invitation',
    path: '/settings/members',
    verbs: endingWith('accepted', 'revoked'),
    said: { created: 'sent' },
  },
  member: { label: 'Member', path: '/settings/members', said: ADDED },
  number: { label: 'Number', path: '/numbers/', verbs: endingWith('released'), said: { created: 'added' } },
  number_job: { label: 'Change of many numbers', verbs: KEPT, said: { created: 'requested', updated: 'advanced' } },
  number_order: { label: 'Order of a number', path: '/numbers/orders?id=', verbs: KEPT, said: { created: 'placed' } },
  oauth_app: { label: 'OAuth app', path: '/developers/oauth-apps/', verbs: endingWith('disabled') },
  oauth_grant: {
    label: 'Connected app',
    path: '/settings/connected-apps',
    verbs: endingWith('revoked'),
    said: { created: 'allowed', revoked: 'disconnected' },
  },
  opt_out: {
    label: 'Opt-out',
    path: '/messages/opt-outs?id=',
    verbs: ['created', 'ended'],
    said: { created: 'added', ended: 'removed' },
  },
  payment_method: { label: 'Card', path: '/billing', said: ADDED },
  port_comment: { label: 'Comment on a port', verbs: ['created'], said: { created: 'written' } },
  port_number: { label: 'Number of a port', path: '/numbers/ports/', said: ADDED },
  port_out: {
    label: 'Port to another carrier',
    path: '/numbers/port-outs?id=',
    verbs: KEPT,
    said: { created: 'requested' },
  },
  port_request: { label: 'Port', path: '/numbers/ports/' },
  routing_profile: { label: 'Routing profile', path: '/routing/', verbs: endingWith('archived') },
  routing_target: { label: 'Routing target', path: '/ids/', said: ADDED },
  sending_stop: {
    label: 'Stop of messages',
    path: '/messages',
    verbs: ['created', 'deleted'],
    said: { created: 'ordered', deleted: 'lifted' },
  },
  sip_credentials: { label: 'Password of a trunk', path: '/trunks/', verbs: KEPT },
  sip_gateway: { label: 'Gateway', path: '/ids/', said: ADDED },
  sip_trunk: { label: 'SIP trunk', path: '/trunks/', verbs: endingWith('archived') },
  source_network: { label: 'Address of a trunk', said: { ...ADDED, updated: 'checked' } },
  topup: { label: 'Top-up', path: '/billing/transactions?id=', verbs: KEPT, said: { created: 'begun' } },
  wallet: { label: 'Balance settings', path: '/billing', verbs: CHANGED_ONLY },
  webhook: { label: 'Webhook', path: '/developers/webhooks/' },
  webrtc_user: { label: 'WebRTC user', path: '/webrtc-users/' },
};

const SAID: Readonly<Record<string, string>> = { updated: 'changed' };
const VERBS = ['created', 'updated', 'deleted'] as const;

export const kindLabel = (kind: string): string => KINDS[kind]?.label ?? words(kind);

export const isKind = (text: string): boolean => Object.hasOwn(KINDS, text);

/** Says an action: `number.updated` is “Number changed”. */
export function actionText(action: string): string {
  const [kind = '', verb = ''] = action.split('.');
  return `${kindLabel(kind)} ${KINDS[kind]?.said?.[verb] ?? SAID[verb] ?? verb.replaceAll('_', ' ')}`;
}

/** Whether an action is the end of a resource that was removed, whose fields then have no value any more. */
export const isRemoval = (action: string): boolean => action.endsWith('.deleted');

export const KIND_OPTIONS = Object.entries(KINDS)
  .map(([value, { label }]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** The actions of kinds of resources, in words. */
export const ACTION_GROUPS = KIND_OPTIONS.map(({ value: kind, label: group }) => ({
  group,
  items: (KINDS[kind]?.verbs ?? VERBS).map((verb) => ({
    value: `${kind}.${verb}`,
    label: actionText(`${kind}.${verb}`),
  })),
}));

/** Whether a text is an action of a kind, including actions that the filter does not offer. */
export const isAction = (text: string): boolean => /^[a-z_]+\.[a-z]+$/.test(text) && isKind(text.split('.')[0] ?? '');

/** The page of a resource, if it has one. A number's is found by the number itself. */
export function pageOf(kind: string, id: string, name: string | null): string | undefined {
  const path = KINDS[kind]?.path;
  if (path === undefined || !/[/=]$/.test(path)) return path;
  if (kind !== 'number') return path + id;
  return name === null ? undefined : path + encodeURIComponent(name);
}
