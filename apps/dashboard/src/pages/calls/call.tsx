import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { CdrDetail, CdrRating, PriceLine } from '@trunkline/client';
import type { ReactNode } from 'react';
import { format, words } from '../../format';
import { moments } from '../../format/moment';
import { Caller, Phone, usePhoneFormat } from '../../format/phone';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { Facts } from '../../ui/layout/facts';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { CallAttempts } from './call-attempts';
import { CallLadder } from './call-ladder';
import { RouteName } from './route-name';
import { CallResult } from './call-result';
import { FixLink } from './fix-link';

const route = getRouteApi('/signed-in/calls/$id');

export function CallPage() {
  const { id } = route.useParams();
  const grouped = usePhoneFormat();
  const query = useQuery({
    queryKey: ['calls', id],
    queryFn: ({ signal }) => trunkline.cdrs.get(id, { signal }),
  });
  return (
    <Page title={query.data ? titleOf(query.data, grouped) : 'Call'}>
      <Loaded query={query} title="The call could not be loaded">
        {(call) => <Details call={call} />}
      </Loaded>
    </Page>
  );
}

function titleOf(call: CdrDetail, grouped: (e164: string) => string): string {
  const { direction, caller, caller_withheld, callee } = call;
  const kind = `${words(direction)} call`;
  if (direction === 'inbound' && caller_withheld) return `${kind} from a withheld number`;
  const [preposition, party] = direction === 'outbound' ? ['to', callee] : ['from', caller];
  return party === null ? kind : `${kind} ${preposition} ${grouped(party)}`;
}

function Details({ call }: { call: CdrDetail }) {
  return (
    <>
      <Panel>
        <Stack>
          <Why call={call} />
          <Facts items={factsOf(call)} />
        </Stack>
      </Panel>
      <Panel>
        <Stack>
          <Title order={2}>What happened</Title>
          <CallLadder call={{ ...call, final_code: call.sip_response_code }} />
          <CallAttempts attempts={call.attempts} startedAt={call.started_at} />
        </Stack>
      </Panel>
      <Panel title="Price">
        <Price call={call} />
      </Panel>
    </>
  );
}

/** Why the call ended, and what to do about it. */
function Why({ call }: { call: CdrDetail }) {
  const { explanation, remedy, decision, sip_trunk_id, direction, callee } = call;
  const reason = decision?.reason ?? null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {explanation}
      </Text>
      <Text size="sm" c="dimmed">
        {remedy}
      </Text>
      {reason !== null && (
        <FixLink
          reason={reason}
          trunkId={sip_trunk_id}
          number={direction === 'inbound' ? callee : null}
          called={callee}
        />
      )}
    </div>
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
  { title: 'Amount', end: true, cell: ({ amount_microcents }) => format.rate(amount_microcents) },
];

function factsOf(call: CdrDetail) {
  return [
    ['Result', <CallResult key="result" cause={call.hangup_cause} isAnswered={call.answered_at !== null} />],
    ['From', <Caller key="from" call={call} />],
    ...trustOf(call),
    ['To', <Phone key="to" value={call.callee} />],
    ['Your number', call.e164 === null ? 'None' : <NumberLink key="number" e164={call.e164} />],
    ...routeOf(call),
    ['Started', moments().exact(call.started_at)],
    ['Answered', call.answered_at === null ? 'No' : moments().exact(call.answered_at)],
    ['Ended', moments().exact(call.ended_at)],
    ['Duration', format.duration(call.duration_s)],
    ['Billed', format.duration(call.billable_duration_s)],
    ['SIP response', call.sip_response_code === null ? 'None' : String(call.sip_response_code)],
    ['Ended by', call.disconnected_by === null ? 'Unknown' : words(call.disconnected_by)],
    ...(call.customer_reference === null ? [] : [['Reference', call.customer_reference] as const]),
    ...(call.imported_from === null ? [] : [['Imported from', IMPORTED_FROM[call.imported_from]] as const]),
    ['SIP Call-ID', <Mono key="call-id" text={call.sip_call_id} />],
    ['ID', <Mono key="id" text={call.id} />],
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

function Mono({ text }: { text: string }) {
  return (
    <span className="mono" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </span>
  );
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
  return (
    <>
      {rating && <Arithmetic title="Rate" rating={rating} call={call} />}
      {forward_rating && <Arithmetic title="Forwarding rate" rating={forward_rating} call={call} />}
      {call.price_lines.length > 0 && (
        <ShortTable
          label="Parts of the price"
          columns={PRICE_COLUMNS}
          rows={call.price_lines}
          rowKey={({ kind, leg }) => `${kind} ${String(leg)}`}
        />
      )}
      <Text size="sm" fw={600} className="figures">
        Total: {format.money(call.customer_total_cents, currency)}
      </Text>
      {call.estimated_leg && (
        <Text size="sm" c="dimmed">
          The switch did not report which route answered. The most expensive route is charged until an operator corrects
          it.
        </Text>
      )}
      {billing_transaction_id !== null && (
        <Text size="xs" c="dimmed">
          Transaction{' '}
          <TextLink to="/billing/transactions/$id" params={{ id: billing_transaction_id }} fz="xs" className="mono">
            {billing_transaction_id}
          </TextLink>
        </Text>
      )}
    </>
  );
}

function Arithmetic({ title, rating, call }: { title: string; rating: CdrRating; call: CdrDetail }) {
  const { prefix, rate_per_minute_microcents, first_s, next_s, connection_fee_cents, discount_pct } = rating;
  const rate = format.rate(rate_per_minute_microcents, call.currency);
  return (
    <Text size="sm" className="figures" mb={4}>
      {title}
      {prefix && ` for ${prefix}`}: {rate} per minute, at least {first_s} s, then in steps of {next_s} s, for{' '}
      {format.duration(call.billable_duration_s)}
      {connection_fee_cents > 0 && `, plus a connection fee of ${format.money(connection_fee_cents, call.currency)}`}
      {discount_pct > 0 && `, less ${discount_pct} %`}
    </Text>
  );
}
