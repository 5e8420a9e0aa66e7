import { Transactor } from '@trunkline/kernel';
import { NumberNotices } from '@trunkline/numbering';
import { eventually } from '@trunkline/platform/testing';
import { BilledNumbers } from '../support/billed-numbers';
import { readMail } from '../support/mime';
import { MoneyWorld } from '../support/money-world';

const SLOW = 180_000;
const WITHIN = 60_000;
const DAY_S = 86_400;

describe('mails about unpaid numbers, with two workers', () => {
  let world: MoneyWorld;
  let numbers: BilledNumbers;

  beforeAll(async () => {
    world = await MoneyWorld.open();
    numbers = new BilledNumbers(world.probe.db);
  }, SLOW);
  afterAll(() => world.close());

  const received = () => world.mails.received.map((raw) => readMail(raw));
  const subjects = () =>
    received()
      .map(({ headers }) => headers['subject'])
      .sort();
  const mailed = (accountId: string) =>
    world.probe.db.query(`SELECT FROM platform.mails WHERE account_id = $1 AND key ~ '^(charges|number)_'`, [
      accountId,
    ]);

  it(
    'are sent once per event before the release, and name its date',
    async () => {
      const accountId = await world.anAccount();
      const [id = ''] = await numbers.own(accountId, { priceCents: 1000, dueIn: '1 day' });
      await world.workers.run(2);
      await world.advance(1.5 * DAY_S);
      await eventually(() => expect(subjects()).toContain('A monthly charge failed'), WITHIN);
      await world.advance(6 * DAY_S);
      const warned = [
        'A monthly charge failed',
        'A monthly charge failed again',
        'Last reminder before suspension: a monthly charge failed',
        'Your number was suspended',
      ];
      await eventually(() => expect(subjects()).toEqual(expect.arrayContaining(warned)), WITHIN);
      const { text } = received().find(({ headers }) => headers['subject'] === 'Your number was suspended')!;
      expect(text).toMatch(/\+1212\d{7} will be released on \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
      expect(await numbers.state(id)).toMatchObject({ status: 'suspended' });

      const events = await world.probe.db.query<{ id: string; data: never; created_at: Date }>(
        `SELECT id, data, created_at FROM platform.outbox WHERE account_id = $1 AND type = 'numbering.charges.refused'`,
        [accountId],
      );
      expect(events).toHaveLength(4);
      const handle = (event: (typeof events)[number]) =>
        world.use(Transactor).run(() =>
          world.use(NumberNotices).chargesRefused({
            id: event.id,
            type: 'numbering.charges.refused',
            accountId,
            data: event.data,
            createdAt: event.created_at,
          }),
        );
      await Promise.all([...events, ...events, ...events].map(handle));
      expect(await mailed(accountId)).toHaveLength(4);

      expect(await world.eventTypes(accountId, 'number.%')).toEqual(['number.suspended', 'number.release_scheduled']);

      await world.advance(31 * DAY_S);
      const all = [...warned, 'Your number was released'].sort();
      await eventually(() => expect(subjects()).toContain('Your number was released'), WITHIN);
      expect(subjects().filter((subject) => all.includes(subject ?? ''))).toEqual(all);
      // Webhooks may record the event after its mail was sent.
      await eventually(
        async () => expect((await world.eventTypes(accountId, 'number.%')).at(-1)).toBe('number.released'),
        WITHIN,
      );
    },
    SLOW,
  );

  it(
    'announce an account suspended for debt once',
    async () => {
      const accountId = await world.anAccount();
      await world.chargeBack(accountId, 700);
      await eventually(async () => expect(await world.status(accountId)).toBe('suspended'), WITHIN);
      await eventually(() => expect(subjects()).toContain('Your account was suspended'), WITHIN);
      await world.advance(10 * DAY_S);
      const text = `SELECT FROM platform.mails WHERE account_id = $1 AND key LIKE 'suspended_for_debt:%'`;
      expect(await world.probe.db.query(text, [accountId])).toHaveLength(1);
    },
    SLOW,
  );
});
