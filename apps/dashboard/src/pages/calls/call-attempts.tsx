import { Text } from '@mantine/core';
import type { CallAttempt, CdrAttempt } from '@trunkline/client';
import { format, words } from '../../format';
import { StatusMark } from '../../ui/status-mark';
import { ScrollTable } from '../../ui/tables/scroll-table';
import { Table } from '../../ui/tables/table';
import { placeOf } from './ladder-steps';

const RESULT_COLORS = {
  answered: 'teal',
  busy: 'yellow',
  no_answer: 'yellow',
  cancelled: 'gray',
  skipped: 'gray',
  failed: 'red',
} as const;

type Attempt = CallAttempt | CdrAttempt;

/** What the switch has tried, in words. */
export function CallAttempts({ attempts, startedAt }: { attempts: readonly Attempt[]; startedAt: number }) {
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The switch reported no attempts.
      </Text>
    );
  }
  return (
    <ScrollTable label="Attempts">
      <Table aria-label="Attempts" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Order</Table.Th>
            <Table.Th>Destination</Table.Th>
            <Table.Th>Sent to</Table.Th>
            <Table.Th>Result</Table.Th>
            <Table.Th ta="end">SIP</Table.Th>
            <Table.Th ta="end">After</Table.Th>
            <Table.Th ta="end">Rang</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {attempts.map((attempt) => (
            <Row key={`${attempt.leg} ${attempt.order}`} attempt={attempt} startedAt={startedAt} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollTable>
  );
}

function Row({ attempt, startedAt }: { attempt: Attempt; startedAt: number }) {
  const { order, address, result, sip_code, sip_reason, ring_s, started_at: at } = attempt;
  return (
    <Table.Tr>
      <Table.Td>{order}</Table.Td>
      <Table.Td>{placeOf(attempt)}</Table.Td>
      <Table.Td>{address ?? 'Not shown'}</Table.Td>
      <Table.Td>
        {result === null ? (
          <StatusMark color="blue" text="Goes on" />
        ) : (
          <StatusMark color={RESULT_COLORS[result]} text={words(result)} />
        )}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {sip_code === null ? 'None' : `${sip_code} ${sip_reason ?? ''}`.trim()}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {at === null ? 'Unknown' : format.duration(Math.max(0, at - startedAt))}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {format.duration(ring_s)}
      </Table.Td>
    </Table.Tr>
  );
}
