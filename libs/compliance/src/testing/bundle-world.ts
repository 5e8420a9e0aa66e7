import { type Mails, newId, type OutgoingMail } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { AuditTrail, CryptoBox, type Database, IdempotencyKeys } from '@trunkline/platform';
import { lockWaits, testEventBus } from '@trunkline/platform/testing';
import { Bundles } from '../application/bundles/bundles';
import { type BundleNumbers } from '../application/bundles/ports';
import { ValidateBundle } from '../application/bundles/validate-bundle';
import { Documents } from '../application/documents/documents';
import type { DocumentStorage } from '../application/documents/ports';
import { RemovedFiles } from '../application/documents/removed-files';
import { EraseEndUser } from '../application/end-users/erase-end-user';
import { type ComplianceContacts, type RecordUses } from '../application/ports';
import { ReviewBundles } from '../application/review/review-bundles';
import { EndUsers } from '../application/end-users/end-users';
import type { BundleDetails } from '../domain/bundle';
import type { ComplianceDocument } from '../domain/document';
import { END_USER_DEFAULTS, type EndUser, type PersonalDetails } from '../domain/end-user';
import { StoredAccessLog } from '../infrastructure/access-log';
import { StoredBundles } from '../infrastructure/bundles';
import { StoredDocuments } from '../infrastructure/documents/documents';
import { StoredLooseFiles } from '../infrastructure/documents/loose-files';
import { StoredEndUsers } from '../infrastructure/end-users';
import { EnvelopedPersonalData } from '../infrastructure/personal-data/enveloped-personal-data';
import { IdempotentResponses } from '../infrastructure/personal-data/erased-records';
import { SandboxReview } from '../sandbox/sandbox-review';
import { FileRequirements } from '../infrastructure/file-requirements';

const DETAILS: PersonalDetails = {
  ...END_USER_DEFAULTS,
  addressLine1: '12 Plumtree Square',
  city: 'Berlin',
  postalCode: '10115',
};
/** What a person needs for a geographic number of Germany. */
const ADA: Partial<PersonalDetails> = { firstName: 'Ada', lastName: 'Lovelace', phoneE164: '+4930901820' };
const DOC_TYPES = ['passport', 'other', 'utility_bill'] as const;

/** The live numbers of bundles, set by tests. */
class FakeNumbers implements BundleNumbers {
  readonly counts = new Map<string, number>();

  countByBundles(): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(this.counts);
  }
}

/** Uses what a test chooses. */
class FakeUses implements RecordUses {
  readonly ids = new Set<string>();

  usesDocument(_accountId: string, documentId: string): Promise<boolean> {
    return Promise.resolve(this.ids.has(documentId));
  }

  usesEndUser(_accountId: string, endUserId: string): Promise<boolean> {
    return Promise.resolve(this.ids.has(endUserId));
  }
}

class FakeContacts implements ComplianceContacts {
  technicalContacts() {
    return Promise.resolve([{ userId: 'usr_1', email: 'ada@example.com', name: 'Ada' }]);
  }
}

class FakeMails implements Mails {
  readonly sent: OutgoingMail[] = [];

  send(mail: OutgoingMail): Promise<void> {
    this.sent.push(mail);
    return Promise.resolve();
  }
}

/** The user that changes and erases in specs. */
export const READER = { kind: 'user', id: 'usr_1' } as const;

