import { VisuallyHidden } from '@mantine/core';
import type { CallDirection, RecentCall } from '@trunkline/client';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { createContext, useContext } from 'react';
import { format, words } from '../../format';
import { Flag } from '../../format/flag';
import { Moment } from '../../format/moment';
import { Caller, Phone, usePhoneCountry } from '../../format/phone';
import { TextLink } from '../../ui/links';
import { part } from '../../ui/part';
import type { Column } from '../../ui/tables/data-table';
import classes from './call-cells.module.css';
import { CallResult } from './call-result';
import { isAnsweredBy } from './results';

/** What tables show of a call. Recent calls have no country and no time of answer. */
export type ShownCall = Omit<RecentCall, 'sip_response_code'> & {
  readonly country?: string | null;
  readonly answered_at?: number | null;
};

type CallColumn = Column<ShownCall>;

const isAnswered = ({ answered_at, billable_duration_s, hangup_cause }: ShownCall): boolean =>
  answered_at === undefined ? billable_duration_s > 0 || isAnsweredBy(hangup_cause) : answered_at !== null;

/** When a call began, which leads to its page. `ofDay` leaves the day to a heading above. */
export const started = (ofDay: boolean): CallColumn => ({
  title: 'Started',
  cell: ({ id, started_at }) => (
    <TextLink to="/calls/$id" params={{ id }} className="opens">
      <Moment at={started_at} ofDay={ofDay} />
    </TextLink>
  ),
});

const DIRECTION: CallColumn = { title: 'Direction', cell: ({ direction }) => <Direction direction={direction} /> };

export const PARTIES: readonly CallColumn[] = [
  DIRECTION,
  { title: 'From', long: true, cell: (call) => <Party call={call} side="caller" /> },
  { title: 'To', long: true, cell: (call) => <Party call={call} side="callee" /> },
];

/** Without flags, for a page whose requests are counted. */
export const PLAIN_PARTIES: readonly CallColumn[] = [
  DIRECTION,
  { title: 'From', long: true, cell: (call) => <PlainParty call={call} side="caller" /> },
  { title: 'To', long: true, cell: (call) => <PlainParty call={call} side="callee" /> },
];

export const RESULT: CallColumn = {
  title: 'Result',
  is: 'state',
  cell: (call) => <CallResult cause={call.hangup_cause} isAnswered={isAnswered(call)} />,
};

export const TALKED: CallColumn = {
  title: 'Talked',
  is: 'count',
  cell: (call) => (isAnswered(call) ? format.duration(call.billable_duration_s) : '–'),
};

export const COST: CallColumn = {
  title: 'Cost',
  is: 'money',
  cell: ({ customer_total_cents, currency }) => format.money(customer_total_cents, currency),
};

type Parties = Pick<ShownCall, 'direction' | 'caller' | 'caller_withheld' | 'callee' | 'number_id' | 'country'>;

interface PartyProps {
  readonly call: Parties;
  readonly side: 'caller' | 'callee';
}

const isRemote = ({ call: { direction }, side }: PartyProps): boolean =>
  (direction === 'inbound') === (side === 'caller');

/** A party of a call with the flag of its country. The digits of the account's own number name its country. */
export function Party(props: PartyProps) {
  const { call, side } = props;
  const countryOf = usePhoneCountry();
  const number = call[side];
  return (
    <span className={classes['party']}>
      {number !== null && <Flag country={(isRemote(props) && call.country) || countryOf(number)} />}
      <span className={classes['names']}>
        <PlainParty {...props} />
      </span>
    </span>
  );
}

/** A party of a call, and the label of the account's own number. */
function PlainParty(props: PartyProps) {
  const { call, side } = props;
  return (
    <>
      {side === 'caller' ? <Caller call={call} /> : <Phone value={call.callee} />}
      {!isRemote(props) && <Label id={call.number_id} />}
    </>
  );
}

/** Whether labels may be loaded now. A page whose requests are counted loads them later. */
export const MayLoadLabels = createContext(true);

const OwnLabel = part(async () => (await import('./own-label')).OwnLabel);

function Label({ id }: { id: string | null }) {
  return useContext(MayLoadLabels) && <OwnLabel id={id} />;
}

export function Direction({ direction }: { direction: CallDirection }) {
  const Arrow = direction === 'inbound' ? ArrowDownLeft : ArrowUpRight;
  return (
    <span title={words(direction)} className={classes['arrow']}>
      <Arrow size={15} strokeWidth={1.75} aria-hidden />
      <VisuallyHidden>{words(direction)}</VisuallyHidden>
    </span>
  );
}
