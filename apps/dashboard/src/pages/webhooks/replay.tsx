import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { dialogPart } from '../../ui/dialogs/dialog';

const ReplayDialog = dialogPart(async () => (await import('./replay-dialog')).ReplayDialog);

/** Opens the dialog that sends the events of a time range again. */
export function Replay({ endpointId, isEnabled }: { endpointId: string; isEnabled: boolean }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" disabled={!isEnabled} onClick={open}>
        Replay
      </Button>
      <ReplayDialog endpointId={endpointId} opened={opened} onClose={close} />
    </>
  );
}
