import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { dialogPart } from '../../ui/dialogs/dialog';
import { Problem } from '../../ui/feedback/problem';
import { useChange } from '../../ui/forms/use-change';
import { useMay } from '../../session/account';
import { routeTo, useRoutes } from './routes';

const CreateTrunk = dialogPart(async () => (await import('../trunks/create-trunk')).CreateTrunk);

/** In an account without a trunk and a profile: creates a trunk and routes the number to it, without leaving the page of the number. */
export function TrunkForNumber({ e164 }: { e164: string }) {
  const may = useMay();
  const { isEmpty } = useRoutes();
  const [opened, dialog] = useDisclosure();
  const route = useChange(
    (trunkId: string) => trunkline.numbers.route(e164, routeTo(trunkId)),
    () => refresh('numbers', 'routes', 'trunks'),
  );
  if (!may('sip_trunks:write')) return null;
  return (
    <>
      {isEmpty && (
        <>
          <Text size="sm" c="dimmed">
            There is no SIP trunk and no routing profile yet.
          </Text>
          <Button variant="default" maw={480} onClick={dialog.open}>
            Create a trunk for this number
          </Button>
        </>
      )}
      <CreateTrunk opened={opened} onClose={dialog.close} onCreated={(id) => route.mutate(id)} />
      <Problem title="The number was not routed to the new trunk" error={route.error} />
    </>
  );
}
