import { isString } from 'class-validator';
import { field } from './fields';
import type { FieldOptions } from './members';
import { rule } from './raw-texts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const YEAR_MIN = 1900;

function isCalendarDate(value: unknown): boolean {
  const [, year, month, day] = (isString(value) && DATE.exec(value)) || [];
  if (year === undefined || Number(year) < YEAR_MIN) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // Date.UTC turns 31 February into a day of March.
  return date.toISOString().startsWith(`${year}-${month}-${day}`);
}

/** A day from 1900 on, as `YYYY-MM-DD`. */
export function CalendarDate(options: FieldOptions): PropertyDecorator {
  const message = `must be a date from ${YEAR_MIN} on, as YYYY-MM-DD`;
  return field(
    { example: '2026-11-22', ...options },
    { type: 'string', format: 'date', maxLength: 10 },
    rule({ name: 'calendarDate', accepts: isCalendarDate, message }),
  );
}
