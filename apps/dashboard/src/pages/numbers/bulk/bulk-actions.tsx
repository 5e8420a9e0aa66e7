import { UnstyledButton } from '@mantine/core';
import { FolderCheck, Lock, LockOpen, type LucideIcon, PencilLine, Route, Tag, Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useMay } from '../../../session/account';
import classes from '../../../ui/dialogs/menu.module.css';
import { closePopover, Popover } from '../../../ui/dialogs/popover';
import { part } from '../../../ui/part';
import { useChosen } from '../../../ui/tables/selection/row-box';
import type { SelectedRows } from '../../../ui/tables/selection/selected-rows';
import type { BulkKind } from './bulk-dialog';

const BulkDialog = part(async () => (await import('./bulk-dialog')).BulkDialog);

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface Action {
  readonly kind: BulkKind;
  readonly text: string;
  readonly icon: LucideIcon;
  /** Whether it is in the bar, where that is wide enough, and not in its menu. */
  readonly isInBar?: boolean;
}

const ACTIONS: readonly Action[] = [
  { kind: 'tags', text: 'Tag', icon: Tag, isInBar: true },
  { kind: 'bundle', text: 'Bundle', icon: FolderCheck, isInBar: true },
  { kind: 'label', text: 'Label', icon: PencilLine, isInBar: true },
  { kind: 'lock', text: 'Protect against release', icon: Lock },
  { kind: 'unlock', text: 'Remove the protection', icon: LockOpen },
];

interface Props {
  readonly selected: SelectedRows;
  /** The filters of the list, as the API takes them. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** How many rows match them, null if not all of them are loaded. */
  readonly matching: number | null;
}

/** What can be done with the chosen numbers. Each is a job, because the API changes many in the background. */
export function BulkActions({ selected, filter, matching }: Props) {
  const may = useMay();
  const chosen = useChosen(selected);
  const [kind, setKind] = useState<BulkKind | null>(null);
  const actions = ACTIONS.filter((action) => action.kind !== 'bundle' || may('compliance:read'));
  const inBar = actions.filter(({ isInBar }) => isInBar);
  return (
    <>
      <UnstyledButton data-primary onClick={() => setKind('route')}>
        <Route {...ICON} /> Route
      </UnstyledButton>
      {inBar.map(({ kind: of, text, icon: Icon }) => (
        <UnstyledButton key={of} data-wide onClick={() => setKind(of)}>
          <Icon {...ICON} /> {text}
        </UnstyledButton>
      ))}
      <Popover above label="More" className={undefined}>
        <div className={classes['menu']}>
          {[...actions, RELEASE].map(({ kind: of, text, icon: Icon, isInBar }) => (
            <UnstyledButton
              key={of}
              className={classes['item'] ?? ''}
              data-narrow={isInBar}
              data-danger={of === RELEASE.kind || undefined}
              onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
                closePopover(currentTarget);
                setKind(of);
              }}
            >
              <Icon {...ICON} /> {text}
            </UnstyledButton>
          ))}
        </div>
      </Popover>
      {kind !== null && (
        <BulkDialog
          kind={kind}
          chosen={chosen}
          selected={selected}
          filter={filter}
          matching={matching}
          onClose={() => setKind(null)}
        />
      )}
    </>
  );
}

const RELEASE: Action = { kind: 'release', text: 'Release…', icon: Trash2 };
