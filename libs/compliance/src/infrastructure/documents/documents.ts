import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { DocumentFilters, DocumentRepository, ExpiringDocument } from '../../application/documents/ports';
import type { AccountCipher, PersonalData } from '../../application/personal-data';
import type { ComplianceDocument } from '../../domain/document';
import { DocumentSchema, type SealedDocument } from '../schema';

type SealedDetails = Pick<ComplianceDocument, 'fileName' | 'notes'>;

// The lock makes the closure of the account wait. A document is added before the key is erased, and then deleted, or not at all.
const TAKE_FILE = `WITH key AS (
    SELECT FROM compliance.data_keys WHERE account_id = $1 AND wrapped_key IS NOT NULL FOR SHARE)
  DELETE FROM compliance.loose_files WHERE storage_key = $2 AND NOT is_removed AND EXISTS (SELECT FROM key)
  RETURNING storage_key`;
const UNANNOUNCE = `UPDATE compliance.documents SET notified_at = NULL
  WHERE id = $1 AND expires_at IS DISTINCT FROM $2::date`;
const LOCK_OF_END_USER = `SELECT id FROM compliance.documents WHERE account_id = $1 AND end_user_id = $2
  ORDER BY id FOR UPDATE`;
const DETACH = `DELETE FROM compliance.bundle_documents WHERE document_id = ANY ($1)`;
const REMOVE_MANY = `DELETE FROM compliance.documents WHERE id = ANY ($1) RETURNING storage_key AS key`;
const BUNDLES = `SELECT count(*) AS "all", count(*) FILTER (WHERE b.status IN ('submitted', 'approved')) AS locked
  FROM compliance.bundle_documents l JOIN compliance.bundles b ON b.id = l.bundle_id WHERE l.document_id = $1`;
// A document that is being changed is left to the next run. Closed accounts have an erased key.
const CLAIM_EXPIRING = `WITH due AS MATERIALIZED (
    SELECT d.id FROM compliance.documents d
    WHERE d.notified_at IS NULL AND d.expires_at BETWEEN $1 AND $2 AND NOT EXISTS
      (SELECT FROM compliance.data_keys k WHERE k.account_id = d.account_id AND k.erased_at IS NOT NULL)
    ORDER BY d.expires_at, d.id LIMIT $3 FOR UPDATE OF d SKIP LOCKED),
  claimed AS (
    UPDATE compliance.documents d SET notified_at = $4 FROM due WHERE d.id = due.id
    RETURNING ${columnsOf(DocumentSchema, ['id', 'accountId', 'endUserId', 'docType', 'expiresAt'], 'd')})
  SELECT * FROM claimed ORDER BY "expiresAt", id`;

export class StoredDocuments implements DocumentRepository {
  constructor(
    private readonly db: Database,
    private readonly data: PersonalData,
  ) {}

  async add(document: ComplianceDocument): Promise<void> {
    await this.db.table(DocumentSchema).add(sealed(document, await this.data.cipherOf(document.accountId)));
  }

  addUploaded(document: ComplianceDocument, cipher: AccountCipher): Promise<boolean> {
    return this.db.run(async () => {
      if (!(await this.db.find(TAKE_FILE, [document.accountId, document.storageKey]))) return false;
      await this.db.table(DocumentSchema).add(sealed(document, cipher));
      return true;
    });
  }

  async save(document: ComplianceDocument): Promise<void> {
    const cipher = await this.data.cipherOf(document.accountId);
    await this.db.write(UNANNOUNCE, [document.id, document.expiresAt]);
    const members = ['endUserId', 'docType', 'issuedAt', 'expiresAt', 'sealed'] as const;
    await this.db.table(DocumentSchema).save(sealed(document, cipher), undefined, members);
  }

  remove({ id }: ComplianceDocument): Promise<void> {
    return this.db.write(`DELETE FROM compliance.documents WHERE id = $1`, [id]);
  }

  async lock(accountId: string, id: string): Promise<ComplianceDocument> {
    const found = await this.db.table(DocumentSchema).get('account_id = $1 AND id = $2 FOR UPDATE', [accountId, id]);
    return opened(found, await this.data.cipherOf(accountId));
  }

