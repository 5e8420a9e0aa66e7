import { useDisclosure } from '@mantine/hooks';
import type { PhoneNumber } from '@trunkline/client';
import { useState } from 'react';
import { dialogPart } from '../../ui/dialogs/dialog';
import type { NumberDialogKind } from './number-dialog';

const NumberDialog = dialogPart(async () => (await import('./number-dialog')).NumberDialog);

/** The dialogs of a number, of which one is open at a time. */
export function useNumberDialog(number: PhoneNumber) {
  const [kind, setKind] = useState<NumberDialogKind>('route');
  const [opened, { open, close }] = useDisclosure();
  return {
    open: (next: NumberDialogKind): void => {
      setKind(next);
      open();
    },
    dialog: <NumberDialog number={number} kind={kind} opened={opened} onClose={close} />,
  };
}
