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
