import type { Cdr, CdrsListQuery } from '@trunkline/client';
import type { Column } from '../../ui/tables/data-table';
import { COST, PARTIES, RESULT, started, TALKED } from '../calls/call-cells';
import { RouteName } from '../calls/route-name';

type CallColumn = Column<Cdr, NonNullable<CdrsListQuery['sort']>>;

const columns = (ofDay: boolean): readonly CallColumn[] => [
  { ...started(ofDay), sorts: 'started_at' },
  ...PARTIES,
  RESULT,
  { title: 'Trunk', cell: ({ sip_trunk_id }) => <RouteName id={sip_trunk_id} /> },
  { ...TALKED, sorts: 'billable_duration_s' },
  { ...COST, sorts: 'customer_total_cents' },
];

/** The columns of a list of calls. */
export const COLUMNS = columns(false);
/** Those of a list with a heading for each day. */
export const COLUMNS_OF_DAYS = columns(true);
