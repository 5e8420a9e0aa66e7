import { UnstyledButton } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { type Confirmed, Confirmation } from './confirm-button';
import { Dialog } from './dialog';
import classes from './menu.module.css';
import { closePopover, Popover } from './popover';

interface Action extends Confirmed {
  /** Whether the action cannot be undone. Those come last. */
  readonly isDanger?: boolean;
}

interface Props {
  readonly actions: readonly Action[];
  /** What to know before an action is chosen, or why none can be. */
  readonly note?: string;
}

/** The rare actions of a page, in a menu beside its main ones. Each is confirmed in a dialog. */
export function ActionMenu({ actions, note }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const close = (): void => setChosen(null);
  return (
    <>
      <Popover
        className={classes['button']}
        label={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
        aria-label="More actions"
      >
        <div className={classes['menu']}>
          {actions.map(({ label, disabled, isDanger }) => (
            <UnstyledButton
              key={label}
              className={classes['item'] ?? ''}
              data-danger={isDanger || undefined}
              disabled={disabled}
              onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
                closePopover(currentTarget);
                setChosen(label);
              }}
            >
              {label}…
            </UnstyledButton>
          ))}
          {note !== undefined && <p className={classes['note']}>{note}</p>}
        </div>
      </Popover>
      {actions.map((action) => (
        <Dialog key={action.label} opened={chosen === action.label} onClose={close} title={action.title}>
          <Confirmation {...action} close={close} />
        </Dialog>
      ))}
    </>
  );
}
