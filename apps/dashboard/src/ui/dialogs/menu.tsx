import { UnstyledButton } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import classes from './menu.module.css';
import { closePopover, Popover } from './popover';

/** Of a menu whose items are a few words. */
const NARROW = 220;

interface MenuProps {
  /** Names the button. */
  readonly label: string;
  /** Beside a line of text or in a row of a table. */
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

/** A menu behind a button with three dots. */
export function Menu({ label, isSmall = false, children }: MenuProps) {
  return (
    <Popover
      className={isSmall ? classes['small'] : classes['button']}
      label={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
      aria-label={label}
      {...(isSmall && { width: NARROW })}
    >
      <div className={classes['menu']}>{children}</div>
    </Popover>
  );
}

interface ItemProps {
  readonly disabled?: boolean | undefined;
  /** Whether the action cannot be undone. Those come last. */
  readonly isDanger?: boolean | undefined;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** Closes its menu, then does what it says. */
export function MenuItem({ disabled, isDanger, onChoose, children }: ItemProps) {
  return (
    <UnstyledButton
      className={classes['item'] ?? ''}
      data-danger={isDanger === true || undefined}
      disabled={disabled}
      onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
        closePopover(currentTarget);
        onChoose();
      }}
    >
      {children}
    </UnstyledButton>
  );
}

type Native = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

/** An item of a menu that leads to a page. */
export const MenuLink = createLink((props: Native) => <a {...props} className={classes['item']} />);

/** What to know before an item is chosen, or why none can be. */
export const MenuNote = ({ children }: { children: string }) => <p className={classes['note']}>{children}</p>;
