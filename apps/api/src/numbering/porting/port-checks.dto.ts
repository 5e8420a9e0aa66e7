import { NUMBER_TYPES } from '@trunkline/kernel';
import { CHECK_REASONS, lists, type PortCheck } from '@trunkline/numbering';
import { E164, Flag, Nested, NumberCountry, OneOf, PhoneNumbers, Text } from '../../http';

const CHECKS_MAX = 100;
const REASONS = Object.entries(CHECK_REASONS)
  .map(([code, explanation]) => `\`${code}\`: ${explanation}`)
  .join(' ');

export class CheckPortsBody {
  @PhoneNumbers({ description: 'The numbers.', example: ['+493012345678'], min: 1, max: CHECKS_MAX })
  e164s: string[];
}

class PortCheckDto {
  @E164({ description: 'The number.', example: '+493012345678' })
  e164: string;

  @Flag({ description: 'Whether the number can be ported; null where it is not known.', nullable: true })
  portable: boolean | null;

  @OneOf({
    description: `Why the number cannot be ported, or why that is not known; null for a portable number. ${REASONS}`,
    values: lists.CHECK_REASON_CODES,
    name: 'PortCheckReason',
    nullable: true,
  })
  reasonCode: PortCheck['reasonCode'];

  @OneOf({
    description: 'Type of the number; null for a range that no numbering plan assigns.',
    values: NUMBER_TYPES,
    name: 'NumberType',
    nullable: true,
  })
  numberType: PortCheck['numberType'];

  @NumberCountry({
    description: 'Country of the number; null for a number without one.',
    example: 'DE',
    nullable: true,
  })
  country: string | null;

  @Text({ description: 'The carrier that has the number, if it is known.', example: null, nullable: true })
  losingCarrier: string | null;

  @Flag({ description: 'Whether the losing carrier asks for a PIN; null where it is not known.', nullable: true })
  pinRequired: boolean | null;
}

export class PortChecksDto {
  @Nested(() => PortCheckDto, { description: 'The checks, in the order of the request.', many: true, max: CHECKS_MAX })
  items: readonly PortCheckDto[];
}
