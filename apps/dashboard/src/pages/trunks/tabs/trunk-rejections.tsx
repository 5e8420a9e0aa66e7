import { useQuery } from '@tanstack/react-query';
import type { RejectedCall } from '@trunkline/client';
import { Moment } from '../../../format/moment';
import { Caller, Phone } from '../../../format/phone';
import { trunkline } from '../../../session/client';
import { Loaded } from '../../../ui/feedback/loaded';
import { Panel } from '../../../ui/layout/panel';
import { TextLink } from '../../../ui/links';
import type { Column } from '../../../ui/tables/data-table';
import { ShortTable } from '../../../ui/tables/short-table';
import { WhyRejected } from '../../calls/fix-link';

const SHOWN = 5;

/** The latest calls of a trunk that were rejected, each with what mends it. Nothing without any. */
export function TrunkRejections({ trunkId }: { trunkId: string }) {
  const query = useQuery({
    queryKey: ['rejected-calls', 'of-trunk', trunkId],
    queryFn: async ({ signal }) => trunkline.rejectedCalls.list({ sip_trunk_id: trunkId, limit: SHOWN }, { signal }),
  });
  if (query.data?.items.length === 0) return null;
  return (
    <Panel
      title="Rejected calls"
      aside={
        <TextLink to="/calls/rejected" search={{ trunk: trunkId }}>
          All rejected calls of this trunk
        </TextLink>
      }
    >
      <Loaded query={query} title="The rejected calls could not be loaded" height={160}>
        {({ items }) => <ShortTable label="Rejected calls" columns={COLUMNS} rows={items} />}
      </Loaded>
    </Panel>
  );
}

const COLUMNS: readonly Column<RejectedCall>[] = [
  { title: 'Time', cell: ({ at }) => <Moment at={at} /> },
  { title: 'From', cell: ({ from, caller_withheld }) => <Caller call={{ caller: from, caller_withheld }} /> },
  { title: 'To', cell: ({ to }) => <Phone value={to} /> },
  { title: 'Why', cell: (call) => <WhyRejected call={call} /> },
  { title: 'SIP', is: 'count', cell: ({ sip_code }) => sip_code },
];
