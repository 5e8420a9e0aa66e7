import type { RecentCall } from '@trunkline/client';
import { format } from '../../format';
import { Moment } from '../../format/moment';
import { Caller, Phone } from '../../format/phone';
import { TextLink } from '../../ui/links';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
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

const COLUMNS: readonly Column<Shown>[] = [
  {
    title: 'Started',
    cell: ({ id, started_at }) => (
      <TextLink to="/calls/$id" params={{ id }} className="opens">
        <Moment at={started_at} />
      </TextLink>
    ),
  },
  { title: 'From', long: true, cell: (call) => <Caller call={call} /> },
  { title: 'To', long: true, cell: ({ callee }) => <Phone value={callee} /> },
  { title: 'Result', is: 'state', cell: ({ hangup_cause }) => <CallResult cause={hangup_cause} /> },
  { title: 'Duration', is: 'count', cell: ({ billable_duration_s }) => format.duration(billable_duration_s) },
  {
    title: 'Cost',
    is: 'money',
    cell: ({ customer_total_cents, currency }) => format.money(customer_total_cents, currency),
  },
];

/** A few calls in short. */
export function CallTable({ label, calls }: { label: string; calls: readonly Shown[] }) {
  return <ShortTable label={label} columns={COLUMNS} rows={calls} />;
}
