import { CommonErrors, type DocType, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, readPage, Where } from '@trunkline/platform';
import { type DocumentFilters, type DocumentRepository } from '../../application/documents/ports';
import type { AccountCipher, PersonalData } from '../../application/personal-data/ports';
import type { ComplianceDocument, ContentType } from '../../domain/documents/document';

interface DocumentRow {
  readonly id: string;
  readonly account_id: string;
  readonly end_user_id: string | null;
  readonly doc_type: DocType;
  readonly content_type: ContentType;
  readonly size_bytes: number;
  readonly sealed: string;
  readonly storage_key: string;
  readonly issued_at: string | null;
  readonly expires_at: string | null;
  readonly created_at: Date;
}

type SealedDetails = Pick<ComplianceDocument, 'fileName' | 'notes'>;

const SELECT = `SELECT d.id, d.account_id, d.end_user_id, d.doc_type, d.content_type, d.size_bytes, d.sealed, d.storage_key,
  d.issued_at::text, d.expires_at::text, d.created_at FROM compliance.documents d`;
const ONE = `${SELECT} WHERE d.account_id = $1 AND d.id = $2`;
const MANY = `${SELECT} WHERE d.account_id = $1 AND d.id = ANY ($2) ORDER BY d.id`;
const ACCOUNT = `SELECT account_id FROM compliance.documents WHERE id = $1`;
const ADD = `INSERT INTO compliance.documents (id, account_id, end_user_id, doc_type, content_type, size_bytes, sealed,
  storage_key, issued_at, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
// The lock makes the closure of the account wait. A document is added before the key is erased, and then deleted, or not at all.
const ADD_UPLOADED = `WITH key AS (
    SELECT FROM compliance.data_keys WHERE account_id = $2 AND wrapped_key IS NOT NULL FOR SHARE),
  file AS (
    DELETE FROM compliance.loose_files WHERE storage_key = $8 AND NOT is_removed AND EXISTS (SELECT FROM key)
    RETURNING storage_key)
  INSERT INTO compliance.documents (id, account_id, end_user_id, doc_type, content_type, size_bytes, sealed,
    storage_key, issued_at, expires_at, created_at)
  SELECT $1, $2, $3, $4, $5, $6::int, $7, storage_key, $9::date, $10::date, $11::timestamptz FROM file RETURNING 1`;
const SAVE = `UPDATE compliance.documents SET end_user_id = $3, doc_type = $4, issued_at = $5, expires_at = $6, sealed = $7,
  notified_at = CASE WHEN expires_at IS DISTINCT FROM $6::date THEN NULL ELSE notified_at END
  WHERE account_id = $1 AND id = $2`;
const REMOVE = `DELETE FROM compliance.documents WHERE account_id = $1 AND id = $2`;
const LOCK_OF_END_USER = `SELECT id FROM compliance.documents WHERE account_id = $1 AND end_user_id = $2
  ORDER BY id FOR UPDATE`;
const DETACH = `DELETE FROM compliance.bundle_documents WHERE document_id = ANY ($1)`;
const REMOVE_MANY = `DELETE FROM compliance.documents WHERE id = ANY ($1) RETURNING storage_key`;
const BUNDLES = `SELECT count(*) AS "all", count(*) FILTER (WHERE b.status IN ('submitted', 'approved')) AS locked
  FROM compliance.bundle_documents l JOIN compliance.bundles b ON b.id = l.bundle_id WHERE l.document_id = $1`;

export class StoredDocuments implements DocumentRepository {
  constructor(
    private readonly db: Database,
    private readonly data: PersonalData,
  ) {}

  async add(document: ComplianceDocument): Promise<void> {
    await this.db.write(ADD, rowOf(document, await this.data.cipherOf(document.accountId)));
  }

  async addUploaded(document: ComplianceDocument, cipher: AccountCipher): Promise<boolean> {
    return (await this.db.query(ADD_UPLOADED, rowOf(document, cipher))).length > 0;
  }

  async save(document: ComplianceDocument): Promise<void> {
    const { id, accountId, endUserId, docType, issuedAt, expiresAt } = document;
    const sealed = seal(document, await this.data.cipherOf(accountId));
    await this.db.query(SAVE, [accountId, id, endUserId, docType, issuedAt, expiresAt, sealed]);
  }

  async remove({ accountId, id }: ComplianceDocument): Promise<void> {
    await this.db.query(REMOVE, [accountId, id]);
  }

  async lock(accountId: string, id: string): Promise<ComplianceDocument> {
    const [document] = await this.read(`${ONE} FOR UPDATE OF d`, accountId, id);
    if (!document) throw CommonErrors.not_found();
    return document;
  }

  async find(accountId: string, id: string): Promise<ComplianceDocument | null> {
    return (await this.read(ONE, accountId, id))[0] ?? null;
  }

  async accountOf(id: string): Promise<string | null> {
    const row = await this.db.queryOne<{ account_id: string }>(ACCOUNT, [id]);
    return row && row.account_id;
  }

  findMany(accountId: string, ids: readonly string[]): Promise<readonly ComplianceDocument[]> {
    return this.read(MANY, accountId, ids);
  }

  shareMany(accountId: string, ids: readonly string[]): Promise<readonly ComplianceDocument[]> {
    return this.read(`${MANY} FOR SHARE OF d`, accountId, ids);
  }

  ofEndUser(accountId: string, endUserId: string): Promise<readonly ComplianceDocument[]> {
    return this.read(`${SELECT} WHERE d.account_id = $1 AND d.end_user_id = $2 ORDER BY d.id`, accountId, endUserId);
  }

  async list(
    accountId: string,
    { endUserId, docType, expiringBefore, expiringFrom, unattached }: DocumentFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ComplianceDocument>> {
    const attached = `EXISTS (SELECT FROM compliance.bundle_documents l WHERE l.document_id = d.id)`;
    const { conditions, values } = new Where()
      .require('d.account_id = ?', accountId)
      .anyOf('d.end_user_id', endUserId)
      .anyOf('d.doc_type', docType)
      .add('d.expires_at < ?', expiringBefore)
      .add('d.expires_at >= ?', expiringFrom)
      .when(unattached, `NOT ${attached}`, attached);
    const statement = {
      select: SELECT,
      where: conditions,
      values,
      key: {
        column: 'd.created_at',
        type: 'timestamptz',
        of: (row: DocumentRow) => row.created_at.toISOString(),
      } as const,
      id: 'd.id',
    };
    const { items, next } = await readPage<DocumentRow>(this.db, statement, page);
    const cipher = await this.data.cipherOf(accountId);
    return { items: items.map((row) => documentOf(row, cipher)), next };
  }

  async removeOfEndUser(accountId: string, endUserId: string): Promise<readonly string[]> {
    const locked = await this.db.query<{ id: string }>(LOCK_OF_END_USER, [accountId, endUserId]);
    const ids = locked.map(({ id }) => id);
    // A statement of its own: that of the lock does not see a bundle that attached a document while the lock waited.
    await this.db.query(DETACH, [ids]);
    const rows = await this.db.query<{ storage_key: string }>(REMOVE_MANY, [ids]);
    return rows.map(({ storage_key: key }) => key);
  }

  async bundlesOf(id: string): Promise<{ readonly all: number; readonly locked: number }> {
    return (await this.db.queryOne<{ all: number; locked: number }>(BUNDLES, [id])) ?? { all: 0, locked: 0 };
  }

  private async read(text: string, accountId: string, idOrIds: unknown): Promise<ComplianceDocument[]> {
    const rows = await this.db.query<DocumentRow>(text, [accountId, idOrIds]);
    if (rows.length === 0) return [];
    const cipher = await this.data.cipherOf(accountId);
    return rows.map((row) => documentOf(row, cipher));
  }
}

/** The values of a new row, in the order of the columns that both statements insert. */
function rowOf(document: ComplianceDocument, cipher: AccountCipher): readonly unknown[] {
  const { id, accountId, endUserId, docType, contentType, sizeBytes, storageKey } = document;
  const { issuedAt, expiresAt, createdAt } = document;
  const values = [id, accountId, endUserId, docType, contentType, sizeBytes, seal(document, cipher), storageKey];
  return [...values, issuedAt, expiresAt, createdAt];
}

function seal({ id, fileName, notes }: ComplianceDocument, cipher: AccountCipher): string {
  const details: SealedDetails = { fileName, notes };
  return cipher.seal(id, JSON.stringify(details));
}

function documentOf(row: DocumentRow, cipher: AccountCipher): ComplianceDocument {
  const { fileName, notes } = JSON.parse(cipher.open(row.id, row.sealed).toString()) as SealedDetails;
  return {
    id: row.id,
    accountId: row.account_id,
    endUserId: row.end_user_id,
    docType: row.doc_type,
    fileName,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    storageKey: row.storage_key,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    notes,
    createdAt: row.created_at,
  };
}
