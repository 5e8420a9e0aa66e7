import { moments } from '../../../format/moment';
import { useMinute, useQuarterHour } from '../../../format/use-quarter-hour';
import type { HealthTimes } from './gateway-health';

/** The times in the health of gateways, formatted anew as they pass. */
export function useHealthTimes(): HealthTimes {
  const [day, minute] = [useQuarterHour(), useMinute()];
  return { at: (time) => moments().event(time, day), ago: (time) => moments().ago(time, minute) };
}
