import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Phone, usePhoneFormat } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Panel } from '../../ui/layout/panel';
import { Problem } from '../../ui/feedback/problem';
import { useActiveNumbers } from '../numbers/use-active-numbers';

/** Long enough to hear oneself, and cheap to hold. */
const TEST_SECONDS = 120;

/** Calls the echo number from a trunk: its phone rings, and then hears itself. Shown where there is an echo number. */
export function TestCall({ trunkId }: { trunkId: string }) {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['echo-number'],
    queryFn: ({ signal }) => trunkline.calls.echo.get({ signal }),
    staleTime: Infinity,
    enabled: may('numbers:write') && may('cdrs:read'),
  });
  if (!data?.e164) return null;
  return <Test trunkId={trunkId} echo={data.e164} />;
}

function Test({ trunkId, echo }: { trunkId: string; echo: string }) {
  const navigate = useNavigate();
  const grouped = usePhoneFormat();
  const { numbers, note, isPending } = useActiveNumbers();
  const [chosen, setChosen] = useState<string | null>(null);
  const from = chosen ?? numbers[0];
  const call = useMutation({
    mutationFn: async (caller: string) =>
      trunkline.calls.create({ from: caller, to: echo, sip_trunk_id: trunkId, max_duration_s: TEST_SECONDS }),
    onSuccess: ({ id }) => navigate({ to: '/calls/live/$id', params: { id } }),
  });
  return (
    <Panel tinted>
      <Stack gap="sm">
        <Title order={2}>Test call</Title>
        <Text size="sm">
          Rings this trunk, then connects it to <Phone value={echo} />, which sends back what it hears. You can also
          dial that number from your phone.
        </Text>
        {from === undefined ? (
          <Text size="sm" c="dimmed">
            {isPending ? 'Loading your numbers.' : 'A test call needs an active number as its caller.'}
          </Text>
        ) : (
          <Group align="end">
            <NativeSelect
              label="Caller ID"
              description={note}
              data={numbers.map((e164) => ({ value: e164, label: grouped(e164) }))}
              value={from}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
            <Button variant="default" loading={call.isPending} onClick={() => call.mutate(from)}>
              Call me
            </Button>
          </Group>
        )}
        <Problem title="The call was not placed" error={call.error} />
      </Stack>
    </Panel>
  );
}
