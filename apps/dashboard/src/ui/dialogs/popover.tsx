import { UnstyledButton } from '@mantine/core';
import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './popover.module.css';

interface Props {
  /** Of the button. */
  readonly label: ReactNode;
  /** Names the button where its label does not. */
  readonly 'aria-label'?: string;
  readonly className?: string | undefined;
  /** Opens the panel above a button that stays at the lower edge of the window. */
  readonly above?: boolean;
  /** Of the panel, in pixels. */
  readonly width?: number;
  /** What the popover holds while it is open. */
  readonly children: ReactNode;
}

const WIDTH = 320;
const MARGIN = 8;
const GAP = 4;

/**
 * A button that opens a small panel below or above it. The browser closes the panel with Escape or a click outside and returns the
 * focus, which costs no script; Mantine's popover weighs more than a page.
 */
export function Popover({ label, className, above = false, width = WIDTH, children, ...props }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const place = above ? placeAbove : placeBelow;
  const open = ({ newState }: ToggleEvent<HTMLDivElement>): void => {
    if (newState !== 'open' || !button.current || !panel.current) return;
    setOpen(true);
    place(button.current, panel.current, width);
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const follow = (): void => {
      if (button.current && panel.current) place(button.current, panel.current, width);
    };
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, [isOpen, place, width]);
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
function placeBelow(button: HTMLElement, panel: HTMLElement, width: number): void {
  placeBeside(button, panel, { width, scrolled: window.scrollX });
  panel.style.top = `${button.getBoundingClientRect().bottom + window.scrollY + GAP}px`;
}

/** In coordinates of the window, in which the button stays. */
function placeAbove(button: HTMLElement, panel: HTMLElement, width: number): void {
  placeBeside(button, panel, { width, scrolled: 0 });
  panel.style.position = 'fixed';
  panel.style.bottom = `${document.documentElement.clientHeight - button.getBoundingClientRect().top + GAP}px`;
}

interface Placing {
  readonly width: number;
  readonly scrolled: number;
}

function placeBeside(button: HTMLElement, panel: HTMLElement, { width: wanted, scrolled }: Placing): void {
  const { left, right } = button.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const width = Math.min(wanted, clientWidth - 2 * MARGIN);
  panel.style.width = `${width}px`;
  // Where there is no room to its right, it ends where its button does.
  const wished = left + width > clientWidth - MARGIN ? right - width : left;
  panel.style.left = `${Math.max(MARGIN, Math.min(wished, clientWidth - width - MARGIN)) + scrolled}px`;
}
