import { Stack, Text, Title } from '@mantine/core';
import type { RegisteredContact, SipTrunkDetail } from '@trunkline/client';
import { Loaded } from '../../ui/feedback/loaded';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { When } from '../../ui/when';
import { useTrunkStatus } from './use-trunk-status';

/** The systems that are registered with a trunk, in the order in which calls reach them. */
export function Registrations({ trunk: { id } }: { trunk: SipTrunkDetail }) {
  const { data, error, refetch } = useTrunkStatus(id);
  return (
    <Stack gap="sm">
      <Title order={2}>Registered systems</Title>
      <Loaded
        query={{ data, error: data ? null : error, refetch }}
        title="The registrations could not be loaded"
        height={60}
      >
        {({ contacts }) => <Contacts contacts={contacts} />}
      </Loaded>
    </Stack>
  );
}

const COLUMNS: readonly Column<RegisteredContact>[] = [
  { title: 'Address', cell: ({ contact_ip }) => (contact_ip === null ? 'Not known' : <code>{contact_ip}</code>) },
  { title: 'System', cell: ({ user_agent }) => user_agent ?? 'Not named' },
  { title: 'Preference', is: 'count', cell: ({ q }) => q },
  { title: 'Registered', cell: ({ registered_at }) => <When at={registered_at} /> },
  { title: 'Expires', cell: ({ expires_at }) => <When at={expires_at} /> },
];

function Contacts({ contacts }: { contacts: readonly RegisteredContact[] }) {
  if (contacts.length === 0)
    return (
      <Text size="sm" c="dimmed" role="status">
        No system is registered. Register a phone or PBX with the user name, password and domain of the trunk; “New
        credentials” shows them again, with a new password. It appears here within seconds.
      </Text>
    );
  return (
    <>
      <Text size="sm" c="dimmed">
        Calls go to the highest preference first. A system that stops renewing its registration disappears when it
        expires.
      </Text>
      <ShortTable
        label="Registered systems"
        columns={COLUMNS}
        rows={contacts}
        // Two systems behind one router can look the same.
        rowKey={({ contact_ip, user_agent }, index) => `${String(contact_ip)} ${String(user_agent)} ${String(index)}`}
      />
    </>
  );
}
