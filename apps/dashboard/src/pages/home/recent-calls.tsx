import { Card, Group, Text, Title } from '@mantine/core';
import { Table } from '../../ui/table';
import type { RecentCall } from '@trunkline/client';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import { TextLink } from '../../ui/links';
import { ScrollTable } from '../../ui/scroll-table';
import { When } from '../../ui/when';
import { CallResult } from '../calls/call-result';

export function RecentCalls({ calls }: { calls: readonly RecentCall[] }) {
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2}>Recent calls</Title>
        <TextLink to="/calls" fz="sm">
          All calls
        </TextLink>
      </Group>
      {calls.length === 0 ? (
        <Text size="sm" c="dimmed">
          No calls yet.
        </Text>
      ) : (
        <ScrollTable label="Recent calls">
          <Table aria-label="Recent calls" fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Started</Table.Th>
                <Table.Th>From</Table.Th>
                <Table.Th>To</Table.Th>
                <Table.Th>Result</Table.Th>
                <Table.Th ta="end">Duration</Table.Th>
                <Table.Th ta="end">Cost</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {calls.map((call) => (
                <Table.Tr key={call.id}>
                  <Table.Td>
                    <TextLink to="/calls/$id" params={{ id: call.id }} fz="sm">
                      <When at={call.started_at} />
                    </TextLink>
                  </Table.Td>
                  <Table.Td>
                    <Phone value={call.caller} />
                  </Table.Td>
                  <Table.Td>
                    <Phone value={call.callee} />
                  </Table.Td>
                  <Table.Td>
                    <CallResult cause={call.hangup_cause} />
                  </Table.Td>
                  <Table.Td ta="end" className="figures">
                    {format.duration(call.billable_duration_s)}
                  </Table.Td>
                  <Table.Td ta="end" className="figures">
                    {format.money(call.customer_total_cents, call.currency)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollTable>
      )}
    </Card>
  );
}
