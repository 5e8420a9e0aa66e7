import { NUMBER_TYPES } from '@trunkline/kernel';
import { lists } from '@trunkline/numbering';
import { type FieldOptions, ListOf, NumberCountry, OneOf, Text } from '../../http';

// Fields that several resources of numbering share.

const AREA_CODE = /^\d{1,6}$/;

export function NumberTypeField(options: Partial<FieldOptions> = {}): PropertyDecorator {
  return OneOf({
    description: 'Type of the number.',
    values: NUMBER_TYPES,
    name: 'NumberType',
    ...options,
  });
}

export function CapabilitiesField(options: Partial<FieldOptions> & { readonly min?: number } = {}): PropertyDecorator {
  return ListOf({
    description: 'Capabilities of the number.',
    example: ['voice', 'sms'],
    values: lists.CAPABILITIES,
    name: 'NumberCapability',
    ...options,
  });
}

/** The country of a number, or ZZ for iNum, which belongs to no country. */
export function SoldCountry(options: Partial<FieldOptions> = {}): PropertyDecorator {
  const description = 'ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883).';
  return NumberCountry({ description, example: 'US', ...options });
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