/** Bundles on a database, without stored files. */
export function bundleWorld(db: Database) {
  const clock = new TestClock();
  const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 1) }]);
  const data = new EnvelopedPersonalData(db, box, clock);
  const stores = {
    bundles: new StoredBundles(db),
    endUsers: new StoredEndUsers(db, data),
    documents: new StoredDocuments(db, data),
  };
  const numbers = new FakeNumbers();
  const uses = new FakeUses();
  const accesses = new StoredAccessLog(db, clock);
  const validation = new ValidateBundle(
    stores.bundles,
    stores.endUsers,
    stores.documents,
    new FileRequirements(),
    clock,
  );
  const storage = { remove: () => Promise.resolve() } as unknown as DocumentStorage;
  const mails = new FakeMails();
  const events = testEventBus(db, clock);
  const audit = new AuditTrail(db, clock);
  const review = new ReviewBundles(db, stores.bundles, validation, audit, new FakeContacts(), mails, events, clock);
  const files = new RemovedFiles(db, storage, new StoredLooseFiles(db, clock));
  const bundles = new Bundles(
    db,
    stores.bundles,
    stores.endUsers,
    stores.documents,
    numbers,
    validation,
    uses,
    events,
    clock,
  );
  const erase = new EraseEndUser(
    db,
    stores.endUsers,
    stores.documents,
    bundles,
    files,
    new IdempotentResponses(new IdempotencyKeys(db, box, clock)),
    accesses,
    events,
    clock,
  );
  return {
    accountId: newId('acc'),
    db,
    clock,
    stores,
    numbers,
    uses,
    erase,
    accesses,
    validation,
    bundles,
    review,
    sandboxReview: new SandboxReview(db, stores.bundles, review),
    mails,
    endUsers: new EndUsers(db, stores.endUsers, accesses, uses, clock),
    documents: new Documents(db, stores.documents, stores.endUsers, data, storage, files, accesses, uses, clock),
  };
}

/** Returns the events of the world's account, in order. */
export function publishedBy({ db, accountId }: BundleWorld): Promise<{ type: string; data: object }[]> {
  return db.query(`SELECT type, data FROM platform.outbox WHERE account_id = $1 ORDER BY seq`, [accountId]);
}

export type BundleWorld = ReturnType<typeof bundleWorld>;

export async function addEndUser(
  { accountId, endUsers }: BundleWorld,
  details: Partial<PersonalDetails> = ADA,
  rest: Partial<Pick<EndUser, 'kind' | 'country'>> = {},
): Promise<EndUser> {
  const { kind = 'person', country = 'DE' } = rest;
  return (await endUsers.create({ accountId, kind, country, details: { ...DETAILS, ...details } })).endUser;
}

export async function addDocument(
  { accountId, clock, stores }: BundleWorld,
  document: Partial<ComplianceDocument> = {},
): Promise<ComplianceDocument> {
  const added: ComplianceDocument = {
    id: newId('doc'),
    accountId,
    endUserId: null,
    docType: 'passport',
    fileName: 'scan.pdf',
    contentType: 'application/pdf',
    sizeBytes: 1,
    storageKey: newId('op'),
    issuedAt: clock.now().toISOString().slice(0, 10),
    expiresAt: null,
    notes: null,
    createdAt: clock.now(),
    ...document,
  };
  await stores.documents.add(added);
  return added;
}

/** Creates a draft that can be submitted, for geographic numbers of Germany. */
export async function aCompleteDraft(world: BundleWorld, details: Partial<BundleDetails> = {}) {
  const { id: endUserId } = await addEndUser(world);
  const documents: ComplianceDocument[] = [];
  for (const docType of DOC_TYPES) documents.push(await addDocument(world, { docType, endUserId }));
  const { bundle } = await world.bundles.create(world.accountId, {
    name: 'Berlin office',
    endUserId,
    country: 'DE',
    numberType: 'geographic',
    documentIds: documents.map(({ id }) => id),
    ...details,
  });
  return { bundle, ref: { accountId: world.accountId, bundleId: bundle.id }, endUserId, documents };
}

/** Starts `second` while `first` is done but not committed, and commits when `second` waits for a lock or is done. */
export async function raceOf(
  db: Database,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>[]> {
  let commit: () => void = () => undefined;
  const committing = new Promise<void>((resolve) => (commit = resolve));
  const { one, reached } = await new Promise<{ one: Promise<void>; reached: boolean }>((resolve) => {
    const work = db.run(async () => {
      await first();
      resolve({ one: work, reached: true });
      await committing;
    });
    work.catch(() => resolve({ one: work, reached: false }));
  });
  if (!reached) return Promise.allSettled([one]);
  const two = second();
  const outcomes = Promise.allSettled([one, two]);
  await Promise.race([lockWaits(db), Promise.allSettled([two])]);
  commit();
  return outcomes;
}
