import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Session } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { Problem } from '../../ui/problem';
import { StatusMark } from '../../ui/status-mark';
import { When } from '../../ui/when';

const COLUMNS: readonly Column<Session>[] = [
  {
    key: 'device',
    title: 'Device',
    cell: ({ device_name, is_current, is_trusted }) => (
      <>
        {device_name}
        {(is_current || is_trusted) && (
          <Text fz="xs" c="dimmed">
            {[is_current && 'This session', is_trusted && 'Trusted'].filter(Boolean).join(', ')}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'place',
    title: 'Location',
    cell: ({ city, ip_country, ip }) => [city, ip_country, ip].filter(Boolean).join(', '),
  },
  { key: 'used', title: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
  { key: 'end', title: 'Sign out', cell: (session) => <EndSession session={session} /> },
];

export function Sessions() {
  const revokeAll = useMutation({
    mutationFn: () => trunkline.auth.sessions.revokeAll({ keep_current: true }),
    onSuccess: () => refresh('sessions'),
  });
  return (
    <Stack>
      <DataTable
        label="Sessions"
        columns={COLUMNS}
        queryKey={['sessions']}
        load={(cursor, signal) => trunkline.auth.sessions.list({ ...(cursor && { cursor }) }, { signal })}
        rowKey={({ id }) => id}
        empty={null}
      />
      <Problem error={revokeAll.error} />
      <Group>
        <Button variant="default" loading={revokeAll.isPending} onClick={() => revokeAll.mutate()}>
          Sign out everywhere else
        </Button>
      </Group>
    </Stack>
  );
}

function EndSession({ session }: { session: Session }) {
  const end = useMutation({
    mutationFn: () => trunkline.auth.sessions.revoke(session.id),
    onSuccess: () => refresh('sessions'),
  });
  if (session.is_current) return <StatusMark color="teal" text="Current" />;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Sign out ${session.device_name}`}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        Sign out
      </Button>
      <Problem error={end.error} />
    </>
  );
}
