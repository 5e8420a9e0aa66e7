import { applyDecorators } from '@nestjs/common';
import { CAPABILITIES, NUMBER_TYPES } from '@trunkline/numbering';
import { Transform } from 'class-transformer';
import { type FieldOptions, ListOf, OneOf, Text, Texts } from '../http';

/** Fields that several resources of numbering share. */

const COUNTRY = /^[A-Z]{2}$/;
const AREA_CODE = /^\d{1,6}$/;

export function NumberTypeField(options: Partial<FieldOptions> = {}): PropertyDecorator {
  return OneOf({
    description: 'Kind of number.',
    example: 'geographic',
    values: NUMBER_TYPES,
    name: 'NumberType',
    ...options,
  });
}

export function CapabilitiesField(options: Partial<FieldOptions> = {}): PropertyDecorator {
  return ListOf({
    description: 'What the number can do.',
    example: ['voice', 'sms'],
    values: CAPABILITIES,
    ...options,
  });
}

/** Where numbers are bought: a country, or ZZ for iNum, which belongs to none (contract, section 5). */
export function SoldCountry(options: Partial<FieldOptions> = {}): PropertyDecorator {
  return Text({
    description: 'ISO 3166-1 alpha-2; `ZZ` for iNum (+883), which belongs to no country.',
    example: 'US',
    min: 2,
    max: 2,
    pattern: COUNTRY,
    hint: 'an ISO 3166-1 alpha-2 code in capitals, or ZZ',
    ...options,
  });
}

/** In a query: several countries, comma-separated (contract, section 0, Sort and filter). */
export function SoldCountries(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value)),
    Texts({
      description: 'Only these.',
      example: 'US,DE',
      optional: true,
      min: 1,
      item: { min: 2, max: 2, pattern: COUNTRY, hint: 'ISO 3166-1 alpha-2 codes in capitals, or ZZ' },
    }),
  );
}

export function AreaCodeField(options: Partial<FieldOptions> = {}): PropertyDecorator {
  return Text({
    description: 'National destination code without the trunk 0.',
    example: '212',
    min: 1,
    max: 6,
    pattern: AREA_CODE,
    hint: '1 to 6 digits',
    ...options,
  });
}
