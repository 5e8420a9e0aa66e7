import { Readable } from 'node:stream';
import {
  AddDocument,
  AnnounceExpiringDocuments,
  Bundles,
  EndUsers,
  ReviewBundles,
  UploadSpool,
} from '@trunkline/compliance';
import { addDays, Clock, type DocType, newId } from '@trunkline/kernel';
import { SyncBundleStatus } from '@trunkline/numbering';
import { eventually } from '@trunkline/platform/testing';
import { PERSON, PIXEL } from '../support/end-user';
import { readMail } from '../support/mime';
import { MoneyWorld } from '../support/money-world';

const SLOW = 180_000;
const WITHIN = 60_000;
const DAY = 86_400;
/** Days from now until the last day of the passport. */
const VALID_DAYS = 20;
const OPERATOR = 'operator:5c1a9f0b2e7d';

describe('bundles that an operator reviews, with two workers', () => {
  let world: MoneyWorld;

  beforeAll(async () => {
    world = await MoneyWorld.open();
    await world.workers.run(2);
  }, SLOW);
  afterAll(() => world.close());

  const dayIn = (days: number) => addDays(world.use(Clock).now(), days).toISOString().slice(0, 10);
  const addDocument = async (accountId: string, endUserId: string, docType: DocType, expiresAt: string | null) => {
    const file = await world.use(UploadSpool).receive(accountId, Readable.from([PIXEL]));
    const { id } = await world.use(AddDocument).add({
      accountId,
      operationId: newId('op'),
      file,
      fileName: 'scan.png',
      declaredType: null,
      stripsMetadata: false,
      endUserId,
      docType,
      issuedAt: dayIn(-1),
      expiresAt,
      notes: null,
    });
    await world.use(UploadSpool).discard(file);
    return id;
  };
  /** Submits a bundle whose passport expires, and gives it a number in the state. */
  const submit = async (accountId: string, status: string, suspendedFor: readonly string[]) => {
    const created = { accountId, kind: 'person', country: 'DE', details: PERSON } as const;
    const { id: endUserId } = (await world.use(EndUsers).create(created)).endUser;
    const passportId = await addDocument(accountId, endUserId, 'passport', dayIn(VALID_DAYS));
    const others = [
      await addDocument(accountId, endUserId, 'utility_bill', null),
      await addDocument(accountId, endUserId, 'other', null),
    ];
    const details = { name: 'Berlin office', country: 'DE', numberType: 'geographic', endUserId } as const;
    const { bundle } = await world.use(Bundles).create(accountId, { ...details, documentIds: [passportId, ...others] });
    await world.use(Bundles).submit({ accountId, bundleId: bundle.id });
    await world.probe.db.query(
      `INSERT INTO numbering.phone_numbers (id, account_id, order_id, supplier, e164, country, number_type, capabilities,
         monthly_price_cents, setup_price_cents, status, suspended_for, requires_activation, compliance_bundle_id,
         assigned_at, billing_anchor_at, billed_months, next_billing_at, failed_billing_attempts, deletion_lock, updated_at)
       SELECT 'num_' || $2, $1, 'ord_' || $2, 'sandbox', '+4930' || 5550000 + count(*), 'DE', 'geographic', '{voice}', 100, 0,
         $3, $4, true, $2, now(), now(), 1, now() + interval '1 month', 0, false, now() FROM numbering.phone_numbers`,
      [accountId, bundle.id, status, suspendedFor],
    );
    return { bundleId: bundle.id, passportId };
  };
  const numberOf = async (bundleId: string) => {
    const [row] = await world.probe.db.query<{ status: string }>(
      `SELECT status FROM numbering.phone_numbers WHERE compliance_bundle_id = $1`,
      [bundleId],
    );
    return row?.status;
  };
  const eventsOf = (accountId: string) =>
    world.probe.db.query<{ type: string; data: object }>(
      `SELECT type, data FROM webhooks.events WHERE account_id = $1 AND type ~ '^(compliance|number)' ORDER BY id`,
      [accountId],
    );
  const mailsWith = (subject: string) =>
    world.mails.received.map((raw) => readMail(raw)).filter(({ headers }) => headers['subject'] === subject);

  it(
    'announces a document that expires, and suspends the numbers when the bundle has lost it',
    async () => {
      const accountId = await world.anAccount();
      const { bundleId, passportId } = await submit(accountId, 'suspended', ['compliance']);
      await world.use(ReviewBundles).approve(OPERATOR, bundleId);
      await eventually(async () => expect(await numberOf(bundleId)).toBe('active'), WITHIN);
      await world.use(AnnounceExpiringDocuments).announce();
      await world.use(AnnounceExpiringDocuments).announce();
      const isExpiring = ({ type }: { type: string }) => type === 'compliance.document.expiring';
      await eventually(async () => {
        expect((await eventsOf(accountId)).filter(isExpiring)).toMatchObject([
          { data: { document_id: passportId, doc_type: 'passport', expires_at: dayIn(VALID_DAYS) } },
        ]);
        expect(mailsWith('A compliance document expires soon')).toHaveLength(1);
      }, WITHIN);

      const lapsed = async () => (await world.use(Bundles).get({ accountId, bundleId })).isLapsed;
      expect(await lapsed()).toBe(false);
      await world.advance((VALID_DAYS + 1) * DAY);
      expect(await lapsed()).toBe(true);
      // No event ends an approval: workers poll, and so does this call.
      await world.use(SyncBundleStatus).sync();
      await eventually(async () => {
        expect(await numberOf(bundleId)).toBe('suspended');
        expect((await eventsOf(accountId)).at(-1)).toMatchObject({
          type: 'number.suspended',
          data: { number_id: `num_${bundleId}`, reason: 'compliance' },
        });
      }, WITHIN);
    },
    SLOW,
  );

  it(
    'suspends the numbers of a rejected bundle, and states the reasons in the event and the email',
    async () => {
      const accountId = await world.anAccount();
      const { bundleId } = await submit(accountId, 'active', []);
      const reasons = { reviewNotes: 'Page 2 is missing.', rejectionCodes: ['doc_incomplete'] } as const;
      await world.use(ReviewBundles).reject(OPERATOR, bundleId, reasons);
      await eventually(async () => {
        expect(await numberOf(bundleId)).toBe('suspended');
        expect(await eventsOf(accountId)).toEqual(
          expect.arrayContaining([
            {
              type: 'compliance.bundle.rejected',
              data: { bundle_id: bundleId, review_notes: 'Page 2 is missing.', rejection_codes: ['doc_incomplete'] },
            },
          ]),
        );
        const [mail] = mailsWith('Your compliance bundle was rejected');
        expect(JSON.stringify(mail)).toContain('A document is incomplete. Upload all of its pages.');
        expect(JSON.stringify(mail)).toContain('Page 2 is missing.');
      }, WITHIN);
    },
    SLOW,
  );
});
