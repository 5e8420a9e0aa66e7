import type { ExportKind, Permission } from '@trunkline/client';
import { EXPORT_KINDS } from '@trunkline/client/lists';
import { useMay } from '../../session/account';

interface Kind {
  readonly text: string;
  readonly needs: Permission;
  /** The filters for the first day and for the day after the last one. */
  readonly period: readonly [from: string, to: string];
}

const FROM_TO = ['from', 'to'] as const;

export const KINDS: Readonly<Record<ExportKind, Kind>> = {
  cdrs: { text: 'Calls', needs: 'cdrs:read', period: FROM_TO },
  numbers: { text: 'Numbers', needs: 'numbers:read', period: ['assigned_from', 'assigned_to'] },
  messages: { text: 'Messages', needs: 'numbers:read', period: FROM_TO },
  transactions: { text: 'Transactions', needs: 'billing:read', period: FROM_TO },
  usage: { text: 'Usage', needs: 'billing:read', period: FROM_TO },
  invoice_lines: { text: 'Invoice lines', needs: 'billing:read', period: FROM_TO },
  events: { text: 'Events', needs: 'webhooks:read', period: FROM_TO },
};

/** The kinds that the user may export. */
export function useExportKinds(): readonly ExportKind[] {
  const may = useMay();
  return EXPORT_KINDS.filter((kind) => may(KINDS[kind].needs));
}