  async get(accountId: string, id: string): Promise<ComplianceDocument> {
    const found = await this.db.table(DocumentSchema).get('account_id = $1 AND id = $2', [accountId, id]);
    return opened(found, await this.data.cipherOf(accountId));
  }

  async find(accountId: string, id: string): Promise<ComplianceDocument | null> {
    return (await this.findMany(accountId, [id]))[0] ?? null;
  }

  async accountOf(id: string): Promise<string> {
    return (await this.db.table(DocumentSchema).get('id = $1', [id])).accountId;
  }

  findMany(accountId: string, ids: readonly string[]): Promise<ComplianceDocument[]> {
    return this.read('account_id = $1 AND id = ANY ($2) ORDER BY id', accountId, ids);
  }

  shareMany(accountId: string, ids: readonly string[]): Promise<ComplianceDocument[]> {
    return this.read('account_id = $1 AND id = ANY ($2) ORDER BY id FOR SHARE', accountId, ids);
  }

  ofEndUser(accountId: string, endUserId: string): Promise<ComplianceDocument[]> {
    return this.read('account_id = $1 AND end_user_id = $2 ORDER BY id', accountId, endUserId);
  }

  async list(
    accountId: string,
    { endUserId, docType, expiringBefore, expiringFrom, unattached }: DocumentFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ComplianceDocument>> {
    const attached = `EXISTS (SELECT FROM compliance.bundle_documents l WHERE l.document_id = d.id)`;
    const where = new Where()
      .require('d.account_id = ?', accountId)
      .anyOf('d.end_user_id', endUserId)
      .anyOf('d.doc_type', docType)
      .add('d.expires_at < ?', expiringBefore)
      .add('d.expires_at >= ?', expiringFrom)
      .when(unattached, `NOT ${attached}`, attached);
    const select = `SELECT ${columnsOf(DocumentSchema, undefined, 'd')} FROM compliance.documents d`;
    const of = ({ createdAt, id }: SealedDocument) => [createdAt, id] as const;
    const { items, next } = await this.db.page({ select, where, by: ['d.created_at', 'd.id'], of }, page);
    const cipher = await this.data.cipherOf(accountId);
    return { items: items.map((document) => opened(document, cipher)), next };
  }

  async removeOfEndUser(accountId: string, endUserId: string): Promise<readonly string[]> {
    const locked = await this.db.query<{ id: string }>(LOCK_OF_END_USER, [accountId, endUserId]);
    const ids = locked.map(({ id }) => id);
    // A statement of its own: that of the lock does not see a bundle that attached a document while the lock waited.
    await this.db.write(DETACH, [ids]);
    return (await this.db.query<{ key: string }>(REMOVE_MANY, [ids])).map(({ key }) => key);
  }

  bundlesOf(id: string): Promise<{ readonly all: number; readonly locked: number }> {
    return this.db.get<{ all: number; locked: number }>(BUNDLES, [id]);
  }

  claimExpiring(days: { readonly from: string; readonly to: string }, limit: number, at: Date) {
    return this.db.query<ExpiringDocument>(CLAIM_EXPIRING, [days.from, days.to, limit, at]);
  }

  private async read(where: string, accountId: string, idOrIds: unknown): Promise<ComplianceDocument[]> {
    const found = await this.db.table(DocumentSchema).query(where, [accountId, idOrIds]);
    if (found.length === 0) return [];
    const cipher = await this.data.cipherOf(accountId);
    return found.map((document) => opened(document, cipher));
  }
}

function sealed({ fileName, notes, ...document }: ComplianceDocument, cipher: AccountCipher): SealedDocument {
  const details: SealedDetails = { fileName, notes };
  return { ...document, sealed: cipher.seal(document.id, JSON.stringify(details)) };
}

function opened({ sealed: details, notifiedAt: _, ...row }: SealedDocument, cipher: AccountCipher): ComplianceDocument {
  return { ...row, ...(JSON.parse(cipher.open(row.id, details).toString()) as SealedDetails) };
}
