import { UnstyledButton } from '@mantine/core';
import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './popover.module.css';

interface Props {
  /** Of the button. */
  readonly label: ReactNode;
  /** Names the button where its label does not. */
  readonly 'aria-label'?: string;
  readonly className?: string | undefined;
  /** What the popover holds while it is open. */
  readonly children: ReactNode;
}

const WIDTH = 320;
const MARGIN = 8;

/**
 * A button that opens a small panel below it. The browser closes the panel with Escape or a click outside and returns the
 * focus, which costs no script; Mantine's popover weighs more than a page.
 */
export function Popover({ label, className, children, ...props }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = ({ newState }: ToggleEvent<HTMLDivElement>): void => {
    if (newState !== 'open' || !button.current || !panel.current) return;
    setOpen(true);
    placeBelow(button.current, panel.current);
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const follow = (): void => {
      if (button.current && panel.current) placeBelow(button.current, panel.current);
    };
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, [isOpen]);
  const opened = ({ newState }: ToggleEvent<HTMLDivElement>): void => {
    if (newState === 'open') panel.current?.querySelector<HTMLElement>('input, select, button, a')?.focus();
    // Not before: the browser returns the focus only if the panel still has it.
    else setOpen(false);
  };
  return (
    <>
      <UnstyledButton ref={button} className={className ?? ''} popoverTarget={id} {...props}>
        {label}
      </UnstyledButton>
      <div ref={panel} id={id} popover="auto" className={classes['panel']} onBeforeToggle={open} onToggle={opened}>
        {isOpen && children}
      </div>
    </>
  );
}

/** Closes the popover around an element. */
export const closePopover = (element: Element): void => element.closest<HTMLElement>('[popover]')?.hidePopover();

/** In coordinates of the document, so that the panel scrolls with its button. */
function placeBelow(button: HTMLElement, panel: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const width = Math.min(WIDTH, clientWidth - 2 * MARGIN);
  panel.style.width = `${width}px`;
  panel.style.left = `${Math.max(MARGIN, Math.min(left, clientWidth - width - MARGIN)) + window.scrollX}px`;
  panel.style.top = `${bottom + window.scrollY + 4}px`;
}
