import { Group, Modal } from '@mantine/core';
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
  return (
    <Modal.Root opened={opened} onClose={onClose} closeOnClickOutside={!isKept} closeOnEscape={!isKept}>
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
