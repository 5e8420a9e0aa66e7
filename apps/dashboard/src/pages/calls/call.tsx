import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { CdrDetail, CdrRating, PriceLine } from '@trunkline/client';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { format, words } from '../../format';
import { Moment, moments } from '../../format/moment';
import { Caller, Phone, usePhoneFormat } from '../../format/phone';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { Note } from '../../ui/feedback/note';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { Tiles } from '../../ui/layout/tiles';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { Table } from '../../ui/tables/table';
import { CallLadder } from './ladder/call-ladder';
import { RouteName, useRouteOf } from './route-name';
import classes from './call.module.css';
import { CallPill } from './call-result';
import { answerOfAll, failureTitle } from './failure-title';
import { fixOf, isOfTrunk, TRUNK_PARTS } from './fixes';
import { hasFailed } from './results';
import { SimilarCalls } from './similar-calls';
import { useGateways } from './ladder/use-gateways';
import { isRejected, Next } from './what-next';

const route = getRouteApi('/signed-in/calls/$id');

export function CallPage() {
  const { id } = route.useParams();
  const grouped = usePhoneFormat();
  const query = useQuery({
    queryKey: ['calls', id],
    queryFn: ({ signal }) => trunkline.cdrs.get(id, { signal }),
  });
  return (
    <Page
      title={query.data ? titleOf(query.data, grouped) : 'Call'}
      heading={query.data && <Heading call={query.data} />}
      crumb={query.data && <Moment at={query.data.started_at} />}
      meta={query.data && <Meta call={query.data} />}
      actions={
        query.data && (
          <>
            <OfNumber call={query.data} />
            <Mend call={query.data} />
          </>
        )
      }
    >
      <Loaded query={query} title="The call could not be loaded">
        {(call) => <Details call={call} />}
      </Loaded>
    </Page>
  );
}

const partyOf = (party: string | null, none: string, grouped: (e164: string) => string): string =>
  party === null ? none : grouped(party);

/** Who called whom, for the title of the window and the heading. */
function titleOf(call: CdrDetail, grouped: (e164: string) => string): string {
  const { direction, caller, caller_withheld, callee } = call;
  const from = partyOf(caller, caller_withheld ? 'Withheld number' : 'Hidden number', grouped);
  return `${words(direction)} call: ${from} → ${partyOf(callee, 'hidden number', grouped)}`;
}

function Heading({ call }: { call: CdrDetail }) {
  return (
    <>
      <Caller call={call} />
      <ArrowRight size={18} strokeWidth={1.75} role="img" aria-label="to" />
      <Phone value={call.callee} />
      <CallPill call={call} />
    </>
  );
}

/** In which direction, over which number, when, and how long. */
function Meta({ call }: { call: CdrDetail }) {
  const { direction, e164, started_at, answered_at, duration_s } = call;
  return (
    <>
      <span>
        {words(direction)}
        {e164 !== null && (
          <>
            {direction === 'inbound' ? ' to ' : ' from '}
            <NumberLink e164={e164} />
          </>
        )}
      </span>
      <span className="figures">{moments().exact(started_at)}</span>
      <span className="figures">
        {format.duration(duration_s)} {answered_at === null ? 'until it ended' : 'in all'}
      </span>
    </>
  );
}

/** Leads to the other calls of the account's number. */
function OfNumber({ call: { e164 } }: { call: CdrDetail }) {
  if (e164 === null) return null;
  return (
    <ButtonLink to="/calls" search={{ number: e164 }} variant="default">
      Calls with this number
    </ButtonLink>
  );
}

/** The trunk that mends a failed call. */
function Mend({ call }: { call: CdrDetail }) {
  const { failedTrunk } = useGateways(call);
  const fix = fixOf(call);
  if (!hasFailed(call) || !isOfTrunk(fix) || failedTrunk === null) return null;
  return (
    <ButtonLink to="/trunks/$id" params={{ id: failedTrunk }} search={TRUNK_PARTS[fix]}>
      Open <RouteName id={failedTrunk} />
    </ButtonLink>
  );
}

