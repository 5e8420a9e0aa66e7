import type { Readable } from 'node:stream';
import type { Clock, Page, PageRequest, Transactor } from '@trunkline/kernel';
import type { Reader } from '../../domain/access';
import { assertDates, type ComplianceDocument, type DocumentDetails } from '../../domain/document';
import { ComplianceErrors, unknownEndUser } from '../../domain/errors';
import type { AccessLog, RecordUses } from '../ports';
import type { EndUserRepository } from '../end-users/ports';
import type { PersonalData } from '../personal-data';
import type { DocumentFilters, DocumentRepository, DocumentStorage } from './ports';
import type { RemovedFiles } from './removed-files';

export interface DocumentRef {
  readonly accountId: string;
  readonly id: string;
}

export interface DocumentContent {
  readonly document: ComplianceDocument;
  readonly content: Readable;
}

/** Lists, reads, changes and deletes documents. The access log records every read, and every change, which returns all details. */
export class Documents {
  constructor(
    private readonly tx: Transactor,
    private readonly documents: DocumentRepository,
    private readonly endUsers: EndUserRepository,
    private readonly data: PersonalData,
    private readonly storage: DocumentStorage,
    private readonly files: RemovedFiles,
    private readonly accesses: AccessLog,
    private readonly uses: RecordUses,
    private readonly clock: Clock,
  ) {}

  async list(
    { accountId, reader }: { readonly accountId: string; readonly reader: Reader },
    filters: DocumentFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ComplianceDocument>> {
    const found = await this.documents.list(accountId, filters, page);
    const resourceIds = found.items.map(({ id }) => id);
    await this.accesses.record({ accountId, reader, action: 'document.read', resourceIds });
    return found;
  }

  /** Throws `not_found`. */
  async get(ref: DocumentRef, reader: Reader): Promise<ComplianceDocument> {
    const { accountId, id } = ref;
    const document = await this.documents.get(accountId, id);
    await this.accesses.record({ accountId, reader, action: 'document.read', resourceIds: [id] });
    return document;
  }

  /** Returns the decrypted content, and records the access before. Throws `not_found`. */
  async read(ref: DocumentRef, reader: Reader): Promise<DocumentContent> {
    const { accountId, id } = ref;
    const document = await this.documents.get(accountId, id);
    await this.accesses.record({ accountId, reader, action: 'document.read_content', resourceIds: [id] });
    return { document, content: await this.open(document) };
  }

  async open({ accountId, storageKey }: ComplianceDocument): Promise<Readable> {
    const cipher = await this.data.cipherOf(accountId);
    const stored = await this.storage.get(storageKey);
    const plain = cipher.decryption(storageKey);
    stored.once('error', (error) => plain.destroy(error));
    plain.once('close', () => stored.destroy());
    return stored.pipe(plain);
  }

  /** Throws `not_found`, `invalid_input`, and `bundle_locked` while a submitted or approved bundle has the document. */
  update(
    { accountId, id }: DocumentRef,
    change: Partial<DocumentDetails>,
    reader: Reader,
  ): Promise<ComplianceDocument> {
    return this.tx.run(async () => {
      const { endUserId = null } = change;
      if (endUserId !== null && !(await this.endUsers.share(accountId, endUserId))) {
        throw unknownEndUser();
      }
      const document = await this.documents.lock(accountId, id);
      const { locked } = await this.documents.bundlesOf(id);
      if (locked > 0) throw ComplianceErrors.bundle_locked();
      const changed = { ...document, ...change };
      assertDates(changed, this.clock);
      await this.documents.save(changed);
      await this.accesses.record({ accountId, reader, action: 'document.read', resourceIds: [id] });
      return changed;
    });
  }

  /** Throws `not_found`, and `resource_in_use` while a bundle or an open port has the document. */
  remove({ accountId, id }: DocumentRef): Promise<void> {
    return this.tx.run(async () => {
      const document = await this.documents.lock(accountId, id);
      const { all } = await this.documents.bundlesOf(id);
      if (all > 0) {
        throw ComplianceErrors.resource_in_use({
          message: 'Bundles contain the document. Remove it from them first.',
          fields: { bundles: String(all) },
        });
      }
      if (await this.uses.usesDocument(accountId, id)) {
        throw ComplianceErrors.resource_in_use({
          message: 'A port of numbers has the document. Remove it there first, or wait until the port has ended.',
        });
      }
      await this.documents.remove(document);
      await this.files.add(accountId, [document.storageKey]);
    });
  }
}
