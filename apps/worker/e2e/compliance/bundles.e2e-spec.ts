import { Bundles, EndUsers, type PersonalDetails } from '@trunkline/compliance';
import { eventually } from '@trunkline/platform/testing';
import { readMail } from '../support/mime';
import { MoneyWorld } from '../support/money-world';

const SLOW = 180_000;
const WITHIN = 60_000;

describe('bundles in the sandbox, with two workers', () => {
  let world: MoneyWorld;

  beforeAll(async () => {
    world = await MoneyWorld.open();
  }, SLOW);
  afterAll(() => world.close());

  /** Submits a bundle for geographic numbers of the United States, which need no documents. */
  const submit = async (accountId: string, name: string): Promise<string> => {
    const details = { businessName: 'Quux Ltd', addressLine1: '1 High Street', city: 'Bath', postalCode: 'BA1 1AA' };
    const missing: Partial<Record<keyof PersonalDetails, null>> = Object.fromEntries(
      ['firstName', 'lastName', 'dateOfBirth', 'businessRegistrationNumber', 'vatNumber', 'email', 'phoneE164']
        .concat(['addressLine2', 'state', 'idDocType', 'idDocNumber', 'idDocCountry', 'notes'])
        .map((member) => [member, null]),
    );
    const input = { accountId, kind: 'business', country: 'GB', details: { ...missing, ...details } } as const;
    const { endUser } = await world.use(EndUsers).create(input as Parameters<EndUsers['create']>[0]);
    const bundle = { name, endUserId: endUser.id, country: 'US', numberType: 'geographic', documentIds: [] } as const;
    const { id: bundleId } = (await world.use(Bundles).create(accountId, bundle)).bundle;
    await world.use(Bundles).submit({ accountId, bundleId });
    return bundleId;
  };
  const own = (accountId: string, bundleId: string, status: string, suspendedFor: readonly string[]) =>
    world.probe.db.query(
      `INSERT INTO numbering.phone_numbers (id, account_id, order_id, supplier, e164, country, number_type, capabilities,
         monthly_price_cents, setup_price_cents, status, suspended_for, requires_activation, compliance_bundle_id,
         assigned_at, billing_anchor_at, billed_months, next_billing_at, failed_billing_attempts, deletion_lock, updated_at)
       SELECT 'num_' || $2, $1, 'ord_' || $2, 'sandbox', '+1212' || 5550000 + count(*), 'US', 'geographic', '{voice}', 100, 0,
         $3, $4, true, $2, now(), now(), 1, now() + interval '1 month', 0, false, now() FROM numbering.phone_numbers`,
      [accountId, bundleId, status, suspendedFor],
    );
  const statusOf = async (bundleId: string) => {
    const [row] = await world.probe.db.query<{ bundle: string; number: string }>(
      `SELECT b.status AS bundle, n.status AS number FROM compliance.bundles b
       JOIN numbering.phone_numbers n ON n.compliance_bundle_id = b.id WHERE b.id = $1`,
      [bundleId],
    );
    return [row?.bundle, row?.number];
  };
  const subjects = () => world.mails.received.map((raw) => readMail(raw).headers['subject']);

  it(
    'are decided by their name: numbers follow at once, and the owner receives a mail',
    async () => {
      const accountId = await world.anAccount();
      const approved = await submit(accountId, 'Bath #approve');
      const rejected = await submit(accountId, 'Bath #reject');
      await own(accountId, approved, 'suspended', ['compliance']);
      await own(accountId, rejected, 'active', []);
      await world.workers.run(2);
      await eventually(async () => {
        expect([await statusOf(approved), await statusOf(rejected)]).toEqual([
          ['approved', 'active'],
          ['rejected', 'suspended'],
        ]);
      }, WITHIN);
      const expected = ['Your compliance bundle was approved', 'Your compliance bundle was rejected'];
      await eventually(() => expect(subjects()).toEqual(expect.arrayContaining(expected)), WITHIN);
      const events = await world.probe.db.query<{ type: string }>(
        `SELECT type FROM webhooks.events WHERE account_id = $1 AND type LIKE 'compliance.%' ORDER BY type`,
        [accountId],
      );
      expect(events.map(({ type }) => type)).toEqual(['compliance.bundle.approved', 'compliance.bundle.rejected']);
    },
    SLOW,
  );
});
