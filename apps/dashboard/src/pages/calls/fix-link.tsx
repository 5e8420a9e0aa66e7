import type { RejectedCall } from '@trunkline/client';
import { TextLink } from '../../ui/links';

type Reason = RejectedCall['reason'];

/** The page that mends a reason; a call without the trunk or number leads to their list. */
type Fix = 'number' | 'trunk' | 'trunks' | 'outbound' | 'billing' | 'rates' | 'home';

/** Null: nothing in the dashboard mends it, and the remedy says what does. */
const FIXES: Readonly<Record<Reason, Fix | null>> = {
  number_unknown: 'trunks',
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
  source_unknown: 'trunks',
  trunk_not_active: 'trunk',
  source_ambiguous: 'trunks',
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
}

const E164 = /^\+\d+$/;

/** Leads to the page where the reason of a rejection is mended. */
export function FixLink({ reason, trunkId, number }: Props) {
  switch (FIXES[reason]) {
    case 'number':
      // A redacted number names no page.
      return number !== null && E164.test(number) ? (
        <TextLink to="/numbers/$e164" params={{ e164: number }}>
          Fix it: routing of the number
        </TextLink>
      ) : (
        <TextLink to="/numbers">Fix it: your numbers</TextLink>
      );
    case 'trunk':
      return trunkId === null ? (
        <TextLink to="/trunks">Fix it: SIP trunks</TextLink>
      ) : (
        <TextLink to="/trunks/$id" params={{ id: trunkId }}>
          Fix it: settings of the trunk
        </TextLink>
      );
    case 'trunks':
      return <TextLink to="/trunks">Fix it: SIP trunks</TextLink>;
    case 'outbound':
      return <TextLink to="/settings/outbound">Fix it: outbound calls</TextLink>;
    case 'billing':
      return <TextLink to="/billing">Fix it: billing</TextLink>;
    case 'rates':
      return <TextLink to="/billing/rates">See which numbers have a price</TextLink>;
    case 'home':
      return <TextLink to="/">See the alert</TextLink>;
    case null:
      return null;
  }
}
