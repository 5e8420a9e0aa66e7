import type { CdrSummaryGroup } from '@trunkline/client';
import type { Texts } from '../../router/search';
import { type Range, textsOfRange, timeOf, within } from '../call-log/periods';

interface Group {
  readonly by: CdrSummaryGroup;
  readonly key: string;
  /** The time of the report. */
  readonly range: Range;
  readonly timeZone: string;
}

/** Returns the filters of a group beside those of its report, as the address of the list of calls holds them. */
export function linkOf({ by, key, range, timeZone }: Group): Texts<string> {
  if (by === 'hour' || by === 'day' || by === 'month')
    return textsOfRange(within(range, timeOf(by, key, timeZone)), timeZone);
  return { ...textsOfRange(range, timeZone), [by === 'hangup_cause' ? 'cause' : by]: key };
}

/** Returns the lists of all calls of a report and of its answered ones, by its filters and its time. A report of other calls has no answered ones. */
export function resultLinksOf(filters: Texts<string>) {
  const result = filters['result'];
  const isOfOthers = result !== undefined && result !== 'answered';
  const all = { to: '/calls', search: filters } as const;
  return { all, answered: isOfOthers ? undefined : { ...all, search: { ...filters, result: 'answered' } } };
}
