import { VisuallyHidden } from '@mantine/core';
import type { CallDirection, Cdr, CdrsListQuery } from '@trunkline/client';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { format, words } from '../../format';
import { Flag } from '../../format/flag';
import { Moment } from '../../format/moment';
import { Caller, Phone, usePhoneCountry } from '../../format/phone';
import { TextLink } from '../../ui/links';
import type { Column } from '../../ui/tables/data-table';
import { CallResult } from '../calls/call-result';
import { RouteName } from '../calls/route-name';
import classes from './call-log.module.css';

type CallColumn = Column<Cdr, NonNullable<CdrsListQuery['sort']>>;

const started = (ofDay: boolean): CallColumn => ({
  title: 'Started',
  sorts: 'started_at',
  cell: ({ id, started_at }) => (
    <TextLink to="/calls/$id" params={{ id }} className="opens">
      <Moment at={started_at} ofDay={ofDay} />
    </TextLink>
  ),
});

const REST: readonly CallColumn[] = [
  { title: 'Direction', cell: ({ direction }) => <Direction direction={direction} /> },
  { title: 'From', long: true, cell: (call) => <Party call={call} side="caller" /> },
  { title: 'To', long: true, cell: (call) => <Party call={call} side="callee" /> },
  {
    title: 'Result',
    is: 'state',
    cell: ({ hangup_cause, answered_at }) => <CallResult cause={hangup_cause} isAnswered={answered_at !== null} />,
  },
  { title: 'Trunk', cell: ({ sip_trunk_id }) => <RouteName id={sip_trunk_id} /> },
  {
    title: 'Talked',
    is: 'count',
    sorts: 'billable_duration_s',
    cell: ({ answered_at, billable_duration_s }) => (answered_at === null ? '–' : format.duration(billable_duration_s)),
  },
  {
    title: 'Cost',
    is: 'money',
    sorts: 'customer_total_cents',
    cell: ({ customer_total_cents, currency }) => format.money(customer_total_cents, currency),
  },
];

/** The columns of a list of calls. */
export const COLUMNS = [started(false), ...REST];
/** Those of a list with a heading for each day. */
export const COLUMNS_OF_DAYS = [started(true), ...REST];

/** A party of a call with the flag of its country. The digits of the account's own number name its country. */
function Party({ call, side }: { call: Cdr; side: 'caller' | 'callee' }) {
  const countryOf = usePhoneCountry();
  const number = call[side];
  const isRemote = (call.direction === 'inbound') === (side === 'caller');
  return (
    <>
      {number !== null && <Flag country={(isRemote && call.country) || countryOf(number)} />}
      {side === 'caller' ? <Caller call={call} /> : <Phone value={number} />}
    </>
  );
}

function Direction({ direction }: { direction: CallDirection }) {
  const Arrow = direction === 'inbound' ? ArrowDownLeft : ArrowUpRight;
  return (
    <span title={words(direction)} className={classes['arrow']}>
      <Arrow size={15} strokeWidth={1.75} aria-hidden />
      <VisuallyHidden>{words(direction)}</VisuallyHidden>
    </span>
  );
}
