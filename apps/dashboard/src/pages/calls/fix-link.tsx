import { Stack, Text } from '@mantine/core';
import type { RejectedCall } from '@trunkline/client';
import { TextLink } from '../../ui/links';
import { isE164 } from '../../ui/tables/filter-texts';
import { REJECTION_TITLES } from './failure-title';
import { type Fix, FIXES, TRUNK_PARTS, type TrunkFix } from './fixes';

interface Props {
  readonly fix: Fix | null;
  readonly trunkId: string | null;
  /** E.164 of the account's number that was called. */
  readonly number: string | null;
  /** The number called, of the account or of another party. */
  readonly called?: string | null;
}

/** The digits of a number whose price is looked up. */
const calledIn = (called: string | null) => (called !== null && isE164(called) ? { called: called.slice(1) } : {});

/** Leads to the page where a failure is mended. */
export function FixLink({ fix, trunkId, number, called = null }: Props) {
  switch (fix) {
    case 'number':
      return <NumberFix number={number} />;
    case 'trunk':
    case 'trunk-settings':
      return <TrunkLink id={trunkId} fix={fix} />;
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

function TrunkLink({ id, fix }: { id: string | null; fix: TrunkFix }) {
  if (id === null) return <TextLink to="/trunks">Fix it: SIP trunks</TextLink>;
  return (
    <TextLink to="/trunks/$id" params={{ id }} search={TRUNK_PARTS[fix]}>
      Fix it: {fix === 'trunk' ? 'connection' : 'settings'} of the trunk
    </TextLink>
  );
}

/** Why a call was rejected, with what mends it. */
export function WhyRejected({ call }: { call: RejectedCall }) {
  const { direction, reason, explanation, remedy, sip_trunk_id, to } = call;
  return (
    <Stack gap={2} miw={220} maw={460}>
      <Text size="sm" fw={600}>
        {REJECTION_TITLES[reason]}
      </Text>
      <Text size="sm">{explanation}</Text>
      <Text size="sm" c="dimmed">
        {remedy}
      </Text>
      <span>
        <FixLink fix={FIXES[reason]} trunkId={sip_trunk_id} number={direction === 'inbound' ? to : null} called={to} />
      </span>
    </Stack>
  );
}
