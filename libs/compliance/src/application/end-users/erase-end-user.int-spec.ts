import { lockWaits, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { compliancePersistence } from '../../compliance.module';
import { StoredBundleDirectory } from '../../infrastructure/bundle-directory';
import { FileRequirements } from '../../infrastructure/file-requirements';
import { aCompleteDraft, addDocument, addEndUser, type BundleWorld, bundleWorld, raceOf, READER } from '../../testing';

describe('EraseEndUser', () => {
  let test: TestDatabase;
  let world: BundleWorld;

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
  });
  beforeEach(() => {
    world = bundleWorld(test.db);
  });
  afterAll(() => test.close());

  const erase = (id: string) => world.erase.erase({ accountId: world.accountId, id }, READER);
  const setStatus = (id: string, status: string) =>
    test.db.query(
      `UPDATE compliance.bundles SET status = $2, approved_at = now(), submitted_at = now() WHERE id = $1`,
      [id, status],
    );
  /** Rows of the account with anything sealed. */
  const sealed = async () => {
    const counts = await test.db.find(
      `SELECT (SELECT count(*) FROM compliance.end_users WHERE account_id = $1
           AND (sealed IS NOT NULL OR search_index <> '{}')) AS "endUsers",
         (SELECT count(*) FROM compliance.documents WHERE account_id = $1) AS documents,
         (SELECT count(*) FROM compliance.loose_files WHERE account_id = $1) AS files`,
      [world.accountId],
    );
    return counts;
  };

  it('deletes the details, the documents and their files, and records who did it', async () => {
    const { endUserId, documents, bundle } = await aCompleteDraft(world);
    const kept = await addDocument(world);
    await erase(endUserId);
    await expect(erase(endUserId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.stores.endUsers.find(world.accountId, endUserId)).toBeNull();
    expect(await world.stores.documents.find(world.accountId, documents[0]!.id)).toBeNull();
    expect(await world.stores.documents.find(world.accountId, kept.id)).not.toBeNull();
    expect(await sealed()).toMatchObject({ endUsers: 0, documents: 1 });
    const page = { limit: 5, sort: 'at', order: 'desc', after: null } as const;
    expect((await world.accesses.list(world.accountId, endUserId, page)).items).toMatchObject([
      { action: 'end_user.erase', actorKind: 'user', actorId: 'usr_1' },
    ]);
    const left = await world.bundles.get({ accountId: world.accountId, bundleId: bundle.id });
    expect(left.bundle).toMatchObject({ name: 'Erased end user', documentIds: [], status: 'draft' });
  });

  it('ends approvals and withdraws submissions, also of bundles that only have a document of the end user', async () => {
    const [own, other] = [await aCompleteDraft(world), await aCompleteDraft(world)];
    const submitted = await world.bundles.copy(own.ref, 'Submitted');
    await world.bundles.attach(other.ref, own.documents[0]!.id);
    for (const id of [own.bundle.id, other.bundle.id]) await setStatus(id, 'approved');
    await setStatus(submitted.bundle.id, 'submitted');
    await erase(own.endUserId);
    expect(await world.bundles.get(own.ref)).toMatchObject({ isLapsed: true });
    expect(await world.bundles.get(other.ref)).toMatchObject({ isLapsed: true, bundle: { name: 'Berlin office' } });
    const again = await world.bundles.get({ accountId: world.accountId, bundleId: submitted.bundle.id });
    expect(again.bundle.status).toBe('draft');
  });

  it('returns resource_in_use and changes nothing while live numbers have a bundle with the end user', async () => {
    const { endUserId, bundle } = await aCompleteDraft(world);
    await setStatus(bundle.id, 'approved');
    world.numbers.counts.set(bundle.id, 2);
    const refused = { code: 'resource_in_use', fields: { numbers: '2' } };
    await expect(erase(endUserId)).rejects.toMatchObject(refused);
    expect(await sealed()).toEqual({ endUsers: 1, documents: 3, files: 0 });
  });

  it('returns not_found for the end user of another account', async () => {
    const { id } = await addEndUser(world);
    const other = bundleWorld(test.db);
    const erasing = other.erase.erase({ accountId: other.accountId, id }, READER);
    await expect(erasing).rejects.toMatchObject({ code: 'not_found' });
    expect(await sealed()).toMatchObject({ endUsers: 1 });
  });

  it('returns resource_in_use when a number attaches a bundle meanwhile', async () => {
    const { endUserId, bundle } = await aCompleteDraft(world);
    await setStatus(bundle.id, 'approved');
    const directory = new StoredBundleDirectory(test.db, new FileRequirements());
    let commit: () => void = () => undefined;
    const committing = new Promise<void>((resolve) => (commit = resolve));
    let attaching: Promise<void> = Promise.resolve();
    await new Promise<void>((attached) => {
      attaching = test.db.run(async () => {
        await directory.find(world.accountId, bundle.id);
        attached();
        await committing;
      });
    });
    const erasing = erase(endUserId).catch((error: unknown) => error);
    await lockWaits(test.db);
    world.numbers.counts.set(bundle.id, 1);
    commit();
    await attaching;
    expect(await erasing).toMatchObject({ code: 'resource_in_use' });
    expect(await world.bundles.get({ accountId: world.accountId, bundleId: bundle.id })).toMatchObject({
      isLapsed: false,
    });
  });

  it('detaches a document that a bundle attaches meanwhile', async () => {
    for (const erasesFirst of [true, false]) {
      const { id } = await addEndUser(world);
      const document = await addDocument(world, { endUserId: id });
      const { ref } = await aCompleteDraft(world);
      const attaching = () => world.bundles.attach(ref, document.id);
      const outcomes = await (erasesFirst
        ? raceOf(test.db, () => erase(id), attaching)
        : raceOf(test.db, attaching, () => erase(id)));
      const attached = erasesFirst ? { reason: { code: 'invalid_input' } } : { status: 'fulfilled' };
      const erased = { status: 'fulfilled' };
      expect(outcomes).toMatchObject(erasesFirst ? [erased, attached] : [attached, erased]);
      expect((await world.bundles.get(ref)).bundle.documentIds).not.toContain(document.id);
    }
  });

  it('leaves no submitted bundle when it races with a submission, and no document when it races with an upload', async () => {
    for (const erasesFirst of [true, false]) {
      const { endUserId, ref } = await aCompleteDraft(world);
      const [erasing, submitting] = [() => erase(endUserId), () => world.bundles.submit(ref)];
      await (erasesFirst ? raceOf(test.db, erasing, submitting) : raceOf(test.db, submitting, erasing));
      expect((await world.bundles.get(ref)).bundle.status).toBe('draft');
      const { id } = await addEndUser(world);
      const document = await addDocument(world);
      const attaching = () =>
        world.documents.update({ accountId: world.accountId, id: document.id }, { endUserId: id }, READER);
      await (erasesFirst ? raceOf(test.db, () => erase(id), attaching) : raceOf(test.db, attaching, () => erase(id)));
      expect(await world.stores.documents.ofEndUser(world.accountId, id)).toEqual([]);
    }
  });
});
