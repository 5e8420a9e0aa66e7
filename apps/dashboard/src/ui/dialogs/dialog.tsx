import { type ComponentType, useState } from 'react';
import { part } from '../part';

/**
 * A dialog whose script is loaded when it is opened first, because dialogs are heavier than most pages. It stays from then on,
 * so that it can fade.
 */
export function dialogPart<P extends { readonly opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Content = part(load);
  return function DialogPart(props: P) {
    const [wasOpened, setOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setOpened(true);
    return wasOpened ? <Content {...props} /> : null;
  };
}

/** A modal dialog. */
export const Dialog = dialogPart(async () => (await import('./dialog-box')).default);
