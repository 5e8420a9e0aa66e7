import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './dialog-box';

const DialogBox = lazy(() => import('./dialog-box'));

/** A modal dialog. It is loaded when it is opened first, because it is heavier than most pages. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DialogBox {...props} />
    </Suspense>
  );
}
