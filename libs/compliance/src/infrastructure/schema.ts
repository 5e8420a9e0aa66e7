import { EntitySchema } from 'typeorm';
import type { ComplianceBundle } from '../domain/bundle';
import type { ComplianceDocument } from '../domain/document';
import type { EndUser } from '../domain/end-user';

/** A bundle without the ids of its documents, which `bundle_documents` has. */
export const BundleSchema = new EntitySchema<Omit<ComplianceBundle, 'documentIds'>>({
  name: 'ComplianceBundle',
  schema: 'compliance',
  tableName: 'bundles',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    name: { type: 'text' },
    endUserId: { type: 'text' },
    country: { type: 'text' },
    numberType: { type: 'text', nullable: true },
    status: { type: 'text' },
    reviewNotes: { type: 'text', nullable: true },
    rejectionCodes: { type: 'text', array: true },
    validUntil: { type: 'timestamptz', nullable: true },
    submittedAt: { type: 'timestamptz', nullable: true },
    approvedAt: { type: 'timestamptz', nullable: true },
    rejectedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});

/** A document whose file name and notes are sealed. */
export interface SealedDocument extends Omit<ComplianceDocument, 'fileName' | 'notes'> {
  readonly sealed: string;
  /** When its expiry was announced. */
  readonly notifiedAt?: Date | null;
}

export const DocumentSchema = new EntitySchema<SealedDocument>({
  name: 'ComplianceDocument',
  schema: 'compliance',
  tableName: 'documents',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    endUserId: { type: 'text', nullable: true },
    docType: { type: 'text' },
    contentType: { type: 'text' },
    sizeBytes: { type: 'integer' },
    sealed: { type: 'text' },
    storageKey: { type: 'text' },
    issuedAt: { type: 'date', nullable: true },
    expiresAt: { type: 'date', nullable: true },
    createdAt: { type: 'timestamptz' },
    notifiedAt: { type: 'timestamptz', nullable: true },
  },
});

/** An end user whose details are sealed; null after its erasure. */
export interface SealedEndUser
  extends Pick<EndUser, 'id' | 'accountId' | 'kind' | 'country' | 'createdAt' | 'updatedAt'> {
  readonly sealed: string | null;
  /** Digests of the words by which it is found. */
  readonly searchIndex: readonly string[];
  readonly erasedAt: Date | null;
}

export const EndUserSchema = new EntitySchema<SealedEndUser>({
  name: 'EndUser',
  schema: 'compliance',
  tableName: 'end_users',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    kind: { type: 'text' },
    country: { type: 'text' },
    sealed: { type: 'text', nullable: true },
    searchIndex: { type: 'text', array: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    erasedAt: { type: 'timestamptz', nullable: true },
  },
});

export const complianceSchemas = [BundleSchema, DocumentSchema, EndUserSchema];
