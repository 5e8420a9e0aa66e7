import { compose, countryName, displayCents, inUtc, type Message, NO_COUNTRY } from '@trunkline/kernel';
import type { FraudAlert } from '../../domain/fraud-alert';

const FOOTER = 'You receive this email because you are an owner, an admin or a billing member of the account.';

/** Composes the mail of an alert. */
export function fraudAlertMessage(name: string, alert: FraudAlert): Message {
  return compose({
    subject: 'Unusual calls on your account',
    name,
    lines: [
      patternOf(alert),
      alert.blocksOutbound
        ? 'Outbound calls of the account are rejected until we have reviewed this alert. Emergency calls still work.'
        : 'Your calls still work.',
      'If you did not place these calls, revoke API keys, change SIP passwords, and check who can place calls through your telephone system. The calls are listed in your call records.',
    ],
    footer: FOOTER,
  });
}

function patternOf({ rule, startedAt, country, prefix, calls, costCents, usualCostCents }: FraudAlert): string {
  const at = inUtc(startedAt);
  switch (rule) {
    case 'expensive_hour':
      return `The calls in the hour from ${at} cost ${displayCents(costCents ?? 0)}. The calls in this hour of the day usually cost ${displayCents(usualCostCents ?? 0)}.`;
    case 'new_country_at_night':
      return `Your account called a country for the first time, at night: ${countryName(country ?? NO_COUNTRY)}, on ${at}.`;
    case 'short_calls':
      return `Since ${at}, your account has placed ${String(calls)} short calls to numbers that begin with ${String(prefix)}. They cost ${displayCents(costCents ?? 0)}.`;
  }
}
