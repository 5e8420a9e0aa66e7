import { format } from '../../../format';
import { Tiles } from '../../../ui/layout/tiles';
import { changeText } from './change-text';
import { costOf, type MonthUsage, sumOf } from './load-usage';
import type { Span } from './months';

/** The name of a time: `Oct 1 to 29`. */
export function nameOf({ from, to }: Span): string {
  const [first, last] = [format.shortDay(from), format.shortDay(to - 1)];
  return first === last ? first : `${first} to ${last}`;
}

const SECONDS_PER_MINUTE = 60;
const OF_CALLS = ['usage_inbound', 'usage_outbound'] as const;

/** What a minute of the calls cost on average, if there was one. */
function minuteOf(days: MonthUsage['days'], kinds: readonly string[]): string | null {
  const calls = days.filter(({ key }) => kinds.some((kind) => key.endsWith(kind)));
  const seconds = sumOf(calls, ({ billable_s }) => billable_s);
  return seconds === 0 ? null : format.average(costOf(calls), seconds / SECONDS_PER_MINUTE);
}

/** The price of a minute in each direction that had one. */
function directionsOf(days: MonthUsage['days']): string {
  const prices = OF_CALLS.flatMap((kind, index) => {
    const price = minuteOf(days, [kind]);
    return price === null ? [] : [`${index === 0 ? 'in' : 'out'} ${price}`];
  });
  const text = prices.join(', ');
  return text === '' ? 'No call was billed' : text.charAt(0).toUpperCase() + text.slice(1);
}

function spentNote(spent: number, compared: MonthUsage['compared']): string | null {
  if (!compared) return null;
  const change = changeText(spent, compared.spentCents);
  return change === null ? `${nameOf(compared.span)}: nothing` : `${change} on ${nameOf(compared.span)}`;
}

/** The figures of a month, which are of all charges, whatever the table groups. */
export function UsageFigures({ usage }: { usage: MonthUsage }) {
  const { month, days, compared, forecastCents, topUps } = usage;
  const spent = costOf(days);
  const billed = sumOf(days, ({ billable_s }) => billable_s);
  return (
    <Tiles
      tiles={[
        ['Spent', format.money(spent), spentNote(spent, compared)],
        ...(forecastCents === null
          ? []
          : [
              [
                `Expected by ${format.shortDay(month.to - 1)}`,
                format.money(forecastCents),
                'Usage at the pace so far',
              ] as const,
            ]),
        ['Calls', format.count(sumOf(days, ({ calls }) => calls)), `Talk time ${format.duration(billed)}`],
        ['A minute costs', minuteOf(days, OF_CALLS) ?? '–', directionsOf(days)],
        ...(topUps
          ? [
              [
                'Topped up',
                format.money(topUps.cents),
                topUps.count === 1 ? '1 top-up' : `${format.count(topUps.count)} top-ups`,
                { to: '/billing/transactions', search: { kind: 'topup' } },
              ] as const,
            ]
          : []),
      ]}
    />
  );
}
