import type { ExportKind } from '@trunkline/client';
import { lazy, Suspense } from 'react';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { KINDS, useExportKinds } from './export-kinds';

const ExportOfView = lazy(async () => ({ default: (await import('./new-export')).ExportOfView }));

interface Props {
  readonly kind: ExportKind;
  /** As the list of the kind takes them. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** A button that exports what a list shows, for users who may. */
export function ExportButton({ kind, filters }: Props) {
  const kinds = useExportKinds();
  if (!kinds.includes(kind)) return null;
  return (
    <DialogButton label="Export" title={`Export ${KINDS[kind].text.toLowerCase()}`}>
      {() => (
        <Suspense>
          <ExportOfView kind={kind} filters={filters} />
        </Suspense>
      )}
    </DialogButton>
  );
}
