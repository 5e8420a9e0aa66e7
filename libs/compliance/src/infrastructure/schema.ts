import { column, tablesOf } from '@trunkline/platform';
import type { ComplianceBundle } from '../domain/bundle';
import type { ComplianceDocument } from '../domain/document';
import type { EndUser } from '../domain/end-user';

const table = tablesOf('compliance');
const { key, text, optionalText, texts, integer, time, optionalTime } = column;

/** A bundle without the ids of its documents, which `bundle_documents` has. */
export const BundleSchema = table<Omit<ComplianceBundle, 'documentIds'>>('bundles', {
  id: key,
  accountId: text,
  name: text,
  endUserId: text,
  country: text,
  numberType: optionalText,
  status: text,
  reviewNotes: optionalText,
  rejectionCodes: texts,
  validUntil: optionalTime,
  submittedAt: optionalTime,
  approvedAt: optionalTime,
  rejectedAt: optionalTime,
  createdAt: time,
  updatedAt: time,
});

/** A document whose file name and notes are sealed. */
export interface SealedDocument extends Omit<ComplianceDocument, 'fileName' | 'notes'> {
  readonly sealed: string;
  /** When its expiry was announced. */
  readonly notifiedAt?: Date | null;
}

export const DocumentSchema = table<SealedDocument>('documents', {
  id: key,
  accountId: text,
  endUserId: optionalText,
  docType: text,
  contentType: text,
  sizeBytes: integer,
  sealed: text,
  storageKey: text,
  issuedAt: { type: 'date', nullable: true },
  expiresAt: { type: 'date', nullable: true },
  createdAt: time,
  notifiedAt: optionalTime,
});

/** An end user whose details are sealed; null after its erasure. */
export interface SealedEndUser
  extends Pick<EndUser, 'id' | 'accountId' | 'kind' | 'country' | 'createdAt' | 'updatedAt'> {
  readonly sealed: string | null;
  /** Digests of the words by which it is found. */
  readonly searchIndex: readonly string[];
  readonly erasedAt: Date | null;
}

export const EndUserSchema = table<SealedEndUser>('end_users', {
  id: key,
  accountId: text,
  kind: text,
  country: text,
  sealed: optionalText,
  searchIndex: texts,
  createdAt: time,
  updatedAt: time,
  erasedAt: optionalTime,
});

export const complianceSchemas = [BundleSchema, DocumentSchema, EndUserSchema];
