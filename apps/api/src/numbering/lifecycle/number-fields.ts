import { NUMBER_TYPES } from '@trunkline/kernel';
import { lists, TAG_MAX, TAGS_MAX } from '@trunkline/numbering';
import { applyDecorators } from '@nestjs/common';
import {
  CommaSeparated,
  Conversion,
  type FieldOptions,
  ListOf,
  type ListOptions,
  NumberCountry,
  OneOf,
  Text,
  Texts,
} from '../../http';

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

export function CapabilitiesField(options: Partial<ListOptions> = {}): PropertyDecorator {
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

/** A list of tags has a comma between two of them in a query and in a file. */
const TAG = /^[^,]+$/;
/** How many characters of a tag, as sent, normalizing and trimming read. */
const TAG_READ_MAX = 2 * TAG_MAX;

function trimmedTag(tag: unknown): unknown {
  return typeof tag === 'string' && tag.length <= TAG_READ_MAX ? tag.normalize('NFC').trim() : tag;
}

/** Tags of numbers. */
export function TagsField(options: ListOptions): PropertyDecorator {
  return applyDecorators(
    Conversion((value) => (Array.isArray(value) && value.length <= TAGS_MAX ? value.map(trimmedTag) : value)),
    Texts({
      example: ['sales', 'berlin'],
      max: TAGS_MAX,
      item: { max: TAG_MAX, pattern: TAG, hint: `texts of 1 to ${TAG_MAX} characters without commas` },
      ...options,
    }),
  );
}

/** Comma-separated tags. */
export function QueryTags(options: ListOptions): PropertyDecorator {
  return applyDecorators(TagsField({ optional: true, min: 1, ...options }), CommaSeparated());
}
