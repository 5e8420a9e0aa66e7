import { Group, Stack, Text } from '@mantine/core';
import type { Session } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import type { Column } from '../../ui/tables/data-table';
import { List } from '../../ui/tables/list';
import { ActionButton } from '../../ui/action-button';
import { StatusMark } from '../../ui/feedback/status-mark';
import { When } from '../../ui/when';

const COLUMNS: readonly Column<Session>[] = [
  {
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
    title: 'Location',
    long: true,
    cell: ({ city, ip_country, ip }) => [city, ip_country, ip].filter(Boolean).join(', '),
  },
  { title: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
  { title: 'Sign out', is: 'actions', cell: (session) => <EndSession session={session} /> },
];

export function Sessions() {
  return (
    <Stack>
      <List
        label="Sessions"
        columns={COLUMNS}
        queryKey={['sessions']}
        load={(query, options) => trunkline.auth.sessions.list(query, options)}
        empty={null}
      />
      <Group>
        <ActionButton
          label="Sign out everywhere else"
          action={async () => {
            await trunkline.auth.sessions.revokeAll({ keep_current: true });
            await refresh('sessions');
          }}
        />
      </Group>
    </Stack>
  );
}

function EndSession({ session: { id, is_current, device_name } }: { session: Session }) {
  if (is_current) return <StatusMark state="ok" text="Current" />;
  return (
    <ActionButton
      size="compact-sm"
      label="Sign out"
      aria-label={`Sign out ${device_name}`}
      action={async () => {
        await trunkline.auth.sessions.revoke(id);
        await refresh('sessions');
      }}
    />
  );
}
