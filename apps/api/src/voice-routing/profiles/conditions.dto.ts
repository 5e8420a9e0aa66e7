import { WEEKDAYS } from '@trunkline/voice-routing';
import { IsObject } from 'class-validator';
import type { FieldOptions } from '../../http';
import { field, PHONE_SCHEMA } from '../../http/fields/fields';
import { DescribedAs, type Schema } from '../../http/openapi/schema';

const VALUES_MAX = 250;

const described = (schema: Schema, required = false): PropertyDecorator => DescribedAs(schema, { required });
const many = (items: Schema) => ({ type: 'array', items, minItems: 1, maxItems: VALUES_MAX });

const DATE = { type: 'string', format: 'date' };
const COUNTRY = { type: 'string', pattern: '^[A-Z]{2}$' };
const PREFIX = { type: 'string', pattern: '^\\+[1-9][0-9]{0,14}$' };
const WEEKDAY = { type: 'string', enum: WEEKDAYS, enumName: 'Weekday' };

class TimeWindowDto {
  @described(
    { ...many(WEEKDAY), maxItems: 7, description: 'Days on which the window starts.', examples: [['mon']] },
    true,
  )
  days: readonly string[];

  @described(
    {
      type: 'string',
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      description: 'Local time, HH:MM.',
      examples: ['09:00'],
    },
    true,
  )
  start: string;

  @described(
    {
      type: 'string',
      pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
      description: 'Local time, HH:MM, exclusive. A window that ends before it starts continues past midnight.',
      examples: ['17:30'],
    },
    true,
  )
  end: string;
}

class DateRangeDto {
  @described({ ...DATE, description: 'First local day.', examples: ['2026-12-24'] }, true)
  from: string;

  @described({ ...DATE, description: 'Last local day, inclusive.', examples: ['2026-12-26'] }, true)
  to: string;
}

/** The schema of conditions, for the document. The domain validates them and names the invalid member. */
class ConditionsDto {
  @described({
    type: 'string',
    description: 'IANA time zone. Required with `time_windows`, `dates` and `except_dates`.',
    examples: ['Europe/Berlin'],
  })
  timezone?: string;

  @described({ ...many({ dto: () => TimeWindowDto }), description: 'Weekly time windows.' })
  time_windows?: readonly TimeWindowDto[];

  @described({
    ...many({ dto: () => DateRangeDto }),
    description: 'Ranges of local dates on which the windows start; without windows, of the call.',
  })
  dates?: readonly DateRangeDto[];

  @described({
    ...many(DATE),
    description:
      'Local dates that do not match, as in `dates`. A window that continues past midnight counts as its first day.',
    examples: [['2026-12-25']],
  })
  except_dates?: readonly string[];

  @described({ ...many(COUNTRY), description: 'Countries of the caller.', examples: [['DE']] })
  caller_countries?: readonly string[];

  @described({ ...many(COUNTRY), description: 'Excluded countries of the caller.', examples: [['US']] })
  not_caller_countries?: readonly string[];

  @described({ ...many(PREFIX), description: "Prefixes of the caller's number.", examples: [['+4930']] })
  caller_prefixes?: readonly string[];

  @described({ ...many(PREFIX), description: "Excluded prefixes of the caller's number.", examples: [['+4989']] })
  not_caller_prefixes?: readonly string[];

  @described({ ...many(PHONE_SCHEMA), description: 'Called numbers.', examples: [['+4930901820']] })
  called_numbers?: readonly string[];

  @described({ type: 'boolean', description: 'Whether the caller withholds its number.', examples: [false] })
  anonymous_caller?: boolean;
}

const EXAMPLE = { timezone: 'Europe/Berlin', time_windows: [{ days: ['mon', 'tue'], start: '09:00', end: '17:30' }] };

/** The conditions under which a target receives a call. */
export function ConditionsField(options: Omit<FieldOptions, 'description' | 'example'>): PropertyDecorator {
  const description =
    'Restricts the calls that the target receives. A call must satisfy every key that is present, and one value of each ' +
    'key. `null` and `{}` match every call.';
  const isObject = IsObject({ message: 'must be an object' });
  return field({ ...options, description, example: EXAMPLE }, { dto: () => ConditionsDto }, isObject);
}
