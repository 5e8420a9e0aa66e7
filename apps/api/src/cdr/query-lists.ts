import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { type FieldOptions, Texts } from '../http';
import { field } from '../http/fields';

const LIST_MAX = 50;
const COUNTRY = /^[A-Z]{2}$/;

const split = (read: (part: string) => unknown) =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',').map(read) : value));

/** ISO 3166 codes, comma-separated. */
export function QueryCountries(options: FieldOptions): PropertyDecorator {
  const item = { pattern: COUNTRY, hint: 'ISO 3166-1 alpha-2 codes in capitals' };
  return applyDecorators(
    split((part) => part),
    Texts({ ...options, optional: true, min: 1, max: LIST_MAX, item }),
  );
}

/** SIP status codes, comma-separated. */
export function QueryCodes(options: FieldOptions): PropertyDecorator {
  const message = 'must be SIP codes from 100 to 699';
  const schema = { type: 'array', items: { type: 'integer', minimum: 100, maximum: 699 } } as const;
  return applyDecorators(
    split((part) => (/^\d{3}$/.test(part) ? Number(part) : part)),
    field(
      { ...options, optional: true },
      schema,
      IsInt({ each: true, message }),
      Min(100, { each: true, message }),
      Max(699, { each: true, message }),
    ),
  );
}
