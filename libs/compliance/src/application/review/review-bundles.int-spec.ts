import type { Keyset, PageRequest, SortOrder } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { compliancePersistence } from '../../compliance.module';
import {
  aCompleteDraft,
  addDocument,
  addEndUser,
  type BundleWorld,
  bundleWorld,
  publishedBy,
  raceOf,
  READER,
} from '../../testing';

const DAY = 86_400;
const OPERATOR = 'operator:5c1a9f0b2e7d';
const REJECTION = { reviewNotes: 'Page 2 is missing.', rejectionCodes: ['doc_incomplete'] } as const;

describe('ReviewBundles', () => {
  let test: TestDatabase;
  let world: BundleWorld;

  beforeAll(async () => {
    test = await testDatabase([compliancePersistence]);
  });
  beforeEach(() => {
    world = bundleWorld(test.db);
  });
  afterAll(() => test.close());

  const submitted = async (name = 'Berlin office') => {
    const draft = await aCompleteDraft(world, { name });
    await world.bundles.submit(draft.ref);
    return draft;
  };
  const audited = (subject: string) =>
    test.db.query(`SELECT actor, action, before, after FROM platform.audit_trail WHERE subject = $1`, [subject]);
  const dayIn = (days: number) => new Date(world.clock.now().getTime() + days * DAY * 1000).toISOString().slice(0, 10);

  it('approves with an event, an audit entry and mails', async () => {
    const { ref } = await submitted();
    const approved = await world.review.approve(OPERATOR, ref.bundleId);
    expect(approved).toMatchObject({ status: 'approved', approvedAt: world.clock.now(), validUntil: null });
    expect((await world.bundles.get(ref)).bundle).toEqual(approved);
    expect((await publishedBy(world)).slice(1)).toEqual([
      { type: 'compliance.bundle.approved', data: { bundle_id: ref.bundleId } },
    ]);
    expect(await audited(ref.bundleId)).toEqual([
      { actor: OPERATOR, action: 'bundle.approve', before: { status: 'submitted' }, after: { status: 'approved' } },
    ]);
    expect(world.mails.sent).toMatchObject([{ to: 'ada@example.com', subject: 'Your compliance bundle was approved' }]);
  });

  it('rejects with codes and notes in the event and the mails, and without the notes in the audit entry, which is kept', async () => {
    const { ref } = await submitted();
    await world.review.reject(OPERATOR, ref.bundleId, REJECTION);
    const { bundle } = await world.bundles.get(ref);
    expect(bundle).toMatchObject({ status: 'rejected', rejectedAt: world.clock.now(), ...REJECTION });
    const reasons = { review_notes: 'Page 2 is missing.', rejection_codes: ['doc_incomplete'] };
    expect((await publishedBy(world)).slice(1)).toEqual([
      { type: 'compliance.bundle.rejected', data: { bundle_id: ref.bundleId, ...reasons } },
    ]);
    const [entry] = await audited(ref.bundleId);
    expect(entry).toMatchObject({ action: 'bundle.reject' });
    expect(entry).toHaveProperty('after', { status: 'rejected', rejection_codes: ['doc_incomplete'] });
    expect(world.mails.sent[0]?.text).toContain('A document is incomplete. Upload all of its pages.');
    expect(world.mails.sent[0]?.text).toContain('Page 2 is missing.');
  });

  it.each(['draft', 'approved', 'rejected'])('returns invalid_state for a bundle that is %s', async (status) => {
    const { ref } = await submitted();
    await test.db.query(
      `UPDATE compliance.bundles SET status = $2, approved_at = now(), rejected_at = now() WHERE id = $1`,
      [ref.bundleId, status],
    );
    const error = { code: 'invalid_state' };
    await expect(world.review.approve(OPERATOR, ref.bundleId)).rejects.toMatchObject(error);
    await expect(world.review.reject(OPERATOR, ref.bundleId, REJECTION)).rejects.toMatchObject(error);
    expect(world.mails.sent).toEqual([]);
  });

  it('ends the approval when the documents that are left no longer meet the requirements', async () => {
    const { id: endUserId } = await addEndUser(world);
    const documentIds: string[] = [];
    for (const [docType, expiresAt] of [
      ['passport', dayIn(10)],
      ['national_id', dayIn(20)],
      ['other', null],
      ['utility_bill', dayIn(30)],
      ['bank_statement', dayIn(5)],
    ] as const) {
      documentIds.push((await addDocument(world, { docType, expiresAt })).id);
    }
    const { ref } = await aCompleteDraft(world, { endUserId, documentIds });
    await world.bundles.submit(ref);
    const { validUntil } = await world.review.approve(OPERATOR, ref.bundleId);
    expect(validUntil).toEqual(new Date(dayIn(21)));
    world.clock.advance(validUntil!.getTime() / 1000 - world.clock.now().getTime() / 1000 - 1);
    expect((await world.bundles.get(ref)).isLapsed).toBe(false);
    world.clock.advance(1);
    expect((await world.bundles.get(ref)).isLapsed).toBe(true);
  });

  it('does not approve a bundle whose document has expired since the submission', async () => {
    const { ref, documents } = await aCompleteDraft(world);
    const document = { accountId: world.accountId, id: documents[0]!.id };
    await world.documents.update(document, { expiresAt: dayIn(1) }, READER);
    await world.bundles.submit(ref);
    world.clock.advance(2 * DAY);
    await expect(world.review.approve(OPERATOR, ref.bundleId)).rejects.toMatchObject({
      code: 'bundle_incomplete',
      fields: { document_identity: expect.any(String) },
    });
    await world.review.reject(OPERATOR, ref.bundleId, { reviewNotes: null, rejectionCodes: ['doc_expired'] });
  });

  it('lists the queue oldest first, page by page', async () => {
    await test.db.query(`DELETE FROM compliance.bundles`);
    const made: string[] = [];
    for (const name of ['A', 'B', 'C']) {
      made.push((await submitted(name)).ref.bundleId);
      world.clock.advance(1);
    }
    await aCompleteDraft(world);
    const page = { limit: 2, sort: 'submitted_at', order: 'asc' } as const;
    const first = await world.stores.bundles.queue(['submitted'], { ...page, after: null });
    const second = await world.stores.bundles.queue(['submitted'], { ...page, after: first.next });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
    expect(second.next).toBeNull();
    expect((await world.stores.bundles.queue(['approved'], { ...page, after: null })).items).toEqual([]);
  });

  it('merges several statuses in the order of submission, page by page', async () => {
    await test.db.query(`DELETE FROM compliance.bundles`);
    const made: string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      made.push((await submitted(name)).ref.bundleId);
      world.clock.advance(1);
    }
    await world.review.approve(OPERATOR, made[1]!);
    await world.review.reject(OPERATOR, made[2]!, REJECTION);
    await world.review.reject(OPERATOR, made[4]!, REJECTION);
    const pages = async (order: SortOrder) => {
      const found: string[] = [];
      let after: Keyset | null = null;
      do {
        const page: PageRequest<'submitted_at'> = { limit: 2, sort: 'submitted_at', order, after };
        const { items, next } = await world.stores.bundles.queue(['rejected', 'submitted', 'rejected'], page);
        found.push(...items.map(({ id }) => id));
        after = next;
      } while (after);
      return found;
    };
    const wanted = [made[0], made[2], made[3], made[4]];
    expect(await pages('asc')).toEqual(wanted);
    expect(await pages('desc')).toEqual(wanted.toReversed());
  });

  it('decides a bundle once when a withdrawal races with an approval', async () => {
    const one = await submitted();
    const approve = (id: string) => () => world.review.approve(OPERATOR, id);
    const withdraw = (ref: typeof one.ref) => () => world.bundles.withdraw(ref);
    const invalidState = [{ status: 'fulfilled' }, { reason: { code: 'invalid_state' } }];
    expect(await raceOf(test.db, withdraw(one.ref), approve(one.ref.bundleId))).toMatchObject(invalidState);
    expect((await world.bundles.get(one.ref)).bundle.status).toBe('draft');
    const two = await submitted();
    expect(await raceOf(test.db, approve(two.ref.bundleId), withdraw(two.ref))).toMatchObject(invalidState);
    expect((await world.bundles.get(two.ref)).bundle.status).toBe('approved');
  });

  it('decides a bundle once when two operators race', async () => {
    const { ref } = await submitted();
    const outcomes = await raceOf(
      test.db,
      () => world.review.approve(OPERATOR, ref.bundleId),
      () => world.review.reject(OPERATOR, ref.bundleId, REJECTION),
    );
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'invalid_state' } }]);
    expect((await publishedBy(world)).map(({ type }) => type)).toEqual([
      'compliance.bundle.submitted',
      'compliance.bundle.approved',
    ]);
  });

  it('ends an approval that races with the erasure of the end user', async () => {
    const { ref, endUserId } = await submitted();
    await raceOf(
      test.db,
      () => world.review.approve(OPERATOR, ref.bundleId),
      () => world.stores.bundles.lapse(world.accountId, endUserId, world.clock.now()),
    );
    expect(await world.bundles.get(ref)).toMatchObject({ isLapsed: true, bundle: { status: 'approved' } });
  });

  it.each([
    ['Berlin #approve', 'approved'],
    ['Berlin #reject', 'rejected'],
    ['Berlin', 'submitted'],
    ['#approve Berlin', 'submitted'],
  ])('decides %j in the sandbox: %s', async (name, status) => {
    const { ref } = await submitted(name);
    await world.sandboxReview.reviewBundle(ref.accountId, ref.bundleId);
    await world.sandboxReview.reviewBundle(ref.accountId, ref.bundleId);
    expect((await world.bundles.get(ref)).bundle.status).toBe(status);
  });

  it('rejects a bundle in the sandbox whose document has expired since the submission', async () => {
    const { ref, documents } = await aCompleteDraft(world, { name: 'Berlin #approve' });
    const document = { accountId: world.accountId, id: documents[0]!.id };
    await world.documents.update(document, { expiresAt: dayIn(1) }, READER);
    await world.bundles.submit(ref);
    world.clock.advance(2 * DAY);
    await world.sandboxReview.reviewBundle(ref.accountId, ref.bundleId);
    const rejection = { status: 'rejected', rejectionCodes: ['doc_expired'] };
    expect((await world.bundles.get(ref)).bundle).toMatchObject(rejection);
  });

  it('leaves a bundle that was withdrawn or deleted before its review in the sandbox', async () => {
    const { ref } = await submitted('Berlin #approve');
    await world.bundles.withdraw(ref);
    await world.sandboxReview.reviewBundle(ref.accountId, ref.bundleId);
    expect((await world.bundles.get(ref)).bundle.status).toBe('draft');
    await world.bundles.remove(ref);
    await expect(world.sandboxReview.reviewBundle(ref.accountId, ref.bundleId)).resolves.toBeUndefined();
  });
});
