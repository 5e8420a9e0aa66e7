import { Button, Card, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Problem } from '../../ui/problem';

/** Long enough to hear oneself, and cheap to hold. */
const TEST_SECONDS = 120;
const NUMBERS_MAX = 100;

/** Calls the echo number from a trunk: its phone rings, and then hears itself. Shown where there is an echo number. */
export function TestCall({ trunkId, numbers }: { trunkId: string; numbers?: readonly string[] }) {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['echo-number'],
    queryFn: ({ signal }) => trunkline.calls.echo.get({ signal }),
    staleTime: Infinity,
    enabled: may('numbers:write') && may('cdrs:read'),
  });
  if (!data?.e164) return null;
  return <Test trunkId={trunkId} echo={data.e164} {...(numbers && { numbers })} />;
}

function Test({ trunkId, echo, numbers }: { trunkId: string; echo: string; numbers?: readonly string[] }) {
  const navigate = useNavigate();
  const owned = useQuery({
    queryKey: ['numbers', 'callers'],
    queryFn: async ({ signal }) => trunkline.numbers.list({ status: ['active'], limit: NUMBERS_MAX }, { signal }),
    enabled: numbers === undefined,
  });
  const callers = numbers ?? owned.data?.items.map(({ e164 }) => e164) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const from = chosen ?? callers[0];
  const call = useMutation({
    mutationFn: async (caller: string) =>
      trunkline.calls.create({ from: caller, to: echo, sip_trunk_id: trunkId, max_duration_s: TEST_SECONDS }),
    onSuccess: ({ id }) => navigate({ to: '/calls/live/$id', params: { id } }),
  });
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Title order={2}>Test call</Title>
        <Text size="sm">
          Rings this trunk, then connects it to <Phone value={echo} />, which sends back what it hears. You can also
          dial that number from your phone.
        </Text>
        {from === undefined ? (
          <Text size="sm" c="dimmed">
            {owned.isPending ? 'Loading your numbers.' : 'A test call needs an active number as its caller.'}
          </Text>
        ) : (
          <Group align="end">
            <NativeSelect
              label="Caller ID"
              data={[...callers]}
              value={from}
              onChange={(event) => {
                setChosen(event.currentTarget.value);
              }}
            />
            <Button
              loading={call.isPending}
              onClick={() => {
                call.mutate(from);
              }}
            >
              Call me
            </Button>
          </Group>
        )}
        <Problem title="The call was not placed" error={call.error} />
      </Stack>
    </Card>
  );
}
