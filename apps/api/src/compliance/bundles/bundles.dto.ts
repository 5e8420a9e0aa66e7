import { BUNDLE_DOCUMENTS_MAX, BUNDLE_STATUSES, type BundleStatus, type BundleView } from '@trunkline/compliance';
import { NUMBER_TYPES, type NumberType, REJECTION_CODES, REVIEW_NOTES_MAX, type SortOrder } from '@trunkline/kernel';
import {
  Flag,
  Id,
  Ids,
  Integer,
  ListOf,
  NumberCountry,
  OneOf,
  PageQuery,
  PartialType,
  QueryCountries,
  QueryIds,
  QueryList,
  QueryOrder,
  SchemaOf,
  Text,
  UnixTime,
  WithDefaults,
} from '../../http';

const NAME_MAX = 100;
const NULLABLE = { nullable: true } as const;
const TYPE = { values: NUMBER_TYPES, name: 'NumberType' } as const;
const DOCUMENTS = { prefix: 'doc', max: BUNDLE_DOCUMENTS_MAX, example: ['doc_0mh2k3l4p9f1c2d3e4b5a6978'] } as const;

class BundleSettings {
  @Text({ description: 'Name of the bundle. Not encrypted.', example: 'Berlin office', max: NAME_MAX })
  name: string;

  @Id({ description: 'The end user of the numbers.', prefix: 'eu' })
  endUserId: string;

  @NumberCountry({ description: 'Country of the numbers.', example: 'DE' })
  country: string;

  @OneOf({ description: 'Type of the numbers; null for all types.', ...TYPE, nullable: true })
  numberType: NumberType | null;

  @Ids({ description: 'Documents of the end user.', ...DOCUMENTS })
  documentIds: readonly string[];
}

export class CreateBundleDto extends WithDefaults(BundleSettings, { numberType: null, documentIds: [] }) {}

export class ChangeBundleDto extends PartialType(BundleSettings) {}

export class AttachDocumentDto {
  @Id({ description: 'The document.', prefix: 'doc' })
  documentId: string;
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
  country?: readonly string[];

  @QueryList({ description: 'Only bundles for one of these number types alone.', example: 'mobile', ...TYPE })
  numberType?: NumberType[];

  @QueryIds({ description: 'Only bundles of these end users.', prefix: 'eu' })
  endUserId?: readonly string[];

  @QueryOrder()
  order?: SortOrder;
}

export abstract class BundleFieldsDto extends BundleSettings {
  @Id({ description: 'ID of the bundle.', prefix: 'cb' })
  id: string;

  @OneOf({
    description:
      'Only drafts and rejected bundles can be changed. The first change turns a rejected bundle into a draft.',
    values: BUNDLE_STATUSES,
    name: 'BundleStatus',
  })
  status: string;

  @Text({
    description: "Reviewer's notes about a rejection.",
    example: null,
    max: REVIEW_NOTES_MAX,
    lines: true,
    ...NULLABLE,
  })
  reviewNotes: string | null;

  @ListOf({ description: 'Reasons of a rejection.', values: REJECTION_CODES, name: 'RejectionCode', example: [] })
  rejectionCodes: readonly string[];

  @UnixTime({
    description: 'When the approval ends because a required document expires. Null for an approval without an end.',
    example: null,
    ...NULLABLE,
  })
  validUntil: Date | null;

  @UnixTime({ description: 'When the bundle was last submitted.', example: null, ...NULLABLE })
  submittedAt: Date | null;

  @UnixTime({ description: 'When the bundle was approved.', example: null, ...NULLABLE })
  approvedAt: Date | null;

  @UnixTime({ description: 'When the bundle was last rejected.', example: null, ...NULLABLE })
  rejectedAt: Date | null;

  @UnixTime({ description: 'When the bundle was created.' })
  createdAt: Date;

  @UnixTime({ description: 'When the bundle was last updated.' })
  updatedAt: Date;
}

@SchemaOf({ name: 'ComplianceBundle' })
export class BundleDto extends BundleFieldsDto {
  @Flag({
    description:
      'The approval has ended: a required document has expired, or the end user was erased. Numbers with the bundle are ' +
      'suspended until they get another one. Copy the bundle and replace the document.',
  })
  isLapsed: boolean;

  @Integer({ description: 'Count of live numbers with the bundle.', example: 0 })
  numberCount: number;
}

export function toBundleDto({ bundle, isLapsed, numberCount }: BundleView): BundleDto {
  return { ...bundle, isLapsed, numberCount };
}
