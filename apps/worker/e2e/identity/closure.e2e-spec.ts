import { eventually } from '@trunkline/platform/testing';
import { closedState } from '../support/closed-state';
import { ClosingWorld, type Leaving } from '../support/closing-world';
import type { Stop } from '../support/workers';

const SLOW = 180_000;
const STEPS = [
  'numbers_released',
  'routes_archived',
  'keys_revoked',
  'sessions_revoked',
  'data_erased',
  'balance_refunded',
];

const noting = (step: string): Stop => ({ table: 'identity.closure_steps', when: `NEW.step = '${step}'` });

/** Within the transactions of the steps, in the order in which they come. */
const WITHIN: [string, Stop][] = [
  ['it decides to begin', { table: 'identity.closure_requests', when: `NEW.begun_at IS NOT NULL` }],
  ['it releases the numbers', { table: 'numbering.phone_numbers', when: `NEW.status = 'released'` }],
  ['it archives the trunk', { table: 'voice.sip_trunks', when: `NEW.status = 'archived'` }],
  ['it archives the profile', { table: 'voice.routing_profiles', when: `NEW.status = 'archived'` }],
  ['it revokes the keys', { table: 'identity.api_keys', when: `NEW.revoked_at IS NOT NULL` }],
  ['it withdraws the invitations', { table: 'identity.invitations', when: `NEW.revoked_at IS NOT NULL` }],
  ['it revokes the sessions', { table: 'identity.sessions', when: `NEW.revoked_at IS NOT NULL` }],
  ['it erases the key of the papers', { table: 'compliance.data_keys', when: `NEW.erased_at IS NOT NULL` }],
  ['it refunds', { table: 'billing.transactions', when: `NEW.kind = 'refund' AND NEW.amount_cents < 0` }],
  ['it takes the credit back', { table: 'billing.transactions', when: `NEW.kind = 'adjustment'` }],
  ['it closes the account', { table: 'identity.accounts', when: `NEW.status = 'closed'` }],
  ['it notes that the account is closed', noting('account_closed')],
  ['it writes the mail', { table: 'platform.mails', when: `NEW.key LIKE 'account_closed:%'` }],
];

describe('account closure in the worker', () => {
  let world: ClosingWorld;
  let undisturbed: unknown;

  beforeAll(async () => {
    world = await ClosingWorld.open();
    const account = await world.anAccount();
    await world.workers.run(1);
    await world.endGrace();
    await closed(account);
    undisturbed = await closedState(world.probe.db, account.accountId);
  }, SLOW);
  afterAll(() => world.close());
  afterEach(() => world.workers.clear());

  const state = ({ accountId }: Leaving, names?: readonly string[]) => closedState(world.probe.db, accountId, names);
  /** Resolves once the account is closed, every supplier was notified and every mail was sent. */
  const expectReleased = (now: Awaited<ReturnType<typeof state>>) =>
    expect(now['numbers']).toEqual([{ status: 'released', is_reported: true, count: 4 }]);
  const closed = (account: Leaving) =>
    eventually(async () => {
      const now = await state(account, ['account', 'numbers', 'mails']);
      expect(now['account']).toEqual([{ status: 'closed', dated: true }]);
      expectReleased(now);
      expect(now['mails']).toEqual([{ status: 'sent', count: 2 }]);
    });
  const received = ({ name }: Leaving) =>
    world.mails.received.filter(
      (raw) => raw.includes('Subject: Your account is closed') && raw.includes(`${name} is closed.`),
    ).length;
  const expectTheSame = async (account: Leaving) => {
    await closed(account);
    expect(await state(account)).toEqual(undisturbed);
    expect(received(account)).toBe(2);
  };

  it('leaves no open item, no debt and no personal data', () => {
    expect(undisturbed).toMatchObject({
      request: [{ begun: true, completed: true, cancelled_at: null }],
      steps: [...STEPS, 'account_closed'].map((step) => ({ step })),
      releases: [{ count: 4, numbers: 4 }],
      trunks: [{ status: 'archived', count: 1 }],
      profiles: [{ status: 'archived', count: 1 }],
      keys: [{ revoked: true, count: 1 }],
      invitations: [{ revoked: true, count: 1 }],
      sessions: [{ revoked: true, count: 1 }],
      papers: [{ wrapped_key: null, erased: true }],
      wallet: [{ balance_cents: 0, held_cents: 0 }],
      events: [
        { type: 'account.status_changed', status: 'closed', count: 1 },
        { type: 'number.released', status: null, count: 4 },
      ],
    });
    expect(undisturbed).toMatchObject({
      transactions: expect.arrayContaining([expect.objectContaining({ kind: 'refund', amount_cents: -2000 })]),
      paid_out: [{ credit_account: 'promotion' }, { credit_account: 'refunds_due', amount_cents: 2000 }],
    });
  });

  it(
    'pays out a top-up that succeeds after the account was closed',
    async () => {
      const account = await world.anAccount();
      await world.workers.run(1);
      await world.endGrace();
      await closed(account);
      await world.topUpLate(account, 700);
      expect((await state(account, ['wallet']))['wallet']).toEqual([{ balance_cents: 700, held_cents: 0 }]);
      await world.nextHour();
      await eventually(async () => {
        const now = await state(account, ['wallet', 'paid_out']);
        expect(now['wallet']).toEqual([{ balance_cents: 0, held_cents: 0 }]);
        expect(now['paid_out']).toContainEqual({ credit_account: 'refunds_due', amount_cents: 700 });
      }, 60_000);
    },
    SLOW,
  );

  it.each(WITHIN)(
    'has the same result when the worker is killed while %s',
    async (_while, stop) => {
      const account = await world.anAccount();
      await world.workers.stopAt(stop);
      await world.workers.run(1);
      await world.endGrace();
      await world.workers.reached();
      await world.workers.killAll();
      await world.workers.open();
      await world.workers.run(1);
      await world.nextHour();
      await expectTheSame(account);
    },
    SLOW,
  );

  it(
    'has the same result when workers are killed in turn, each one step later',
    async () => {
      const account = await world.anAccount();
      for (const [index, step] of STEPS.entries()) {
        await world.workers.stopAt(noting(step));
        await world.workers.run(1);
        await (index === 0 ? world.endGrace() : world.nextHour());
        await world.workers.reached();
        await world.workers.killAll();
        await world.workers.open();
      }
      await world.workers.run(1);
      await world.nextHour();
      await expectTheSame(account);
    },
    SLOW,
  );

  it(
    'has the same result when only another worker starts after the kill',
    async () => {
      const account = await world.anAccount();
      await world.workers.stopAt(noting('data_erased'));
      await world.workers.run(1);
      await world.endGrace();
      await world.workers.reached();
      // Else the supplier is asked again only when the claim of the killed one has run out.
      await eventually(async () => expectReleased(await state(account, ['numbers'])));
      await world.workers.killAll();
      await world.workers.open();
      await world.workers.run(1);
      await expectTheSame(account);
    },
    SLOW,
  );

  it.each(['numbers_released', 'balance_refunded'])(
    'has the same result with two concurrent workers, both at the end of %s',
    async (step) => {
      const account = await world.anAccount();
      await world.workers.stopAt(noting(step));
      await world.workers.run(2);
      await world.endGrace();
      await world.workers.reached();
      await world.nextHour();
      await world.workers.reached(2);
      await world.workers.open();
      await expectTheSame(account);
    },
    SLOW,
  );
});
