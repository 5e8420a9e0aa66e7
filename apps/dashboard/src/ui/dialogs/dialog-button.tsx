import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Dialog } from './dialog';

interface Props {
  readonly label: string;
  readonly title?: string;
  readonly icon?: ReactNode;
  readonly isPrimary?: boolean;
  readonly disabled?: boolean;
  readonly compact?: boolean;
  /** Keeps the dialog open until it closes itself. */
  readonly isKept?: boolean;
  readonly onClose?: () => void;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. What the dialog holds begins anew each time. */
export function DialogButton({
  label,
  title = label,
  icon,
  isPrimary = false,
  disabled,
  compact,
  isKept,
  onClose,
  children,
}: Props) {
  const [isOpen, dialog] = useDisclosure(false, onClose ? { onClose } : {});
  return (
    <>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        size={compact ? 'compact-sm' : 'sm'}
        // Not `disabled`: the focus comes back to it when its dialog is closed.
        data-disabled={disabled}
        leftSection={icon}
        onClick={dialog.open}
      >
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={title} isKept={isKept}>
        {children(dialog.close)}
      </Dialog>
    </>
  );
}
