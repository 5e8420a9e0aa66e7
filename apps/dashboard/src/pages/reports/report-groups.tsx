import type { CdrGroup, CdrSummaryGroup } from '@trunkline/client';
import type { ReactNode } from 'react';
import { format, words } from '../../format';
import { Phone, usePhoneFormat } from '../../format/phone';
import type { Texts } from '../../router/search';
import { TextLink } from '../../ui/links';
import { FILTERS } from '../call-log/filters';
import type { Range } from '../call-log/periods';
import { CallResult } from '../calls/call-result';
import { useRoutes } from '../numbers/routes';
import { linkOf } from './report-links';

export const GROUPS: Readonly<Record<CdrSummaryGroup, string>> = {
  day: 'Day',
  hour: 'Hour',
  month: 'Month',
  number: 'Number',
  country: 'Country',
  trunk: 'SIP trunk',
  profile: 'Routing profile',
  hangup_cause: 'Result',
  direction: 'Direction',
};

const NONE = 'Unknown';

/** A report has one group, so that its key is no list. */
export const keyOf = ({ key }: CdrGroup): string | null => (typeof key === 'string' ? key : null);

/** Returns what names a group in a sentence. */
export function useGroupNames(by: CdrSummaryGroup): (group: CdrGroup) => string {
  const { nameOf } = useRoutes();
  const grouped = usePhoneFormat();
  return (group) => {
    const key = keyOf(group);
    if (key === null || key === '') return NONE;
    if (by === 'number') return grouped(key);
    if (by === 'trunk' || by === 'profile') return nameOf({ trunk_id: key, routing_profile_id: null }) ?? key;
    if (by === 'country') return format.country(key);
    if (by === 'month') return format.month(key);
    if (by === 'day') return format.date(key);
    if (by === 'hour') return format.time(Date.parse(key) / 1000);
    return words(key);
  };
}

interface Props {
  readonly by: CdrSummaryGroup;
  readonly group: CdrGroup;
  readonly name: string;
  /** The time of the report. */
  readonly range: Range;
  readonly search: Texts<string>;
}

/** The filters of a report that the list of calls has too. */
export const filtersIn = (search: Texts<string>): Texts<string> =>
  Object.fromEntries(Object.entries(search).filter(([filter]) => Object.hasOwn(FILTERS, filter)));

/** The name of a group, which leads to its calls. */
export function GroupName({ by, group, name, range, search }: Props): ReactNode {
  const key = keyOf(group);
  if (key === null || key === '') return NONE;
  return (
    <TextLink
      to="/calls"
      className="opens"
      search={{ ...filtersIn(search), ...linkOf({ by, key, range, timeZone: format.timeZone }) }}
    >
      {by === 'number' ? <Phone value={key} /> : by === 'hangup_cause' ? <CallResult cause={key} /> : name}
    </TextLink>
  );
}
