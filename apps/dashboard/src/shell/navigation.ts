import type { LinkProps } from '@tanstack/react-router';
import {
  Cable,
  CodeXml,
  FolderCheck,
  Hash,
  House,
  type LucideIcon,
  PhoneCall,
  ReceiptText,
  SlidersHorizontal,
} from 'lucide-react';
import type { Permission } from '@trunkline/client';

export interface Entry {
  readonly to: Exclude<LinkProps['to'], undefined>;
  readonly label: string;
  /** Without each of these permissions the entry is absent. */
  readonly needs?: readonly Permission[];
  /** Paths of other pages that belong to the entry, beside those below its own. */
  readonly also?: readonly string[];
}

export interface Section {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The link of the group leads to the first of them that the user may open. */
  readonly entries: readonly Entry[];
}

/** The pages of the navigation, and of the search by Ctrl K. */
export const SECTIONS: readonly Section[] = [
  { label: 'Home', icon: House, entries: [{ to: '/', label: 'Home' }] },
  {
    label: 'Numbers',
    icon: Hash,
    entries: [
      { to: '/numbers', label: 'My numbers', needs: ['numbers:read'] },
      { to: '/numbers/buy', label: 'Get numbers', needs: ['numbers:write'], also: ['/cart'] },
      { to: '/numbers/orders', label: 'Orders', needs: ['numbers:read'], also: ['/checkouts'] },
      { to: '/numbers/ports', label: 'Ports', needs: ['numbers:read'], also: ['/numbers/port-outs'] },
      { to: '/messages', label: 'Messages', needs: ['numbers:read'] },
    ],
  },
  {
    label: 'Connections',
    icon: Cable,
    entries: [
      { to: '/trunks', label: 'SIP trunks', needs: ['sip_trunks:read'] },
      { to: '/routing', label: 'Routing', needs: ['routing:read'] },
      { to: '/webrtc-users', label: 'WebRTC users', needs: ['routing:read'] },
    ],
  },
  {
    label: 'Calls',
    icon: PhoneCall,
    entries: [
      { to: '/calls', label: 'Call log', needs: ['cdrs:read'] },
      { to: '/calls/live', label: 'Live calls', needs: ['cdrs:read'] },
      { to: '/calls/reports', label: 'Reports', needs: ['cdrs:read'] },
      { to: '/calls/rejected', label: 'Rejected calls', needs: ['cdrs:read'] },
      { to: '/alarms', label: 'Alarms', needs: ['cdrs:read'] },
      { to: '/exports', label: 'Exports', needs: ['cdrs:read'] },
    ],
  },
  {
    label: 'Documents',
    icon: FolderCheck,
    entries: [
      { to: '/documents', label: 'Bundles', needs: ['compliance:read'] },
      { to: '/documents/end-users', label: 'End users', needs: ['compliance:read'] },
      { to: '/documents/files', label: 'Files', needs: ['compliance:read'] },
      { to: '/documents/requirements', label: 'Requirements', needs: ['compliance:read'] },
      // Owners and admins may see the access log; they alone may change members.
      { to: '/documents/access-log', label: 'Access log', needs: ['compliance:read', 'members:write'] },
    ],
  },
  {
    label: 'Billing',
    icon: ReceiptText,
    entries: [
      { to: '/billing', label: 'Overview', needs: ['billing:read'] },
      { to: '/billing/usage', label: 'Usage', needs: ['billing:read'] },
      { to: '/billing/transactions', label: 'Transactions', needs: ['billing:read'] },
      { to: '/billing/invoices', label: 'Invoices', needs: ['billing:read'] },
      { to: '/billing/rates', label: 'Prices of calls', needs: ['billing:read'] },
      { to: '/billing/message-rates', label: 'Prices of messages', needs: ['billing:read'] },
    ],
  },
  {
    label: 'Developers',
    icon: CodeXml,
    entries: [
      { to: '/developers/keys', label: 'API keys', needs: ['account:read'] },
      { to: '/developers/webhooks', label: 'Webhooks', needs: ['webhooks:read'] },
      { to: '/developers/events', label: 'Events', needs: ['webhooks:read'] },
      { to: '/developers/oauth-apps', label: 'OAuth apps', needs: ['account:read'] },
    ],
  },
  {
    label: 'Settings',
    icon: SlidersHorizontal,
    entries: [
      { to: '/settings/profile', label: 'Profile', also: ['/settings/closure'] },
      { to: '/settings/security', label: 'Security' },
      { to: '/settings/members', label: 'Members', needs: ['account:read'] },
      // Owners and admins may see the activity; they alone may change members.
      { to: '/settings/activity', label: 'Activity', needs: ['members:write'] },
      { to: '/settings/outbound', label: 'Outbound calls', needs: ['account:read'] },
      { to: '/settings/connected-apps', label: 'Connected apps' },
    ],
  },
];

type Allows = (permission: Permission) => boolean;

export const isUsable = ({ needs = [] }: Entry, may: Allows): boolean => needs.every(may);

/** How much of a path an entry accounts for: 0 if the page does not belong to it. */
function matchOf({ to, also = [] }: Entry, path: string): number {
  const below = to === '/' ? [] : [to, ...also].filter((base) => path.startsWith(`${base}/`));
  return Math.max(
    0,
    ...[to, ...also].filter((base) => base === path).map((base) => base.length),
    ...below.map(({ length }) => length),
  );
}

/** The entry that a page belongs to, with its group. */
export function placeOf(path: string): { readonly section: Section; readonly entry: Entry } | undefined {
  const all = SECTIONS.flatMap((section) => section.entries.map((entry) => ({ section, entry })));
  const [best] = all
    .map((place) => ({ ...place, match: matchOf(place.entry, path) }))
    .sort((one, other) => other.match - one.match);
  return best && best.match > 0 ? best : undefined;
}
