import { useQuery } from '@tanstack/react-query';
import type { FraudAlert, FraudAlertPage } from '@trunkline/client';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { TextLink } from '../../../ui/links';
import type { Matter } from './matters';

const SHOWN_MAX = 5;
const REFRESH_MS = 60_000;

export function useFraudAlerts() {
  const query = { status: 'open' as const, limit: SHOWN_MAX };
  return useQuery({
    queryKey: ['billing', 'alerts', query],
    queryFn: async ({ signal }) => trunkline.billing.alerts.list(query, { signal }),
    enabled: useMay()('billing:read'),
    refetchInterval: REFRESH_MS,
  });
}

/** The newest open alerts, and what to do about them. */
export function fraudAlerts({ items, next_cursor }: FraudAlertPage): readonly Matter[] {
  const link = <TextLink to="/calls">Check the call records</TextLink>;
  const isBlocked = items.some(({ blocks_outbound }) => blocks_outbound);
  return [
    ...(isBlocked ? [{ key: 'blocked', state: 'bad', text: BLOCKED } as const] : []),
    ...items.map(
      (alert): Matter => ({
        key: alert.id,
        state: alert.blocks_outbound ? 'bad' : 'warn',
        text: `${alertText(alert)} ${ADVICE}`,
        link,
      }),
    ),
    ...(next_cursor === null
      ? []
      : [{ key: 'alerts', state: 'warn', text: 'There are more alerts about unusual calls.' } as const]),
  ];
}

const BLOCKED = 'Outbound calls are blocked until support has reviewed unusual calls. Emergency calls still work.';
const ADVICE = 'If you did not place these calls, revoke API keys and change SIP passwords.';

const alertText = (alert: FraudAlert): string => TEXTS[alert.rule](alert, format.time(alert.started_at));

const cents = (amount: number | null) => format.money(amount ?? 0);
const count = (of: number | null) => format.count(of ?? 0);

const TEXTS: Readonly<Record<FraudAlert['rule'], (alert: FraudAlert, at: string) => string>> = {
  expensive_hour: ({ cost_cents, usual_cost_cents }, at) =>
    `Calls and messages in the hour from ${at} cost ${cents(cost_cents)}; the usual cost in this hour of the day is ${cents(usual_cost_cents)}.`,
  new_country_at_night: ({ country }, at) =>
    `${format.country(country ?? '')} was called or messaged for the first time, at night (${at}).`,
  short_calls: ({ calls, prefix, cost_cents }, at) =>
    `${count(calls)} short calls to numbers that begin with ${prefix ?? ''} since ${at} have cost ${cents(cost_cents)}.`,
  repeated_messages: ({ messages, prefix, cost_cents }, at) =>
    `${count(messages)} messages to numbers that begin with ${prefix ?? ''} since ${at} cost ${cents(cost_cents)}.`,
};
