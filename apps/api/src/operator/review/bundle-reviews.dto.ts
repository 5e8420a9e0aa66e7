import { BUNDLE_STATUSES, type BundleStatus, type ReviewFile } from '@trunkline/compliance';
import { REJECTION_CODES, type RejectionCode, REVIEW_NOTES_MAX, type SortOrder } from '@trunkline/kernel';
import { BundleFieldsDto } from '../../compliance/bundles/bundles.dto';
import { toBundleValidationDto, ValidationResultDto } from '../../compliance/bundles/validation.dto';
import { DocumentDto } from '../../compliance/documents/documents.dto';
import { EndUserDto, toEndUserDto } from '../../compliance/end-users.dto';
import { Id, ListOf, Nested, PageQuery, QueryList, QueryOrder, SchemaOf, Text } from '../../http';

const REVIEWED: readonly BundleStatus[] = BUNDLE_STATUSES.filter((status) => status !== 'draft');

abstract class ReviewedFieldsDto extends BundleFieldsDto {
  @Id({ description: 'Account of the bundle.', prefix: 'acc' })
  accountId: string;
}

@SchemaOf({ name: 'ReviewedBundle' })
export class ReviewedBundleDto extends ReviewedFieldsDto {}

@SchemaOf({ name: 'BundleReview' })
export class BundleReviewDto extends ReviewedFieldsDto {
  @Nested(() => EndUserDto, { description: 'The end user; null if it was erased.', nullable: true })
  endUser: EndUserDto | null;

  @Nested(() => DocumentDto, { description: 'The documents, without their content.', many: true })
  documents: readonly DocumentDto[];

  @Nested(() => ValidationResultDto, { description: 'Comparison with the requirements as of now.', many: true })
  results: readonly ValidationResultDto[];
}

export class ListReviewsQuery extends PageQuery {
  @QueryList({
    description: 'Only bundles with these statuses.',
    example: 'submitted,rejected',
    default: ['submitted'],
    values: REVIEWED,
  })
  status?: readonly BundleStatus[];

  @QueryOrder({ description: 'Sort order, by time of submission.', default: 'asc' })
  order?: SortOrder;
}

export class RejectBundleBody {
  @ListOf({
    description: 'Reasons of the rejection. The customer receives them.',
    values: REJECTION_CODES,
    name: 'RejectionCode',
    min: 1,
    max: REJECTION_CODES.length,
    example: ['doc_illegible'],
  })
  rejectionCodes: readonly RejectionCode[];

  @Text({
    description: 'Notes for the customer. Not encrypted, so without personal data.',
    example: 'The second page of the utility bill is missing.',
    max: REVIEW_NOTES_MAX,
    lines: true,
    optional: true,
    nullable: true,
  })
  reviewNotes?: string | null;
}

export function toBundleReviewDto({ bundle, endUser, documents, results }: ReviewFile): BundleReviewDto {
  return {
    ...bundle,
    endUser: endUser && toEndUserDto(endUser),
    documents,
    results: toBundleValidationDto(results).results,
  };
}
