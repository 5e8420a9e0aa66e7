import { Group, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { focusHeading } from '../focus';

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Keeps the dialog open until it closes itself, so that a stray click does not lose a secret. */
  readonly isKept?: boolean | undefined;
  readonly children: ReactNode;
}

/** A modal dialog. Mantine's own header is a landmark, of which a page has one. */
export default function DialogBox({ opened, onClose, title, isKept = false, children }: DialogProps) {
  // Mantine notes where to return the focus when a dialog opens, not when it is mounted open, as one is that was just loaded.
  const isMounted = useMounted();
  useFocusBack(opened && isMounted);
  return (
    <Modal.Root opened={opened && isMounted} onClose={onClose} closeOnClickOutside={!isKept} closeOnEscape={!isKept}>
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" p="md" pb="xs" wrap="nowrap">
          <Modal.Title fz="lg" fw={600}>
            {title}
          </Modal.Title>
          {!isKept && <Modal.CloseButton aria-label="Close" />}
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * Returns the focus when the dialog leaves while it is open, which Mantine does only when it is closed: to what had it before, or
 * to the heading if that has left too, as the button of an action that is done. A list gives the focus to the next row itself.
 */
function useFocusBack(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined;
    const before = document.activeElement;
    return () => {
      window.setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
        if (document.activeElement === document.body) focusHeading();
      });
    };
  }, [isShown]);
}