function Details({ call }: { call: CdrDetail }) {
  const gateways = useGateways(call);
  const { names } = gateways;
  const route = useRouteOf(call);
  return (
    <Stack gap={40}>
      <Why call={call} />
      {call.answered_at !== null && <Figures call={call} answeredAt={call.answered_at} />}
      <div className={classes['columns']}>
        <Panel title="What happened">
          <CallLadder call={{ ...call, final_code: call.sip_response_code }} names={{ gateways: names, route }} />
        </Panel>
        <Stack gap={40}>
          <Next call={call} gateways={gateways} />
          <Panel title="Price">
            <Price call={call} />
          </Panel>
          <Panel title="Details">
            <Facts lines items={factsOf(call)} />
          </Panel>
        </Stack>
      </div>
    </Stack>
  );
}

/** How long the parties of an answered call talked, and what it cost. */
function Figures({ call, answeredAt }: { call: CdrDetail; answeredAt: number }) {
  const { started_at, ended_at, billable_duration_s, disconnected_by, hangup_cause, rating, currency } = call;
  return (
    <Tiles
      tiles={[
        [
          'Talked',
          format.duration(Math.max(0, ended_at - answeredAt)),
          `Billed ${format.duration(billable_duration_s)}`,
        ],
        [
          'Until answered',
          format.duration(Math.max(0, answeredAt - started_at)),
          `At ${moments().event(answeredAt, answeredAt * 1000)}`,
        ],
        [
          'Ended by',
          disconnected_by === null ? 'Unknown' : words(disconnected_by),
          hangup_cause && words(hangup_cause),
        ],
        [
          'Charged',
          format.money(call.customer_total_cents, currency),
          rating && `${format.rate(rating.rate_per_minute_microcents, currency)} per minute`,
        ],
      ]}
    />
  );
}

/** Why the call ended. A fault says how many other calls it hit. */
function Why({ call }: { call: CdrDetail }) {
  const { explanation } = call;
  if (!hasFailed(call))
    return (
      <div className={classes['why']}>
        <b>{explanation}</b>
        {!isRejected(call) && <span>{call.remedy}</span>}
      </div>
    );
  return (
    <Note state="bad" role="status" title={failureTitle(call)}>
      <div>{answerOfAll(call)?.explanation ?? explanation}</div>
      <SimilarCalls call={call} />
    </Note>
  );
}

const LINES: Readonly<Record<PriceLine['kind'], string>> = {
  connection_fee: 'Connection fee',
  time: 'Time',
  discount: 'Discount',
  rounding: 'Rounding up to a cent',
};

const PRICE_COLUMNS: readonly Column<PriceLine>[] = [
  {
    title: 'Part',
    cell: ({ kind, leg, billed_s }) =>
      `${LINES[kind]}${leg === 'forward' ? ' of the forwarding' : ''}${billed_s === null ? '' : `, ${format.duration(billed_s)}`}`,
  },
  { title: 'Amount', is: 'money', cell: ({ amount_microcents }) => format.rate(amount_microcents) },
];

function factsOf(call: CdrDetail) {
  return [
    ...trustOf(call),
    ['Your number', call.e164 === null ? 'None' : <NumberLink key="number" e164={call.e164} />],
    ...routeOf(call),
    ['Answered', call.answered_at === null ? 'No' : moments().exact(call.answered_at)],
    ['Ended', moments().exact(call.ended_at)],
    ['Duration', format.duration(call.duration_s)],
    ['Billed', format.duration(call.billable_duration_s)],
    ['SIP response', call.sip_response_code === null ? 'None' : String(call.sip_response_code)],
    ['Cause', call.hangup_cause === null ? 'Unknown' : words(call.hangup_cause)],
    ['Ended by', call.disconnected_by === null ? 'Unknown' : words(call.disconnected_by)],
    ...(call.customer_reference === null ? [] : [['Reference', call.customer_reference] as const]),
    ...(call.imported_from === null ? [] : [['Imported from', IMPORTED_FROM[call.imported_from]] as const]),
    ['SIP Call-ID', <Id key="call-id" value={call.sip_call_id} />],
    ['ID', <Id key="id" value={call.id} />],
  ] as const;
}

