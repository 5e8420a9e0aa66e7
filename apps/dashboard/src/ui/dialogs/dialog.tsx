import { useState } from 'react';
import { part } from '../part';
import type { DialogProps } from './dialog-box';

const DialogBox = part(async () => (await import('./dialog-box')).default);

/** A modal dialog. It is loaded when it is opened first, because it is heavier than most pages. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return <DialogBox {...props} />;
}
