import { newId } from '@trunkline/kernel';
import { lockWaits, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { compliancePersistence } from '../../compliance.module';
import { StoredBundleDirectory } from '../../infrastructure/bundle-directory';
import { FileRequirements } from '../../infrastructure/file-requirements';
import { aCompleteDraft, addDocument, addEndUser, type BundleWorld, bundleWorld, raceOf, READER } from '../../testing';

const DAY = 86_400;

describe('Bundles', () => {
  let test: TestDatabase;
  let world: BundleWorld;

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
  });
  beforeEach(() => {
    world = bundleWorld(test.db);
  });
  afterAll(() => test.close());

  const setStatus = (id: string, status: string) =>
    test.db.query(`UPDATE compliance.bundles SET status = $2, approved_at = now(), rejected_at = now() WHERE id = $1`, [
      id,
      status,
    ]);
  const statusOf = async (bundleId: string) =>
    (await world.bundles.get({ accountId: world.accountId, bundleId })).bundle.status;
  const race = (first: () => Promise<unknown>, second: () => Promise<unknown>) => raceOf(test.db, first, second);

  it('stores the members, and lists bundles by page and filter', async () => {
    const { bundle, endUserId } = await aCompleteDraft(world);
    const other = await aCompleteDraft(world, { country: 'FR', numberType: null });
    expect(bundle).toMatchObject({ status: 'draft', reviewNotes: null, rejectionCodes: [], validUntil: null });
    world.numbers.counts.set(bundle.id, 3);
    const { accountId } = world;
    const listed = (filters: object, limit = 10) =>
      world.bundles.list(accountId, filters, { limit, sort: 'created_at', order: 'asc', after: null });
    expect((await listed({})).items).toEqual([
      { bundle, isLapsed: false, numberCount: 3 },
      { bundle: other.bundle, isLapsed: false, numberCount: 0 },
    ]);
    for (const filters of [
      { endUserId: [endUserId] },
      { country: ['DE', 'AT'] },
      { numberType: ['geographic'] },
      { status: ['approved', 'draft'] },
    ]) {
      expect((await listed(filters)).items[0]?.bundle.id).toBe(bundle.id);
    }
    expect((await listed({ status: ['approved', 'rejected'] })).items).toEqual([]);
    expect((await listed({ country: ['DE'] })).items).toHaveLength(1);
    const { next } = await listed({}, 1);
    const page = { limit: 1, sort: 'created_at', order: 'asc', after: next } as const;
    expect((await world.bundles.list(accountId, {}, page)).items[0]?.bundle.id).toBe(other.bundle.id);
  });

  it.each([
    ['update', 'draft', 'draft'],
    ['update', 'rejected', 'draft'],
    ['update with nothing', 'rejected', 'rejected'],
    ['update', 'submitted', 'bundle_locked'],
    ['update', 'approved', 'bundle_locked'],
    ['attach', 'draft', 'draft'],
    ['attach', 'rejected', 'draft'],
    ['attach', 'submitted', 'bundle_locked'],
    ['attach', 'approved', 'bundle_locked'],
    ['detach', 'draft', 'draft'],
    ['detach', 'rejected', 'draft'],
    ['detach', 'submitted', 'bundle_locked'],
    ['detach', 'approved', 'bundle_locked'],
    ['remove', 'draft', 'not_found'],
    ['remove', 'rejected', 'not_found'],
    ['remove', 'submitted', 'bundle_locked'],
    ['remove', 'approved', 'bundle_locked'],
    ['submit', 'draft', 'submitted'],
    ['submit', 'rejected', 'invalid_state'],
    ['submit', 'submitted', 'invalid_state'],
    ['submit', 'approved', 'invalid_state'],
    ['withdraw', 'draft', 'invalid_state'],
    ['withdraw', 'rejected', 'invalid_state'],
    ['withdraw', 'submitted', 'draft'],
    ['withdraw', 'approved', 'invalid_state'],
  ] as const)('follows its table of states: %s of a bundle that is %s → %s', async (action, from, outcome) => {
    const { ref, documents } = await aCompleteDraft(world);
    const { id: documentId } = await addDocument(world);
    await setStatus(ref.bundleId, from);
    const actions = {
      update: () => world.bundles.update(ref, { name: 'Other' }),
      'update with nothing': () => world.bundles.update(ref, {}),
      attach: () => world.bundles.attach(ref, documentId),
      detach: () => world.bundles.detach(ref, documents[0]!.id),
      remove: () => world.bundles.remove(ref),
      submit: () => world.bundles.submit(ref),
      withdraw: () => world.bundles.withdraw(ref),
    };
    const result = await actions[action]()
      .then(() => statusOf(ref.bundleId))
      .catch((error: unknown) => (error as { code: string }).code);
    expect(result).toBe(outcome);
  });

  it('keeps the time of the last update for a change without members', async () => {
    const { bundle, ref, endUserId } = await aCompleteDraft(world);
    const endUser = { accountId: world.accountId, id: endUserId };
    const before = await world.endUsers.get(endUser, READER);
    world.clock.advance(DAY);
    expect((await world.bundles.update(ref, {})).bundle).toEqual(bundle);
    expect(await world.endUsers.update(endUser, {}, READER)).toEqual(before);
  });

  it('copies a bundle of any status as a draft', async () => {
    const { ref, bundle } = await aCompleteDraft(world);
    await setStatus(ref.bundleId, 'approved');
    const copy = await world.bundles.copy(ref, 'Second');
    const { endUserId, documentIds, country, numberType } = bundle;
    expect(copy.bundle).toMatchObject({ name: 'Second', status: 'draft', endUserId, documentIds, country, numberType });
    expect([copy.bundle.approvedAt, copy.bundle.id === bundle.id]).toEqual([null, false]);
  });

  it('removes the review of an earlier submission when the bundle is submitted again', async () => {
    const { ref } = await aCompleteDraft(world);
    await test.db.query(
      `UPDATE compliance.bundles SET status = 'rejected', rejected_at = now(), review_notes = 'Blurred',
         rejection_codes = '{doc_illegible}' WHERE id = $1`,
      [ref.bundleId],
    );
    const edited = await world.bundles.update(ref, { name: 'Berlin' });
    expect(edited.bundle).toMatchObject({ reviewNotes: 'Blurred', rejectionCodes: ['doc_illegible'] });
    expect((await world.bundles.submit(ref)).bundle).toMatchObject({
      submittedAt: world.clock.now(),
      reviewNotes: null,
      rejectionCodes: [],
      rejectedAt: null,
    });
  });

  it('rejects end users and documents of another account, and more than 20 documents', async () => {
    const { ref, bundle } = await aCompleteDraft(world);
    const own = world.accountId;
    world = { ...world, accountId: newId('acc') };
    const { id: endUserId } = await addEndUser(world);
    const { id: documentId } = await addDocument(world);
    world = { ...world, accountId: own };
    const rejected = (field: string) => ({ code: 'invalid_input', fields: { [field]: expect.any(String) } });
    await expect(world.bundles.create(own, { ...bundle, endUserId })).rejects.toMatchObject(rejected('end_user_id'));
    await expect(world.bundles.update(ref, { endUserId })).rejects.toMatchObject(rejected('end_user_id'));
    await expect(world.bundles.update(ref, { documentIds: [documentId] })).rejects.toMatchObject(
      rejected('document_ids'),
    );
    await expect(world.bundles.attach(ref, documentId)).rejects.toMatchObject(rejected('document_id'));
    await expect(world.bundles.detach(ref, documentId)).rejects.toMatchObject({ code: 'not_found' });
    for (let count = bundle.documentIds.length; count < 20; count++) {
      await world.bundles.attach(ref, (await addDocument(world)).id);
    }
    const { id: last } = await addDocument(world);
    await expect(world.bundles.attach(ref, last)).rejects.toMatchObject(rejected('document_id'));
  });

  it('keeps a bundle that a concurrent transaction attaches to a number', async () => {
    const { ref } = await aCompleteDraft(world);
    const directory = new StoredBundleDirectory(test.db, new FileRequirements());
    let find: () => void = () => undefined;
    // Removed outside the transaction.
    const removed = Promise.allSettled([
      new Promise<void>((found) => (find = found)).then(() => world.bundles.remove(ref)),
    ]);
    await test.db.run(async () => {
      await directory.find(ref.accountId, ref.bundleId);
      find();
      await lockWaits(test.db);
      world.numbers.counts.set(ref.bundleId, 1);
    });
    await expect(removed).resolves.toMatchObject([{ reason: { code: 'resource_in_use' } }]);
  });

  it('keeps a bundle that live numbers have', async () => {
    const { ref } = await aCompleteDraft(world);
    world.numbers.counts.set(ref.bundleId, 2);
    await expect(world.bundles.remove(ref)).rejects.toMatchObject({
      code: 'resource_in_use',
      fields: { numbers: '2' },
    });
  });

  it('names each missing piece of an incomplete bundle', async () => {
    const { id: endUserId } = await addEndUser(world, { firstName: 'Ada', lastName: 'Lovelace' }, { country: 'FR' });
    const { id: stranger } = await addEndUser(world);
    const today = world.clock.now().toISOString().slice(0, 10);
    const expired = await addDocument(world, { docType: 'passport', expiresAt: '2026-01-01' });
    const old = await addDocument(world, { docType: 'utility_bill', issuedAt: null });
    const others = await addDocument(world, { docType: 'other', endUserId: stranger, issuedAt: today });
    const { bundle } = await world.bundles.create(world.accountId, {
      name: 'Incomplete',
      endUserId,
      country: 'DE',
      numberType: 'geographic',
      documentIds: [expired.id, old.id, others.id],
    });
    world.clock.advance(365 * DAY);
    const ref = { accountId: world.accountId, bundleId: bundle.id };
    const results = await world.validation.validate(ref);
    expect(results.map(({ requirement, code }) => [requirement, code])).toEqual([
      ['end_user_kind', 'met'],
      ['address', 'address_not_national'],
      ['first_name', 'met'],
      ['last_name', 'met'],
      ['phone_e164', 'field_missing'],
      ['document_identity', 'doc_expired'],
      ['document_other', 'doc_missing'],
      ['document_address', 'doc_too_old'],
      ['documents', 'doc_of_other_end_user'],
    ]);
    const unmet = results
      .filter(({ code }) => code !== 'met')
      .map(({ requirement }) => [requirement, expect.any(String)]);
    await expect(world.bundles.submit(ref)).rejects.toMatchObject({
      code: 'bundle_incomplete',
      fields: Object.fromEntries(unmet),
    });
  });

  it('submits once when two requests race', async () => {
    const { ref } = await aCompleteDraft(world);
    const submit = () => world.bundles.submit(ref);
    const outcomes = await race(submit, submit);
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'invalid_state' } }]);
  });

  it('keeps both documents when two requests attach at the same time', async () => {
    const { ref } = await aCompleteDraft(world, { documentIds: [] });
    const [one, two] = [await addDocument(world), await addDocument(world)];
    await race(
      () => world.bundles.attach(ref, one.id),
      () => world.bundles.attach(ref, two.id),
    );
    expect((await world.bundles.get(ref)).bundle.documentIds).toEqual([one.id, two.id].sort());
  });

  it('detaches no document of a bundle that is being submitted', async () => {
    const { ref, documents } = await aCompleteDraft(world);
    const outcomes = await race(
      () => world.bundles.submit(ref),
      () => world.bundles.detach(ref, documents[0]!.id),
    );
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'bundle_locked' } }]);
    expect((await world.bundles.get(ref)).bundle.documentIds).toHaveLength(3);
  });

  it('does not submit a bundle while its document is being detached', async () => {
    const { ref, documents } = await aCompleteDraft(world);
    const outcomes = await race(
      () => world.bundles.detach(ref, documents[0]!.id),
      () => world.bundles.submit(ref),
    );
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'bundle_incomplete' } }]);
  });

  it('validates the document of a concurrent change, and locks documents it has validated', async () => {
    const { ref, documents } = await aCompleteDraft(world);
    const document = { accountId: world.accountId, id: documents[2]!.id };
    const submit = () => world.bundles.submit(ref);
    const change = () => world.documents.update(document, { issuedAt: null }, READER);
    const changedFirst = await race(change, submit);
    expect(changedFirst).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'bundle_incomplete' } }]);
    await world.documents.update(document, { issuedAt: documents[2]!.issuedAt }, READER);
    const submittedFirst = await race(submit, change);
    expect(submittedFirst).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'bundle_locked' } }]);
  });

  it('validates the end user of a concurrent change, and locks the end user it has validated', async () => {
    const { ref, endUserId: id } = await aCompleteDraft(world);
    const endUser = { accountId: world.accountId, id };
    const submit = () => world.bundles.submit(ref);
    const move = () => world.endUsers.update(endUser, { country: 'FR' }, READER);
    const changedFirst = await race(move, submit);
    expect(changedFirst).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'bundle_incomplete' } }]);
    await world.endUsers.update(endUser, { country: 'DE' }, READER);
    const submittedFirst = await race(submit, move);
    expect(submittedFirst).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'resource_in_use' } }]);
  });

  it('attaches no document that is being deleted, and deletes none that is being attached', async () => {
    const { ref } = await aCompleteDraft(world, { documentIds: [] });
    const attach = (id: string) => () => world.bundles.attach(ref, id);
    const remove = (id: string) => () => world.documents.remove({ accountId: world.accountId, id });
    const [one, two] = [await addDocument(world), await addDocument(world)];
    const deletedFirst = await race(remove(one.id), attach(one.id));
    expect(deletedFirst).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'invalid_input' } }]);
    const attachedFirst = await race(attach(two.id), remove(two.id));
    expect(attachedFirst).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'resource_in_use' } }]);
  });

  it('creates no bundle for an end user that is being deleted, and deletes none that gets a bundle', async () => {
    const { bundle } = await aCompleteDraft(world);
    const [one, two] = [await addEndUser(world), await addEndUser(world)];
    const create = (endUserId: string) => () =>
      world.bundles.create(world.accountId, { ...bundle, endUserId, documentIds: [] });
    const remove = (id: string) => () => world.endUsers.remove({ accountId: world.accountId, id });
    const deletedFirst = await race(remove(one.id), create(one.id));
    expect(deletedFirst).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'invalid_input' } }]);
    const createdFirst = await race(create(two.id), remove(two.id));
    expect(createdFirst).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'resource_in_use' } }]);
  });

  it('ends approvals and withdraws submissions when the end user is erased', async () => {
    const approved = await aCompleteDraft(world);
    const submitted = await world.bundles.copy(approved.ref, 'Submitted');
    await world.bundles.submit({ accountId: world.accountId, bundleId: submitted.bundle.id });
    await setStatus(approved.ref.bundleId, 'approved');
    await world.stores.bundles.lapse(world.accountId, approved.endUserId, world.clock.now());
    expect(await world.bundles.get(approved.ref)).toMatchObject({ isLapsed: true, bundle: { status: 'approved' } });
    expect(await statusOf(submitted.bundle.id)).toBe('draft');
  });
});
