import { compose, countryName, displayCents, inUtc, type Message, NO_COUNTRY } from '@trunkline/kernel';
import type { FraudAlert } from '../../domain/fraud-alert';

const FOOTER = 'You receive this email because you are an owner, an admin or a billing member of the account.';

/** Composes the mail of an alert. */
export function fraudAlertMessage(name: string, alert: FraudAlert): Message {
  return compose({
    subject: 'Unusual calls or messages on your account',
    name,
    lines: [
      patternOf(alert),
      alert.blocksOutbound
        ? 'Outbound calls and messages of the account are rejected until we have reviewed this alert. Emergency calls still work.'
        : 'Your calls and messages still work.',
      'If you did not place these calls or send these messages, revoke API keys, change SIP passwords, and check who can place calls through your telephone system. Calls are listed in your call records, messages under Messages.',
    ],
    footer: FOOTER,
  });
}

function patternOf(alert: FraudAlert): string {
  return PATTERNS[alert.rule](alert, inUtc(alert.startedAt));
}

const cents = (amount: number | null) => displayCents(amount ?? 0);

const PATTERNS: Readonly<Record<FraudAlert['rule'], (alert: FraudAlert, at: string) => string>> = {
  expensive_hour: ({ costCents, usualCostCents }, at) =>
    `The calls and messages in the hour from ${at} cost ${cents(costCents)}. This hour of the day usually costs ${cents(usualCostCents)}.`,
  new_country_at_night: ({ country }, at) =>
    `Your account called or messaged a country for the first time, at night: ${countryName(country ?? NO_COUNTRY)}, on ${at}.`,
  short_calls: ({ calls, prefix, costCents }, at) =>
    `Since ${at}, your account has placed ${String(calls)} short calls to numbers that begin with ${String(prefix)}. They cost ${cents(costCents)}.`,
  repeated_messages: ({ messages, prefix, costCents }, at) =>
    `Since ${at}, your account has sent ${String(messages)} messages to numbers that begin with ${String(prefix)}. They cost ${cents(costCents)}.`,
};
