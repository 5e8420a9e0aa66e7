import { CONTENT_TYPES, type DocumentContent } from '@trunkline/compliance';
import { DOC_TYPES, type DocType, type SortOrder } from '@trunkline/kernel';
import { field } from '../../http/fields/fields';
import { rule } from '../../http/fields/raw-texts';
import {
  CalendarDate,
  DescribedAs,
  Download,
  Flag,
  Id,
  Integer,
  OneOf,
  PageQuery,
  PartialType,
  QueryFlag,
  QueryIds,
  QueryList,
  QueryOrder,
  SchemaOf,
  Text,
  UnixTime,
  WithDefaults,
} from '../../http';

const NOTES_MAX = 2000;
const NAME_MAX = 255;
const TYPE_MAX = 100;
/** Of 2 MB, with two characters per line break. */
const BASE64_MAX = 2_900_000;

/** What a customer sets of a document. */
class DocumentSettings {
  @OneOf({ description: 'What the document is.', values: DOC_TYPES, name: 'DocType' })
  docType: DocType;

  @Id({ description: 'The end user of the document.', prefix: 'eu', nullable: true })
  endUserId: string | null;

  @CalendarDate({
    description: 'Day of issue, not in the future everywhere on earth.',
    example: '2026-10-01',
    nullable: true,
  })
  issuedAt: string | null;

  @CalendarDate({ description: 'Last day of validity.', example: '2031-10-01', nullable: true })
  expiresAt: string | null;

  @Text({ description: 'Free text.', example: null, max: NOTES_MAX, lines: true, nullable: true })
  notes: string | null;
}

const NO_SETTINGS = { endUserId: null, issuedAt: null, expiresAt: null, notes: null };

abstract class UploadFieldsDto extends WithDefaults(DocumentSettings, NO_SETTINGS) {
  @Flag({
    description: 'Removes EXIF and other metadata from an image, and turns it upright. The image is encoded again.',
    default: false,
    optional: true,
  })
  stripMetadata?: boolean;
}

@SchemaOf({ name: 'ComplianceDocumentForm' })
export class UploadFormDto extends UploadFieldsDto {
  @DescribedAs({
    type: 'string',
    format: 'binary',
    description: 'The PDF, JPEG or PNG file, at most 2 MB.',
    examples: ['(binary)'],
  })
  file: string;
}

export class UploadDocumentDto extends UploadFieldsDto {
  @Text({ description: 'Name of the file.', example: 'passport.png', max: NAME_MAX, optional: true })
  filename?: string;

  @Text({
    description: 'Media type of the file. Compared with its content.',
    example: 'image/png',
    max: TYPE_MAX,
    optional: true,
  })
  contentType?: string;

  @field(
    {
      description: 'The file in Base64 (RFC 4648), at most 2 MB decoded. It may have line breaks.',
      example: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      optional: true,
    },
    { type: 'string', format: 'byte', maxLength: BASE64_MAX },
    // The interceptor removes valid content from the body, so what remains is invalid.
    rule({ name: 'base64', accepts: () => false, message: 'must be a file in Base64' }),
  )
  contentBase64?: string;
}

export class ChangeDocumentDto extends PartialType(DocumentSettings) {}

export class ListDocumentsQuery extends PageQuery {
  @QueryIds({ description: 'Only documents of these end users.', prefix: 'eu' })
  endUserId?: readonly string[];

  @QueryList({
    description: 'Only documents of these types.',
    example: 'passport,other',
    values: DOC_TYPES,
    name: 'DocType',
  })
  docType?: DocType[];

  @CalendarDate({ description: 'Only documents that expire before this day.', optional: true })
  expiringBefore?: string;

  @CalendarDate({ description: 'Only documents that expire on this day or later.', optional: true })
  expiringFrom?: string;

  @QueryFlag({ description: 'Only documents in no bundle, or with `false` only those in a bundle.' })
  unattached?: boolean;

  @QueryOrder()
  order?: SortOrder;
}

@SchemaOf({ name: 'ComplianceDocument' })
export class DocumentDto extends DocumentSettings {
  @Id({ description: 'ID of the document.', prefix: 'doc' })
  id: string;

  @Text({ description: 'Name of the file, without a path.', example: 'passport.pdf', jsonName: 'filename' })
  fileName: string;

  @OneOf({ description: 'Media type of the content.', values: CONTENT_TYPES, name: 'DocumentContentType' })
  contentType: string;

  @Integer({ description: 'Size of the content.', example: 204_800 })
  sizeBytes: number;

  @UnixTime({ description: 'When the document was uploaded.' })
  createdAt: Date;
}

/** The ASCII name of the file is the id of the document. */
export function toDownload({ document, content }: DocumentContent): Download {
  const { id, fileName: unicodeName, contentType } = document;
  const extension = unicodeName.slice(unicodeName.lastIndexOf('.'));
  return new Download(contentType, { fileName: `${id}${extension}`, unicodeName, content });
}
