import type { RecentCall } from '@trunkline/client';
import { format } from '../../format';
import { Caller, Phone } from '../../format/phone';
import { TextLink } from '../../ui/links';
import { ScrollTable } from '../../ui/tables/scroll-table';
import { Table } from '../../ui/tables/table';
import { When } from '../../ui/when';
import { CallResult } from './call-result';

type Shown = Pick<
  RecentCall,
  | 'id'
  | 'started_at'
  | 'caller'
  | 'caller_withheld'
  | 'callee'
  | 'hangup_cause'
  | 'billable_duration_s'
  | 'customer_total_cents'
  | 'currency'
>;

/** A few calls in short. */
export function CallTable({ label, calls }: { label: string; calls: readonly Shown[] }) {
  return (
    <ScrollTable label={label}>
      <Table aria-label={label} fz="sm">
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
                <Caller call={call} />
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
  );
}
