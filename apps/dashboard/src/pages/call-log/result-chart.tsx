import { Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CdrGroup, CdrsSummaryGetQuery } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { moments } from '../../format/moment';
import type { Texts } from '../../router/search';
import { trunkline } from '../../session/client';
import type { Bar, Series } from '../../ui/charts/bars';
import { StackedBars } from '../../ui/charts/stacked-bars';
import { Loaded } from '../../ui/loaded';
import { positionOf, type Range, type Slot, slotsOf, textOfEnd, textOfStart, type Unit, unitOf } from './periods';
import { countsOf, RESULTS } from '../calls/results';

const DAYS_SHOWN = 30;
const RETENTION_DAYS = 400;
/** Of the chart with its legend, so that nothing moves when it is loaded. */
const HEIGHT = 226;
const PAGE_MAX = 1_000;
const TONES = ['failed', 'answered', 'unanswered'] as const;
const SERIES: readonly Series[] = TONES.map((tone) => ({ tone, name: RESULTS[tone] }));

interface Props {
  /** The filters of the list, as the API takes them. */
  readonly query: CdrsSummaryGetQuery;
  readonly range: Range;
  readonly set: (change: Texts<string>) => void;
}

/** The calls of a list by hour, day or month, stacked by how they ended. Choosing bars filters the list by their time. */
export function ResultChart({ query, range, set }: Props) {
  const [now] = useState(() => Date.now() / 1000);
  const shown = boundsOf(range, now);
  const unit = unitOf(shown);
  const asked = {
    ...query,
    ...range,
    from: shown.from,
    group_by: [unit, 'hangup_cause'] as const,
    timezone: format.timeZone,
  };
  const groups = useQuery({
    queryKey: ['calls', 'results', asked],
    queryFn: ({ signal }) => everyGroup(asked, signal),
    // The chart of the filters before stands until that of the new ones is there.
    placeholderData: keepPreviousData,
  });
  const slots = slotsOf(unit, shown, format.timeZone);
  const choose = (first: number, last: number): void => {
    const [from, to] = [slots[first]?.from, slots[last]?.to];
    if (from === undefined || to === undefined) return;
    const { timeZone } = format;
    set({ time: undefined, from: textOfStart(from, timeZone), to: textOfEnd(to, timeZone) });
  };
  const title = `Calls per ${unit}`;
  return (
    <section aria-label={title} aria-busy={groups.isPlaceholderData}>
      <Title order={2} fz="md" mb={4}>
        {title}
        {range.from === undefined && `, last ${DAYS_SHOWN} days`}
      </Title>
      <Loaded query={groups} title="The chart could not be loaded" height={HEIGHT}>
        {(items) => (
          <StackedBars
            title={`${title} by result`}
            total="Calls"
            series={SERIES}
            bars={barsOf(items, { unit, slots, now })}
            format={(value) => format.count(value)}
            onChoose={choose}
            empty="No calls in this time match the filters."
          />
        )}
      </Loaded>
    </section>
  );
}

/** The time of the chart: that of the filters, or the last days up to now. */
function boundsOf({ from, to }: Range, now: number): Required<Range> {
  const end = Math.min(to ?? now, Math.max(now, from ?? 0));
  const [day = ''] = format.wallClock(end).split('T');
  const start = from ?? format.startOfDay(day, 1 - DAYS_SHOWN);
  return { from: Math.max(start, end - RETENTION_DAYS * 86_400), to: end };
}

async function everyGroup(query: CdrsSummaryGetQuery, signal: AbortSignal): Promise<readonly CdrGroup[]> {
  const items: CdrGroup[] = [];
  let cursor: string | undefined;
  do {
    const page = await trunkline.cdrs.summary.get({ ...query, limit: PAGE_MAX, cursor }, { signal });
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

interface Time {
  readonly unit: Unit;
  readonly slots: readonly Slot[];
  readonly now: number;
}

function barsOf(groups: readonly CdrGroup[], { unit, slots, now }: Time): readonly Bar[] {
  const sums = slots.map(() => ({ failed: 0, answered: 0, unanswered: 0 }));
  for (const group of groups) {
    const [key, cause] = Array.isArray(group.key) ? (group.key as readonly (string | null)[]) : [];
    const sum = sums[positionOf(key ?? '', unit, slots)];
    if (!sum) continue;
    const counts = countsOf(group, cause ?? null);
    for (const tone of TONES) sum[tone] += counts[tone];
  }
  return slots.map((slot, index) => ({
    ...textsOf(slot, unit),
    values: TONES.map((tone) => sums[index]?.[tone] ?? 0),
    unfinished: slot.from <= now && now < slot.to ? `until ${moments().clock(now)}` : undefined,
  }));
}

function textsOf({ key, from, to }: Slot, unit: Unit): Pick<Bar, 'name' | 'tick'> {
  if (unit === 'month') return { name: format.month(key), tick: format.month(key) };
  if (unit === 'day') return { name: format.date(key), tick: format.shortDay(Date.parse(key) / 1000) };
  return { name: `${moments().minute(from)} to ${moments().clock(to)}`, tick: moments().clock(from) };
}
