import { RESULT_CODES, type ValidationResult } from '@trunkline/compliance';
import { DOC_TYPES } from '@trunkline/kernel';
import { Flag, Nested, OneOf, SchemaOf, Text } from '../../http';

const RESULTS_MAX = 200;
const MESSAGE_MAX = 2000;

@SchemaOf({ name: 'BundleValidationResult' })
export class ValidationResultDto {
  @Text({
    description: 'What is required: `end_user_kind`, `address`, the name of a field, or `document_` with its purpose.',
    example: 'document_address',
  })
  requirement: string;

  @Flag({ description: 'Whether the bundle meets the requirement.' })
  ok: boolean;

  @OneOf({ description: '`met`, or why the requirement is not met.', values: RESULT_CODES, name: 'ValidationCode' })
  code: string;

  @Text({
    description: 'Human-readable result.',
    max: MESSAGE_MAX,
    example: 'Proof of address: utility_bill or bank_statement.',
  })
  message: string;

  @Text({
    description: 'Member of the end user or of the bundle to change. Null for a document.',
    example: null,
    nullable: true,
  })
  field: string | null;

  @OneOf({
    description: 'The accepted document type that is listed first. Null for a field, and when any type is accepted.',
    values: DOC_TYPES,
    name: 'DocType',
    nullable: true,
  })
  docType: string | null;
}

@SchemaOf({ name: 'BundleValidation' })
export class BundleValidationDto {
  @Flag({ description: 'Whether all requirements are met, so that the bundle can be submitted.' })
  compliant: boolean;

  @Nested(() => ValidationResultDto, { description: 'The requirements.', many: true, max: RESULTS_MAX })
  results: ValidationResultDto[];
}

export function toBundleValidationDto(results: readonly ValidationResult[]): BundleValidationDto {
  return {
    compliant: results.every(({ code }) => code === 'met'),
    results: results.map(({ requirement, code, message, field, docType }) => {
      return { requirement, ok: code === 'met', code, message, field, docType };
    }),
  };
}
