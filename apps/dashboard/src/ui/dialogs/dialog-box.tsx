import { Group, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';

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
