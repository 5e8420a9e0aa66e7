import { type ReactNode, Suspense, useRef, useState } from 'react';
import { chunk } from '../../ui/chunk';
import { PartBoundary } from '../../ui/part';
import type { MenuKind } from './menus';

const Menus = chunk(async () => (await import('./menus')).default);

interface Props {
  readonly kind: MenuKind;
  /** Names the button where its content does not. */
  readonly label?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A button with a menu, which is loaded when it is opened first: Mantine's menu is heavier than a page. */
export function MenuButton({ kind, label, className, children }: Props) {
  const [isOpened, setOpened] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const button = (
    <button
      ref={ref}
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      {...(!isOpened && { onClick: () => setOpened(true) })}
    >
      {children}
    </button>
  );
  if (!isOpened) return button;
  return (
    <PartBoundary>
      <Suspense fallback={button}>
        <Menus kind={kind} target={button} button={ref} />
      </Suspense>
    </PartBoundary>
  );
}
