import { invalidFields, type NumberType } from '@trunkline/kernel';
import { COVERAGE_DEFAULTS, type CoverageEntry, lists } from '@trunkline/numbering';
import { Cents, Flag, Integer, ListOf, Nested, Text, WithDefaults } from '../../http';
import { NumberTypeField, SoldCountry } from '../../numbering/lifecycle/number-fields';
import { CARRIER_MAX } from '../../numbering/porting/port-outs.dto';

/** As many as a list of a request may have. */
const ROWS_MAX = 1_000;
const CARRIERS_MAX = 1_000;
const LEAD_DAYS_MAX = 365;
const FEE_CENTS_MAX = 1_000_000;

class PortCoverageRow {
  @SoldCountry({ example: 'DE' })
  country: string;

  @NumberTypeField()
  numberType: NumberType;

  @Flag({ description: 'Whether these numbers can be ported.' })
  portable: boolean;

  @Integer({
    description: 'Days between the submission and the earliest date of the port.',
    example: COVERAGE_DEFAULTS.leadDays,
    min: 0,
    max: LEAD_DAYS_MAX,
  })
  leadDays: number;

  @ListOf({
    description: 'Documents that a request needs besides the letter of authorisation and an invoice, by their purpose.',
    values: lists.PORT_PURPOSES,
    name: 'PortDocumentPurpose',
    max: lists.PORT_PURPOSES.length,
  })
  requiredDocuments: CoverageEntry['requiredDocuments'];

  @ListOf({
    description: 'Members that a request needs besides those that every request needs.',
    values: lists.COVERED_FIELDS,
    name: 'PortCoveredField',
    max: lists.COVERED_FIELDS.length,
  })
  requiredFields: CoverageEntry['requiredFields'];

  @Flag({ description: 'Whether the losing carrier asks for a PIN.' })
  pinRequired: boolean;

  @Cents({ description: 'Price of the port of one number, in cents.', example: 500, min: 0, max: FEE_CENTS_MAX })
  feeCents: number;
}

class NewPortCoverageRow extends WithDefaults(PortCoverageRow, COVERAGE_DEFAULTS) {}

export class ReplacePortCoverageBody {
  @Nested(() => NewPortCoverageRow, {
    description: 'All rows, each country and type once.',
    many: true,
    max: ROWS_MAX,
  })
  items: NewPortCoverageRow[];
}

export class PortCoverageDto {
  @Nested(() => PortCoverageRow, { description: 'The rows, by country and type.', many: true, max: ROWS_MAX })
  items: readonly PortCoverageRow[];
}

class PortCarrierDto {
  @Text({
    description: 'First digits of the numbers, without `+`.',
    example: '4930',
    pattern: /^[1-9]\d{1,14}$/,
    hint: '2 to 15 digits',
    max: 15,
  })
  prefix: string;

  @Text({ description: 'Name of the carrier.', example: 'Example Telecom', max: CARRIER_MAX })
  carrier: string;
}

export class ReplacePortCarriersBody {
  @Nested(() => PortCarrierDto, { description: 'All entries, each prefix once.', many: true, max: CARRIERS_MAX })
  items: PortCarrierDto[];
}

export class PortCarriersDto {
  @Nested(() => PortCarrierDto, { description: 'The entries, by prefix.', many: true, max: CARRIERS_MAX })
  items: readonly PortCarrierDto[];
}

export function coverageOf({ country, numberType, ...terms }: NewPortCoverageRow): CoverageEntry {
  return { ...COVERAGE_DEFAULTS, country, numberType, ...terms };
}

/** Throws a validation error that names the second row of a key. */
export function requireDistinct<T>(rows: readonly T[], keyOf: (row: T) => string): void {
  const known = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row);
    if (known.has(key)) throw invalidFields({ [`items.${index}`]: `repeats ${key}` });
    known.add(key);
  }
}
