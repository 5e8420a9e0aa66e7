import { useDisclosure } from '@mantine/hooks';
import type { PhoneNumber } from '@trunkline/client';
import { useState } from 'react';
import { part } from '../../ui/part';
import type { NumberDialogKind } from './number-dialog';

const NumberDialog = part(async () => (await import('./number-dialog')).NumberDialog);

/** The dialogs of a number, which are loaded when one is opened first. */
export function useNumberDialog(number: PhoneNumber) {
  const [kind, setKind] = useState<NumberDialogKind | null>(null);
  const [isOpen, { open, close }] = useDisclosure();
  return {
    open: (next: NumberDialogKind): void => {
      setKind(next);
      open();
    },
    dialog: kind && <NumberDialog number={number} kind={kind} isOpen={isOpen} close={close} />,
  };
}
