import type { Readable } from 'node:stream';
import type { Reader } from '../../domain/access';
import type { ComplianceBundle } from '../../domain/bundle';
import type { EndUser } from '../../domain/end-user';
import type { ComplianceDocument } from '../../domain/document';
import type { AccessLog } from '../ports';
import type { BundleRepository } from '../bundles/ports';
import type { Documents } from '../documents/documents';
import type { DocumentRepository } from '../documents/ports';
import type { EndUserRef } from './end-users';
import type { EndUserRepository } from './ports';

export interface ArchiveEntry {
  readonly name: string;
  /** Opened when the archive reaches the entry. */
  readonly open: () => Promise<Readable>;
}

export abstract class Archives {
  /** Streams a ZIP file. The stream fails when an entry does. */
  abstract zip(texts: Readonly<Record<string, string>>, entries: readonly ArchiveEntry[]): Readable;
}

/** Exports all data of an end user: details, documents and bundles. See docs/compliance.md#rights-of-end-users. */
export class ExportEndUser {
  constructor(
    private readonly endUsers: EndUserRepository,
    private readonly documents: DocumentRepository,
    private readonly bundles: BundleRepository,
    private readonly contents: Documents,
    private readonly archives: Archives,
    private readonly accesses: AccessLog,
  ) {}

  /** First records the export and the read of each document in it. Throws `not_found`. */
  async export({ accountId, id }: EndUserRef, reader: Reader): Promise<Readable> {
    const { endUser } = await this.endUsers.get(accountId, id);
    const documents = await this.documents.ofEndUser(accountId, id);
    await this.accesses.record({ accountId, reader, action: 'end_user.export', resourceIds: [id] });
    const resourceIds = documents.map((document) => document.id);
    await this.accesses.record({ accountId, reader, action: 'document.read_content', resourceIds });
    const entries = documents.map((document) => ({
      name: `documents/${document.id}-${document.fileName}`,
      open: () => this.contents.open(document),
    }));
    const bundles = await this.bundlesOf(endUser);
    return this.archives.zip({ 'end-user.json': describe(endUser, documents, bundles) }, entries);
  }

  /** Their names and review notes may describe the end user, and are erased with it. */
  private async bundlesOf({ accountId, id }: EndUser): Promise<readonly ComplianceBundle[]> {
    const ids = await this.endUsers.bundlesOf(accountId, id);
    const bundles = await Promise.all(ids.map((bundleId) => this.bundles.find(accountId, bundleId)));
    return bundles.flatMap((bundle) => (bundle?.endUserId === id ? [bundle] : []));
  }
}

function describe(
  { id, kind, country, details, createdAt, updatedAt }: EndUser,
  documents: readonly ComplianceDocument[],
  bundles: readonly ComplianceBundle[],
) {
  const held = documents.map(({ storageKey: _storageKey, accountId: _accountId, ...document }) => document);
  const used = bundles.map(({ accountId: _accountId, endUserId: _endUserId, ...bundle }) => bundle);
  const record = { id, kind, ...details, country, createdAt, updatedAt, documents: held, bundles: used };
  return JSON.stringify(record, null, 2);
}