/** The trunk and the routing profile of a call, where it has them. */
function routeOf({ sip_trunk_id, routing_profile_id }: CdrDetail): (readonly [string, ReactNode])[] {
  const trunk = sip_trunk_id !== null && (
    <TextLink to="/trunks/$id" params={{ id: sip_trunk_id }}>
      <RouteName id={sip_trunk_id} />
    </TextLink>
  );
  const profile = routing_profile_id !== null && (
    <TextLink to="/routing/$id" params={{ id: routing_profile_id }}>
      <RouteName id={routing_profile_id} />
    </TextLink>
  );
  return [
    ...(trunk ? [['SIP trunk', trunk] as const] : []),
    ...(profile ? [['Routing profile', profile] as const] : []),
  ];
}

const IMPORTED_FROM = { twilio: 'Twilio', telnyx: 'Telnyx', didww: 'DIDWW', generic: 'Another provider' };

const ATTESTATIONS = { A: 'Entitled to the number', B: 'Known to its carrier', C: 'Unknown to the carrier' };

/** What carriers say about the caller's number, where they say it. */
function trustOf({ attestation, verification }: CdrDetail): (readonly [string, string])[] {
  return [
    ...(attestation === null ? [] : [['Caller', `${ATTESTATIONS[attestation]} (attestation ${attestation})`] as const]),
    ...(verification === null ? [] : [['Signature of the caller', words(verification)] as const]),
  ];
}

function NumberLink({ e164 }: { e164: string }) {
  return (
    <TextLink to="/numbers/$e164" params={{ e164 }}>
      <Phone value={e164} />
    </TextLink>
  );
}

/** How the price came about: rate, increments and fee of each leg. */
function Price({ call }: { call: CdrDetail }) {
  const { rating, forward_rating, currency, billing_transaction_id } = call;
  const total = format.money(call.customer_total_cents, currency);
  if (call.answered_at === null && call.customer_total_cents === 0) return <Text size="sm">Not charged.</Text>;
  return (
    <Stack gap="xs">
      {rating && <Arithmetic title="Rate" rating={rating} call={call} />}
      {forward_rating && <Arithmetic title="Forwarding rate" rating={forward_rating} call={call} />}
      {call.price_lines.length > 0 ? (
        <ShortTable
          label="Parts of the price"
          columns={PRICE_COLUMNS}
          rows={call.price_lines}
          rowKey={({ kind, leg }) => `${kind} ${String(leg)}`}
        >
          <Table.Tr>
            <Table.Td fw={600}>Total</Table.Td>
            <Table.Td ta="end" fw={600} className="figures">
              {total}
            </Table.Td>
          </Table.Tr>
        </ShortTable>
      ) : (
        <Text size="sm" fw={600} className="figures">
          Total: {total}
        </Text>
      )}
      {call.estimated_leg && (
        <Text size="sm" c="dimmed">
          The switch did not report which route answered. The most expensive route is charged until an operator corrects
          it.
        </Text>
      )}
      {billing_transaction_id !== null && (
        <Text size="xs" c="dimmed">
          Transaction{' '}
          <Id
            value={billing_transaction_id}
            link={(text) => (
              <TextLink to="/billing/transactions/$id" params={{ id: billing_transaction_id }}>
                {text}
              </TextLink>
            )}
          />
        </Text>
      )}
    </Stack>
  );
}

function Arithmetic({ title, rating, call }: { title: string; rating: CdrRating; call: CdrDetail }) {
  const { prefix, rate_per_minute_microcents, first_s, next_s, connection_fee_cents, discount_pct } = rating;
  const rate = format.rate(rate_per_minute_microcents, call.currency);
  return (
    <Text size="sm" className="figures">
      {title}
      {prefix && ` for ${prefix}`}: {rate} per minute, at least {first_s} s, then in steps of {next_s} s, for{' '}
      {format.duration(call.billable_duration_s)}
      {connection_fee_cents > 0 && `, plus a connection fee of ${format.money(connection_fee_cents, call.currency)}`}
      {discount_pct > 0 && `, less ${discount_pct} %`}
    </Text>
  );
}
