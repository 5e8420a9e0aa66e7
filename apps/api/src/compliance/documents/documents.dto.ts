import { type ComplianceDocument, CONTENT_TYPES, type DocumentContent } from '@trunkline/compliance';
import { DOC_TYPES, type DocType, unixSeconds } from '@trunkline/kernel';
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
  QueryFlag,
  QueryIds,
  QueryList,
  QueryOrder,
  SchemaOf,
  Text,
  UnixTime,
} from '../../http';

const NOTES_MAX = 2000;
const NAME_MAX = 255;
const TYPE_MAX = 100;
/** Of 2 MB, with two characters per line break. */
const BASE64_MAX = 2_900_000;
const OPTIONAL = { optional: true, nullable: true } as const;

abstract class DocumentFieldsDto {
  @Id({ description: 'The end user of the document.', prefix: 'eu', ...OPTIONAL })
  end_user_id?: string | null;

  @CalendarDate({
    description: 'Day of issue, not in the future everywhere on earth.',
    example: '2026-10-01',
    ...OPTIONAL,
  })
  issued_at?: string | null;

  @CalendarDate({ description: 'Last day of validity.', example: '2031-10-01', ...OPTIONAL })
  expires_at?: string | null;

  @Text({ description: 'Free text.', example: null, max: NOTES_MAX, lines: true, ...OPTIONAL })
  notes?: string | null;
}

abstract class UploadFieldsDto extends DocumentFieldsDto {
  @OneOf({ description: 'What the document is.', values: DOC_TYPES, name: 'DocType' })
  doc_type: DocType;

  @Flag({
    description: 'Removes EXIF and other metadata from an image, and turns it upright. The image is encoded again.',
    default: false,
    optional: true,
  })
  strip_metadata?: boolean;
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
  @Text({ description: 'Name of the file.', example: 'passport.pdf', max: NAME_MAX, optional: true })
  filename?: string;

  @Text({
    description: 'Media type of the file. Compared with its content.',
    example: 'application/pdf',
    max: TYPE_MAX,
    optional: true,
  })
  content_type?: string;

  @field(
    {
      description: 'The file in Base64 (RFC 4648), at most 2 MB decoded. It may have line breaks.',
      example: 'JVBERi0xLjcK',
      optional: true,
    },
    { type: 'string', format: 'byte', maxLength: BASE64_MAX },
    // The interceptor removes valid content from the body, so what remains is invalid.
    rule({ name: 'base64', accepts: () => false, message: 'must be a file in Base64' }),
  )
  content_base64?: string;
}

export class ChangeDocumentDto extends DocumentFieldsDto {
  @OneOf({ description: 'What the document is.', values: DOC_TYPES, name: 'DocType', optional: true })
  doc_type?: DocType;
}

export class ListDocumentsQuery extends PageQuery {
  @QueryIds({ description: 'Only documents of these end users.', prefix: 'eu' })
  end_user_id?: string[];

  @QueryList({
    description: 'Only documents of these types.',
    example: 'passport,other',
    values: DOC_TYPES,
    name: 'DocType',
  })
  doc_type?: DocType[];

  @CalendarDate({ description: 'Only documents that expire before this day.', optional: true })
  expiring_before?: string;

  @CalendarDate({ description: 'Only documents that expire on this day or later.', optional: true })
  expiring_from?: string;

  @QueryFlag({ description: 'Only documents in no bundle, or with `false` only those in a bundle.' })
  unattached?: boolean;

  @QueryOrder()
  order?: 'asc' | 'desc';
}

@SchemaOf({ name: 'ComplianceDocument' })
export class DocumentDto {
  @Id({ description: 'ID of the document.', prefix: 'doc' })
  id: string;

  @Id({ description: 'The end user of the document.', prefix: 'eu', nullable: true })
  end_user_id: string | null;

  @OneOf({ description: 'What the document is.', values: DOC_TYPES, name: 'DocType' })
  doc_type: string;

  @Text({ description: 'Name of the file, without a path.', example: 'passport.pdf' })
  filename: string;

  @OneOf({ description: 'Media type of the content.', values: CONTENT_TYPES, name: 'DocumentContentType' })
  content_type: string;

  @Integer({ description: 'Size of the content.', example: 204_800 })
  size_bytes: number;

  @CalendarDate({ description: 'Day of issue.', example: '2026-10-01', nullable: true })
  issued_at: string | null;

  @CalendarDate({ description: 'Last day of validity.', example: '2031-10-01', nullable: true })
  expires_at: string | null;

  @Text({ description: 'Free text.', example: null, max: NOTES_MAX, lines: true, nullable: true })
  notes: string | null;

  @UnixTime({ description: 'When the document was uploaded.' })
  created_at: number;
}

/** The ASCII name of the file is the id of the document. */
export function toDownload({ document, content }: DocumentContent): Download {
  const { id, fileName: unicodeName, contentType } = document;
  const extension = unicodeName.slice(unicodeName.lastIndexOf('.'));
  return new Download(contentType, { fileName: `${id}${extension}`, unicodeName, content });
}

export function toDocumentDto(document: ComplianceDocument): DocumentDto {
  return {
    id: document.id,
    end_user_id: document.endUserId,
    doc_type: document.docType,
    filename: document.fileName,
    content_type: document.contentType,
    size_bytes: document.sizeBytes,
    issued_at: document.issuedAt,
    expires_at: document.expiresAt,
    notes: document.notes,
    created_at: unixSeconds(document.createdAt),
  };
}
