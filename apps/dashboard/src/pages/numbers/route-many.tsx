import { Button, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { RoutedNumber } from '@trunkline/client';
import { useState } from 'react';
import { words } from '../../format';
import { Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Dialog } from '../../ui/dialogs/dialog';
import { useChange } from '../../ui/forms/use-change';
import { Problem } from '../../ui/feedback/problem';
import { useChosen } from '../../ui/tables/selection/row-box';
import type { SelectedRows } from '../../ui/tables/selection/selected-rows';
import { UnreachableRoute } from '../trunks/unreachable-trunk';
import { NoRoutes } from './no-routes';
import { routeTo, useRoutes } from './routes';

/** The limit of the API. */
const AT_ONCE_MAX = 100;

const countOf = (count: number): string => (count === 1 ? '1 number' : `${count} numbers`);

/** Routes the chosen numbers together. The API decides each number by itself. */
export function RouteMany({ selected }: { selected: SelectedRows }) {
  const { count } = useChosen(selected);
  const isTooMany = count > AT_ONCE_MAX;
  const [isOpen, dialog] = useDisclosure();
  const { options } = useRoutes();
  const [target, setTarget] = useState<string>();
  const [failed, setFailed] = useState<readonly RoutedNumber[]>([]);
  const chosen = target ?? options[0]?.items[0]?.value ?? '';
  const route = useChange(
    (values: { target: string; e164s: readonly string[] }, idempotencyKey) =>
      trunkline.numbers.routeMany({ ...routeTo(values.target), e164s: values.e164s }, { idempotencyKey }),
    async ({ items }) => {
      const rest = items.filter(({ ok }) => !ok);
      setFailed(rest);
      await refresh('numbers');
      if (rest.length === 0) dialog.close();
      selected.chooseOnly(rest.map(({ e164 }) => e164));
    },
  );
  const open = (): void => {
    route.reset();
    setFailed([]);
    dialog.open();
  };
  return (
    <>
      {isTooMany ? (
        <span>At most {AT_ONCE_MAX} can be routed at once</span>
      ) : (
        <UnstyledButton data-primary onClick={open}>
          Route together
        </UnstyledButton>
      )}
      <Dialog opened={isOpen} onClose={dialog.close} title={`Route ${countOf(count)}`}>
        <Stack>
          <Failures failed={failed} />
          <NativeSelect
            label="Incoming calls go to"
            data={options}
            value={chosen}
            onChange={(event) => setTarget(event.currentTarget.value)}
          />
          <NoRoutes />
          <UnreachableRoute target={chosen} />
          <Problem error={route.error} />
          <Button loading={route.isPending} onClick={() => route.mutate({ target: chosen, e164s: selected.keys })}>
            Save the route
          </Button>
        </Stack>
      </Dialog>
    </>
  );
}

function Failures({ failed }: { failed: readonly RoutedNumber[] }) {
  if (failed.length === 0) return null;
  return (
    <Stack gap="xs" role="alert">
      <Text size="sm">These numbers were not routed. All others were.</Text>
      {failed.map(({ e164, error_code }) => (
        <Text key={e164} size="sm">
          <Phone value={e164} />: {words(error_code ?? 'unknown').toLowerCase()}
        </Text>
      ))}
    </Stack>
  );
}
