import { addDays } from './clock';
import { invalidFields } from '../domain-error';

/** `from` inclusive, `to` exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The longest period of a report: a leap year. */
export const REPORT_DAYS_MAX = 366;

/** Throws `invalid_input` unless `to` is later than `from`, by at most `daysMax` days. */
export function assertPeriod({ from, to }: Period, daysMax = REPORT_DAYS_MAX): void {
  if (from >= to) throw invalidFields({ to: 'must be later than `from`' });
  if (addDays(from, daysMax) < to) throw invalidFields({ from: `must be at most ${daysMax} days before \`to\`` });
}
