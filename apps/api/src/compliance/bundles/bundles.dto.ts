import {
  BUNDLE_DOCUMENTS_MAX,
  BUNDLE_STATUSES,
  type BundleStatus,
  type BundleView,
  type ComplianceBundle,
  NUMBER_TYPES,
  type NumberType,
} from '@trunkline/compliance';
import { REJECTION_CODES, REVIEW_NOTES_MAX, unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import {
  Flag,
  Id,
  Ids,
  Integer,
  ListOf,
  NumberCountry,
  OneOf,
  PageQuery,
  QueryCountries,
  QueryIds,
  QueryList,
  QueryOrder,
  SchemaOf,
  Text,
  UnixTime,
} from '../../http';

const NAME_MAX = 100;
const NULLABLE = { nullable: true } as const;
const TYPE = { values: NUMBER_TYPES, name: 'NumberType' } as const;
const DOCUMENTS = { prefix: 'doc', max: BUNDLE_DOCUMENTS_MAX, example: ['doc_0mh2k3l4p9f1c2d3e4b5a6978'] } as const;

export class CreateBundleDto {
  @Text({ description: 'Name of the bundle. Not encrypted.', example: 'Berlin office', max: NAME_MAX })
  name: string;

  @Id({ description: 'The end user of the numbers.', prefix: 'eu' })
  end_user_id: string;

  @NumberCountry({ description: 'Country of the numbers.', example: 'DE' })
  country: string;

  @OneOf({ description: 'Type of the numbers; null for all types.', ...TYPE, ...NULLABLE, optional: true })
  number_type?: NumberType | null;

  @Ids({ description: 'Documents of the end user.', ...DOCUMENTS, optional: true })
  document_ids?: string[];
}

export class ChangeBundleDto {
  @Text({ description: 'Name of the bundle. Not encrypted.', example: 'Berlin office', max: NAME_MAX, optional: true })
  name?: string;

  @Id({ description: 'The end user of the numbers.', prefix: 'eu', optional: true })
  end_user_id?: string;

  @NumberCountry({ description: 'Country of the numbers.', example: 'DE', optional: true })
  country?: string;

  @OneOf({ description: 'Type of the numbers; null for all types.', ...TYPE, ...NULLABLE, optional: true })
  number_type?: NumberType | null;

  @Ids({ description: 'All documents of the bundle.', ...DOCUMENTS, optional: true })
  document_ids?: string[];
}

export class AttachDocumentDto {
  @Id({ description: 'The document.', prefix: 'doc' })
  document_id: string;
}

export class CopyBundleDto {
  @Text({ description: 'Name of the copy.', example: 'Berlin office 2', max: NAME_MAX })
  name: string;
}

export class ListBundlesQuery extends PageQuery {
  @QueryList({
    description: 'Only bundles with these statuses.',
    example: 'draft,rejected',
    values: BUNDLE_STATUSES,
    name: 'BundleStatus',
  })
  status?: BundleStatus[];

  @QueryCountries({ description: 'Only bundles for these countries.' })
  country?: string[];

  @QueryList({ description: 'Only bundles for one of these number types alone.', example: 'mobile', ...TYPE })
  number_type?: NumberType[];

  @QueryIds({ description: 'Only bundles of these end users.', prefix: 'eu' })
  end_user_id?: string[];

  @QueryOrder()
  order?: 'asc' | 'desc';
}

export abstract class BundleFieldsDto {
  @Id({ description: 'ID of the bundle.', prefix: 'cb' })
  id: string;

  @Text({ description: 'Name of the bundle.', example: 'Berlin office' })
  name: string;

  @Id({ description: 'The end user of the numbers.', prefix: 'eu' })
  end_user_id: string;

  @NumberCountry({ description: 'Country of the numbers.', example: 'DE' })
  country: string;

  @OneOf({ description: 'Type of the numbers; null for all types.', ...TYPE, ...NULLABLE })
  number_type: string | null;

  @OneOf({
    description:
      'Only drafts and rejected bundles can be changed. The first change turns a rejected bundle into a draft.',
    values: BUNDLE_STATUSES,
    name: 'BundleStatus',
  })
  status: string;

  @Ids({ description: 'Documents of the bundle.', ...DOCUMENTS })
  document_ids: readonly string[];

  @Text({
    description: "Reviewer's notes about a rejection.",
    example: null,
    max: REVIEW_NOTES_MAX,
    lines: true,
    ...NULLABLE,
  })
  review_notes: string | null;

  @ListOf({ description: 'Reasons of a rejection.', values: REJECTION_CODES, name: 'RejectionCode', example: [] })
  rejection_codes: readonly string[];

  @UnixTime({
    description: 'When the approval ends because a required document expires. Null for an approval without an end.',
    example: null,
    ...NULLABLE,
  })
  valid_until: number | null;

  @UnixTime({ description: 'When the bundle was last submitted.', example: null, ...NULLABLE })
  submitted_at: number | null;

  @UnixTime({ description: 'When the bundle was approved.', example: null, ...NULLABLE })
  approved_at: number | null;

  @UnixTime({ description: 'When the bundle was last rejected.', example: null, ...NULLABLE })
  rejected_at: number | null;

  @UnixTime({ description: 'When the bundle was created.' })
  created_at: number;

  @UnixTime({ description: 'When the bundle was last updated.' })
  updated_at: number;
}

@SchemaOf({ name: 'ComplianceBundle' })
export class BundleDto extends BundleFieldsDto {
  @Flag({
    description:
      'The approval has ended: a required document has expired, or the end user was erased. Numbers with the bundle are ' +
      'suspended until they get another one. Copy the bundle and replace the document.',
  })
  is_lapsed: boolean;

  @Integer({ description: 'Count of live numbers with the bundle.', example: 0 })
  number_count: number;
}

export function toBundleDto({ bundle, isLapsed, numberCount }: BundleView): BundleDto {
  return { ...bundleFieldsOf(bundle), is_lapsed: isLapsed, number_count: numberCount };
}

/** Returns the members that reviewers see as well. */
export function bundleFieldsOf(bundle: ComplianceBundle): Pick<BundleFieldsDto, keyof BundleFieldsDto> {
  return {
    id: bundle.id,
    name: bundle.name,
    end_user_id: bundle.endUserId,
    country: bundle.country,
    number_type: bundle.numberType,
    status: bundle.status,
    document_ids: bundle.documentIds,
    review_notes: bundle.reviewNotes,
    rejection_codes: bundle.rejectionCodes,
    valid_until: unixSecondsOrNull(bundle.validUntil),
    submitted_at: unixSecondsOrNull(bundle.submittedAt),
    approved_at: unixSecondsOrNull(bundle.approvedAt),
    rejected_at: unixSecondsOrNull(bundle.rejectedAt),
    created_at: unixSeconds(bundle.createdAt),
    updated_at: unixSeconds(bundle.updatedAt),
  };
}
