import type { ApiPropertyOptions } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import type { FieldOptions } from '../../http';
import { field } from '../../http/fields/fields';

const texts = { type: 'array', items: { type: 'string' } };
const objects = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });
const text = { type: 'string' };

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    timezone: { ...text, description: 'IANA name; required with any key of time.' },
    time_windows: objects({ days: texts, start: text, end: text }),
    dates: objects({ from: text, to: text }),
    except_dates: texts,
    caller_countries: texts,
    not_caller_countries: texts,
    caller_prefixes: texts,
    not_caller_prefixes: texts,
    called_numbers: texts,
    anonymous_caller: { type: 'boolean' },
  },
} as unknown as ApiPropertyOptions;

const EXAMPLE = { timezone: 'Europe/Berlin', time_windows: [{ days: ['mon', 'tue'], start: '09:00', end: '17:30' }] };

/** When a target takes part. Its shape is judged by the domain, which names the member at fault. */
export function ConditionsField(options: Omit<FieldOptions, 'description' | 'example'>): PropertyDecorator {
  const description =
    'When the target takes part in a call: keys AND together, values of one key OR together; null or {} is always. ' +
    '`end` of a window is exclusive; start after end wraps midnight. Dates are local and both included.';
  return field({ ...options, description, example: EXAMPLE }, SCHEMA, IsObject({ message: 'must be an object' }));
}
