import { Skeleton, Stack, Text, Title } from '@mantine/core';
import type { RegisteredContact, SipTrunkDetail } from '@trunkline/client';
import { format } from '../../format';
import { Problem } from '../../ui/problem';
import { ScrollTable } from '../../ui/tables/scroll-table';
import { Table } from '../../ui/tables/table';
import { When } from '../../ui/when';
import { useTrunkStatus } from './use-trunk-status';

/** The systems that are registered with a trunk, in the order in which calls reach them. */
export function Registrations({ trunk: { id } }: { trunk: SipTrunkDetail }) {
  const { data, error, refetch } = useTrunkStatus(id);
  return (
    <Stack gap="sm">
      <Title order={2}>Registered systems</Title>
      <Problem title="The registrations could not be loaded" error={data ? null : error} retry={refetch} />
      {!data && !error && <Skeleton h={60} role="img" aria-label="Loading" />}
      {data && <Contacts contacts={data.contacts} />}
    </Stack>
  );
}

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
      <ScrollTable label="Registered systems">
        <Table aria-label="Registered systems" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Address</Table.Th>
              <Table.Th>System</Table.Th>
              <Table.Th ta="end">Preference</Table.Th>
              <Table.Th>Registered</Table.Th>
              <Table.Th>Expires</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {contacts.map(({ contact_ip, user_agent, q, registered_at, expires_at }, index) => (
              // Two systems behind one router can look the same.
              <Table.Tr key={`${String(contact_ip)} ${String(user_agent)} ${String(index)}`}>
                <Table.Td>{contact_ip === null ? 'Not known' : <code>{contact_ip}</code>}</Table.Td>
                <Table.Td>{user_agent ?? 'Not named'}</Table.Td>
                <Table.Td ta="end" className="figures">
                  {q}
                </Table.Td>
                <Table.Td>
                  <When at={registered_at} />
                </Table.Td>
                <Table.Td className="figures">{format.time(expires_at)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
    </>
  );
}
