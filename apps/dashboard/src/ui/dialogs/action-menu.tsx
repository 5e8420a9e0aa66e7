import { type ReactNode, useState } from 'react';
import { type Confirmed, Confirmation } from './confirm-button';
import { Dialog } from './dialog';
import { Menu, MenuItem, MenuNote } from './menu';

/** An action with a dialog of its own, such as a form. */
interface Opened extends Pick<Confirmed, 'label' | 'title' | 'disabled'> {
  readonly content: (close: () => void) => ReactNode;
}

/** An action without a dialog of this menu. */
interface Direct extends Pick<Confirmed, 'label' | 'disabled'> {
  /** Whether it opens a form of the page. */
  readonly opensForm?: boolean;
  readonly choose: () => void;
}

type Action = (Confirmed | Opened | Direct) & {
  /** Whether the action cannot be undone. Those come last, below a line. */
  readonly isDanger?: boolean;
};

const opensDialog = (action: Action): action is Exclude<Action, Direct> => !('choose' in action);

interface Props {
  /** Names the menu where a page has several. */
  readonly label?: string;
  /** In a row of a table. */
  readonly isSmall?: boolean;
  readonly actions: readonly Action[];
  /** What to know before an action is chosen, or why none can be. */
  readonly note?: string;
  /** Items that lead to pages, which come first. */
  readonly children?: ReactNode;
}

/** The rare actions of a page or a row, in a menu beside its main ones. Most open a dialog, which confirms them if it has no other content. */
export function ActionMenu({ label = 'More actions', isSmall = false, actions, note, children }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const close = (): void => setChosen(null);
  return (
    <>
      <Menu label={label} isSmall={isSmall}>
        {children}
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            disabled={action.disabled}
            isDanger={action.isDanger}
            onChoose={() => (opensDialog(action) ? setChosen(action.label) : action.choose())}
          >
            {action.label}
            {(opensDialog(action) || action.opensForm) && '…'}
          </MenuItem>
        ))}
        {note !== undefined && <MenuNote>{note}</MenuNote>}
      </Menu>
      {actions.filter(opensDialog).map((action) => (
        <Dialog key={action.label} opened={chosen === action.label} onClose={close} title={action.title}>
          {'content' in action ? action.content(close) : <Confirmation {...action} close={close} />}
        </Dialog>
      ))}
    </>
  );
}
