import type { LinkProps } from '@tanstack/react-router';
import {
  Activity,
  AppWindow,
  ArrowRightLeft,
  BellRing,
  Cable,
  ChartColumn,
  FileDown,
  FolderCheck,
  Hash,
  Headset,
  House,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  PhoneCall,
  PhoneForwarded,
  PhoneOff,
  PhoneOutgoing,
  Plug,
  ReceiptText,
  Search,
  ShieldCheck,
  Split,
  User,
  Users,
  Webhook,
} from 'lucide-react';
import type { Permission } from '@trunkline/client';

export interface Entry {
  readonly to: Exclude<LinkProps['to'], undefined>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Without this permission the entry is absent. */
  readonly needs?: Permission;
  /** Other entries lie below this path. */
  readonly isExact?: boolean;
}

export interface Section {
  readonly label?: string;
  readonly entries: readonly Entry[];
}

/** The pages of the navigation, and of the search by Ctrl K. */
export const SECTIONS: readonly Section[] = [
  {
    entries: [
      { to: '/', label: 'Home', icon: House, isExact: true },
      { to: '/numbers', label: 'Numbers', icon: Hash, needs: 'numbers:read', isExact: true },
      { to: '/numbers/buy', label: 'Get numbers', icon: Search, needs: 'numbers:write' },
      { to: '/numbers/ports', label: 'Ports', icon: ArrowRightLeft, needs: 'numbers:read' },
      { to: '/trunks', label: 'SIP trunks', icon: Cable, needs: 'sip_trunks:read' },
      { to: '/routing', label: 'Routing', icon: Split, needs: 'routing:read' },
      { to: '/webrtc-users', label: 'WebRTC users', icon: Headset, needs: 'routing:read' },
      { to: '/calls', label: 'Calls', icon: PhoneCall, needs: 'cdrs:read', isExact: true },
      { to: '/calls/rejected', label: 'Rejected calls', icon: PhoneOff, needs: 'cdrs:read' },
      { to: '/calls/live', label: 'Live calls', icon: PhoneForwarded, needs: 'cdrs:read' },
      { to: '/calls/reports', label: 'Reports', icon: ChartColumn, needs: 'cdrs:read' },
      { to: '/alarms', label: 'Alarms', icon: BellRing, needs: 'cdrs:read' },
      { to: '/messages', label: 'Messages', icon: MessageSquareText, needs: 'numbers:read' },
      { to: '/documents', label: 'Documents', icon: FolderCheck, needs: 'compliance:read' },
      { to: '/exports', label: 'Exports', icon: FileDown, needs: 'cdrs:read' },
      { to: '/billing', label: 'Billing', icon: ReceiptText, needs: 'billing:read' },
    ],
  },
  {
    label: 'Developers',
    entries: [
      { to: '/developers/keys', label: 'API keys', icon: KeyRound, needs: 'account:read' },
      { to: '/developers/webhooks', label: 'Webhooks', icon: Webhook, needs: 'webhooks:read' },
      { to: '/developers/events', label: 'Events', icon: Activity, needs: 'webhooks:read' },
      { to: '/developers/oauth-apps', label: 'OAuth apps', icon: AppWindow, needs: 'account:read' },
    ],
  },
  {
    label: 'Settings',
    entries: [
      { to: '/settings/outbound', label: 'Outbound calls', icon: PhoneOutgoing, needs: 'account:read' },
      { to: '/settings/members', label: 'Members', icon: Users, needs: 'account:read' },
      { to: '/settings/security', label: 'Security', icon: ShieldCheck },
      { to: '/settings/connected-apps', label: 'Connected apps', icon: Plug },
      { to: '/settings/profile', label: 'Profile', icon: User },
    ],
  },
];
