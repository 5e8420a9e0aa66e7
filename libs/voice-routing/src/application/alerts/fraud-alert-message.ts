import { compose, displayCents, inUtc, type Message } from '@trunkline/kernel';
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
        ? 'Outbound calls of the account are rejected until we have looked at this alert. Emergency calls work.'
        : 'Your calls still work.',
      'If these calls are not yours, revoke API keys, change SIP passwords, and check who can place calls through your telephone system. The call records show the calls.',
    ],
    footer: FOOTER,
  });
}

function patternOf({ rule, startedAt, country, prefix, calls, costCents, usualCostCents }: FraudAlert): string {
  const at = inUtc(startedAt);
  switch (rule) {
    case 'expensive_hour':
      return `The calls of the hour from ${at} have cost ${displayCents(costCents ?? 0)}. Calls at this time of the day usually cost ${displayCents(usualCostCents ?? 0)}.`;
    case 'new_country_at_night':
      return `Your account called a country for the first time, at night: ${String(country)}, on ${at}.`;
    case 'short_calls':
      return `Your account placed ${String(calls)} short calls to numbers that begin with ${String(prefix)}, since ${at}. They cost ${displayCents(costCents ?? 0)}.`;
  }
}
