import { Stack, Text } from '@mantine/core';
import type { RejectedCall } from '@trunkline/client';
import { words } from '../../format';
import { TextLink } from '../../ui/links';
import { isE164 } from '../../ui/tables/filter-texts';

type Reason = RejectedCall['reason'];

/** The page that mends a reason; a call without the trunk or number leads to their list. */
type Fix = 'number' | 'trunk' | 'outbound' | 'billing' | 'rates' | 'home';

/** Null: nothing in the dashboard mends it, and the remedy says what does. */
const FIXES: Readonly<Record<Reason, Fix | null>> = {
  number_unknown: 'trunk',
  number_malformed: null,
  number_not_active: 'number',
  account_not_active: 'billing',
  no_route: 'number',
  no_carrier: null,
  carrier_full: null,
  emergency_not_served: null,
  insufficient_balance: 'billing',
  daily_cap_reached: 'outbound',
  destination_not_allowed: 'rates',
  blocked_by_alert: 'home',
  country_not_allowed: 'outbound',
  country_unknown: null,
  range_not_allowed: null,
  rate_not_allowed: 'outbound',
  calls_per_second_reached: 'outbound',
  trunk_calls_per_second_reached: 'trunk',
  source_unknown: 'trunk',
  trunk_not_active: 'trunk',
  source_ambiguous: 'trunk',
  caller_id_not_allowed: 'trunk',
  account_full_inbound: 'billing',
  account_full_outbound: 'billing',
  call_ended: null,
  trunk_full: 'trunk',
};

interface Props {
  readonly reason: Reason;
  readonly trunkId: string | null;
  /** E.164 of the account's number that was called. */
  readonly number: string | null;
  /** The number called, of the account or of another party. */
  readonly called?: string | null;
}

/** The digits of a number whose price is looked up. */
const calledIn = (called: string | null) => (called !== null && isE164(called) ? { called: called.slice(1) } : {});

/** Leads to the page where the reason of a rejection is mended. */
export function FixLink({ reason, trunkId, number, called = null }: Props) {
  switch (FIXES[reason]) {
    case 'number':
      return <NumberFix number={number} />;
    case 'trunk':
      return <TrunkFix id={trunkId} />;
    case 'outbound':
      return <TextLink to="/settings/outbound">Fix it: outbound calls</TextLink>;
    case 'billing':
      return <TextLink to="/billing">Fix it: billing</TextLink>;
    case 'rates':
      return (
        <TextLink to="/billing/rates" search={calledIn(called)}>
          See which numbers have a price
        </TextLink>
      );
    case 'home':
      return <TextLink to="/">See the alert</TextLink>;
    case null:
      return null;
  }
}

/** A redacted number names no page. */
function NumberFix({ number }: { number: string | null }) {
  if (number === null || !isE164(number)) return <TextLink to="/numbers">Fix it: your numbers</TextLink>;
  return (
    <TextLink to="/numbers/$e164" params={{ e164: number }}>
      Fix it: routing of the number
    </TextLink>
  );
}

function TrunkFix({ id }: { id: string | null }) {
  if (id === null) return <TextLink to="/trunks">Fix it: SIP trunks</TextLink>;
  return (
    <TextLink to="/trunks/$id" params={{ id }}>
      Fix it: settings of the trunk
    </TextLink>
  );
}

/** Why a call was rejected, with what mends it. */
export function WhyRejected({ call }: { call: RejectedCall }) {
  const { direction, reason, explanation, remedy, sip_trunk_id, to } = call;
  return (
    <Stack gap={2} miw={220} maw={460}>
      <Text size="sm" fw={600}>
        {words(reason)}
      </Text>
      <Text size="sm">{explanation}</Text>
      <Text size="sm" c="dimmed">
        {remedy}
      </Text>
      <span>
        <FixLink reason={reason} trunkId={sip_trunk_id} number={direction === 'inbound' ? to : null} called={to} />
      </span>
    </Stack>
  );
}
