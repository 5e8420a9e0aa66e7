import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
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
import { UnreachableRoute } from '../trunks/unreachable-trunk';
import { NoRoutes } from './no-routes';
import { routeTo, useRoutes } from './routes';

interface Props {
  readonly e164s: readonly string[];
  /** Receives the numbers that could not be routed. */
  readonly onRouted: (rest: ReadonlySet<string>) => void;
}

/** The limit of the API. */
const AT_ONCE_MAX = 100;

const countOf = (count: number): string => (count === 1 ? '1 number' : `${count} numbers`);

/** Routes the chosen numbers together. The API decides each number by itself. */
export function RouteMany({ e164s, onRouted }: Props) {
  const isTooMany = e164s.length > AT_ONCE_MAX;
  const [isOpen, dialog] = useDisclosure();
  const { options } = useRoutes();
  const [target, setTarget] = useState<string>();
  const [failed, setFailed] = useState<readonly RoutedNumber[]>([]);
  const selected = target ?? options[0]?.items[0]?.value ?? '';
  const route = useChange(
    (values: { target: string; e164s: readonly string[] }, idempotencyKey) =>
      trunkline.numbers.routeMany({ ...routeTo(values.target), e164s: values.e164s }, { idempotencyKey }),
    async ({ items }) => {
      const rest = items.filter(({ ok }) => !ok);
      setFailed(rest);
      await refresh('numbers');
      if (rest.length === 0) dialog.close();
      onRouted(new Set(rest.map(({ e164 }) => e164)));
    },
  );
  const open = (): void => {
    route.reset();
    setFailed([]);
    dialog.open();
  };
  return (
    <>
      <Group>
        <Text size="sm" role="status">
          {countOf(e164s.length)} selected{isTooMany && `: at most ${AT_ONCE_MAX} can be routed at once`}
        </Text>
        <Button size="compact-sm" disabled={isTooMany} onClick={open}>
          Route together
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onRouted(new Set())}>
          Clear the selection
        </Button>
      </Group>
      <Dialog opened={isOpen} onClose={dialog.close} title={`Route ${countOf(e164s.length)}`}>
        <Stack>
          <Failures failed={failed} />
          <NativeSelect
            label="Incoming calls go to"
            data={options}
            value={selected}
            onChange={(event) => setTarget(event.currentTarget.value)}
          />
          <NoRoutes />
          <UnreachableRoute target={selected} />
          <Problem error={route.error} />
          <Button loading={route.isPending} onClick={() => route.mutate({ target: selected, e164s })}>
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
