import { Text } from '@mantine/core';
import type { ExportKind } from '@trunkline/client';
import { Download } from 'lucide-react';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { part } from '../../ui/part';
import type { FilterFault } from '../../ui/tables/use-filters';
import { KINDS, useExportKinds } from './export-kinds';

const ExportOfView = part(async () => (await import('./new-export')).ExportOfView);

interface Props {
  readonly kind: ExportKind;
  /** As the list of the kind takes them. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Filters of the address that the list cannot use. Without them, the export would have more than the list. */
  readonly faults?: readonly FilterFault[];
}

/** Returns what exports the rows that a list shows: the title of a dialog and its content. Null for users who may not. */
export function useExport({ kind, filters, faults = [] }: Props) {
  const kinds = useExportKinds();
  if (!kinds.includes(kind)) return null;
  const content = () =>
    faults.length > 0 ? (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Nothing can be exported while a filter cannot be used:{' '}
        {faults.map(({ label, text }) => `${label} “${text}”`).join(', ')}. Correct or clear it first.
      </Text>
    ) : (
      <ExportOfView kind={kind} filters={filters} />
    );
  return { label: 'Export', title: `Export ${KINDS[kind].text.toLowerCase()}`, content };
}

/** A button that exports what a list shows, for users who may. */
export function ExportButton(props: Props) {
  const dialog = useExport(props);
  if (!dialog) return null;
  const { label, title, content } = dialog;
  return (
    <DialogButton label={label} title={title} icon={<Download size={16} strokeWidth={1.75} aria-hidden />}>
      {content}
    </DialogButton>
  );
}
