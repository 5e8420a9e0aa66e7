import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { part } from '../../ui/part';

const ReplayDialog = part(async () => (await import('./replay-dialog')).ReplayDialog);

/** Opens the dialog that sends the events of a time range again, which is loaded when it is opened first. */
export function Replay({ endpointId, isEnabled }: { endpointId: string; isEnabled: boolean }) {
  const [wasOpened, setOpened] = useState(false);
  const [isOpen, dialog] = useDisclosure(false, { onOpen: () => setOpened(true) });
  return (
    <>
      <Button variant="default" disabled={!isEnabled} onClick={dialog.open}>
        Replay
      </Button>
      {wasOpened && <ReplayDialog endpointId={endpointId} isOpen={isOpen} close={dialog.close} />}
    </>
  );
}
