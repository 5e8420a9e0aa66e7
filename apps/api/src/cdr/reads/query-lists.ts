import { applyDecorators } from '@nestjs/common';
import { IsInt, Max, Min } from 'class-validator';
import { CommaSeparated, type FieldOptions } from '../../http';
import { field } from '../../http/fields/fields';

/** Comma-separated SIP response codes. */
export function QueryCodes(options: FieldOptions): PropertyDecorator {
  const message = 'must be SIP response codes from 100 to 699';
  const schema = { type: 'array', items: { type: 'integer', minimum: 100, maximum: 699 } } as const;
  return applyDecorators(
    CommaSeparated((part) => (/^\d{3}$/.test(part) ? Number(part) : part)),
    field(
      { ...options, optional: true },
      schema,
      IsInt({ each: true, message }),
      Min(100, { each: true, message }),
      Max(699, { each: true, message }),
    ),
  );
}
