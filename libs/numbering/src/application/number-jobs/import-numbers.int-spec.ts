import { type DomainError, newId } from '@trunkline/kernel';
import { ADA, numberingWorlds, type NumberingWorld } from '../../testing';
import { NumberFileReader } from './read-number-file';

const ACCOUNT = 'acc_1';
/** Each is +4930 and eight digits. */
const NUMBERS = `
INSERT INTO numbering.phone_numbers
  (id, account_id, order_id, supplier, e164, country, number_type, capabilities, monthly_price_cents, setup_price_cents, status,
   suspended_for, requires_activation, assigned_at, billing_anchor_at, billed_months, next_billing_at, failed_billing_attempts,
   deletion_lock, updated_at)
SELECT 'num_' || $1 || n, $1, 'ord_' || $1 || n, 'sandbox', '+4930' || (20000000 + n), 'DE', 'geographic', '{voice}', 100, 0,
  'active', '{}', false, at, at, 1, at + interval '1 month', 0, false, at
FROM generate_series($2::int, $3::int) n, (SELECT timestamptz '2026-01-01' AS at) now`;
const e164 = (n: number): string => `+4930${String(20_000_000 + n)}`;

describe('an import of numbers', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;

  beforeEach(async () => {
    world = await createWorld();
    world.targets.statuses
      .set('trk_1', 'active')
      .set('trk_off', 'disabled')
      .set('rp_1', 'active')
      .set('trk_old', 'archived');
    world.targets.names.set('trk_1', 'Berlin').set('trk_off', 'Idle').set('rp_1', 'Night').set('trk_old', 'Old');
    await world.db.query(NUMBERS, [ACCOUNT, 1, 4]);
    await world.db.query(NUMBERS, ['acc_2', 9, 9]);
  });

  const fileOf = (...lines: string[]) => {
    const reader = new NumberFileReader();
    reader.read(lines.join('\n'));
    return reader.end();
  };
  const check = (...lines: string[]) => world.importNumbers.check(ACCOUNT, fileOf(...lines));
  const faultsOf = async (...lines: string[]) =>
    (await check(...lines)).faults.map(({ line, column, message }) => [line, column, message]);
  const by = (operationId = newId('op')) => ({ accountId: ACCOUNT, actor: ADA, operationId });
  const run = (id: string) =>
    world.jobRunner().run({ accountId: ACCOUNT, id }, (error) => {
      throw error;
    });
  const stored = async () =>
    (await world.storedNumbers())
      .filter(({ accountId }) => accountId === ACCOUNT)
      .sort((a, b) => (a.e164 < b.e164 ? -1 : 1))
      .map(({ label, tags, notes, trunkId, routingProfileId }) => ({ label, tags, notes, trunkId, routingProfileId }));

  it('changes each number as the file has it, and no other', async () => {
    const file = fileOf(
      'e164,label,tags,notes,trunk,routing_profile',
      `${e164(1)},One,"a,b",Note,Berlin,`,
      `${e164(2)},,,,,rp_1`,
      `${e164(3)},Three,c,,trk_1,`,
    );
    const job = await world.importNumbers.import(by(), file);
    expect(job).toMatchObject({ status: 'pending', total: 3, change: null, createdBy: ADA });
    await run(job.id);
    expect(await world.numberJobs.get({ accountId: ACCOUNT, id: job.id })).toMatchObject({ done: 3, failed: 0 });
    const nothing = { label: null, tags: [], notes: null, trunkId: null, routingProfileId: null };
    expect(await stored()).toEqual([
      { label: 'One', tags: ['a', 'b'], notes: 'Note', trunkId: 'trk_1', routingProfileId: null },
      { ...nothing, routingProfileId: 'rp_1' },
      { ...nothing, label: 'Three', tags: ['c'], trunkId: 'trk_1' },
      nothing,
    ]);
    expect(await check('e164,label,tags', `${e164(1)},One,"a,b"`, `${e164(2)},,`)).toMatchObject({
      changes: 0,
      faults: [],
    });
    const again = await world.importNumbers.import(by(), file);
    const changes = (await world.history()).length;
    await run(again.id);
    expect(await world.history()).toHaveLength(changes);
  });

  it('counts the numbers that it would change, and changes none', async () => {
    const checked = await check('e164,label,trunk', `${e164(1)},x,`, `${e164(2)},,`, `${e164(3)},,Berlin`);
    expect([checked.changes, checked.rows.length, checked.faults]).toEqual([2, 3, []]);
    expect(await world.history()).toEqual([]);
  });

  it('clears what has an empty cell, and keeps what has no column', async () => {
    const full = await world.importNumbers.import(by(), fileOf('e164,label,tags,trunk', `${e164(1)},x,a,Berlin`));
    await run(full.id);
    const empty = await world.importNumbers.import(by(), fileOf('e164,label,trunk', `${e164(1)},,`));
    await run(empty.id);
    expect((await stored())[0]).toMatchObject({ label: null, tags: ['a'], trunkId: null });
  });

  it("names numbers and targets that are not the account's, or not active", async () => {
    expect(
      await faultsOf(
        'e164,trunk,routing_profile',
        `${e164(9)},Berlin,`,
        `${e164(1)},berlin,`,
        `${e164(2)},Idle,`,
        `${e164(3)},Old,`,
        `${e164(4)},,Berlin`,
        'x,,',
      ),
    ).toEqual([
      [2, 'e164', 'is not a number of this account'],
      [3, 'trunk', 'is not the name or ID of a trunk of this account'],
      [4, 'trunk', 'is a trunk that is not active'],
      [5, 'trunk', 'is not the name or ID of a trunk of this account'],
      [6, 'routing_profile', 'is not the name or ID of a routing profile of this account'],
      [7, 'e164', expect.stringContaining('must be a phone number in international form')],
    ]);
  });

  it('keeps an inactive trunk that the number has', async () => {
    await world.db.query(`UPDATE numbering.phone_numbers SET trunk_id = 'trk_off' WHERE e164 = $1`, [e164(1)]);
    const file = fileOf('e164,label,trunk,routing_profile', `${e164(1)},x,Idle,`);
    expect(await world.importNumbers.check(ACCOUNT, file)).toMatchObject({ changes: 1, faults: [] });
    const { id } = await world.importNumbers.import(by(), file);
    await run(id);
    expect((await stored())[0]).toMatchObject({ label: 'x', trunkId: 'trk_off' });
  });

  it('knows a trunk by its ID rather than by the name of another', async () => {
    world.targets.names.set('trk_off', 'trk_1');
    const { rows } = await check('e164,trunk', `${e164(1)},trk_1`);
    expect(rows).toEqual([{ e164: e164(1), change: { routing: { trunkId: 'trk_1' } } }]);
  });

  it('changes nothing when the file has a fault, and names the first 20', async () => {
    const lines = Array.from({ length: 25 }, (_, n) => `x${n},y`);
    const rejected = await world.importNumbers
      .import(by(), fileOf('e164,label', `${e164(1)},x`, ...lines))
      .catch((error: unknown) => error);
    const { fields = {} } = rejected as DomainError;
    expect([Object.keys(fields).length, fields['file'], fields['file.3.e164']]).toEqual([
      21,
      'has 5 more faults',
      expect.stringContaining('must be a phone number in international form'),
    ]);
    expect(
      await world.numberJobs.list(ACCOUNT, { limit: 5, sort: 'created_at', order: 'desc', after: null }),
    ).toMatchObject({
      items: [],
    });
  });

  it.each([[['e164,label']], [['e164,label', '', '']]])('rejects a file without numbers: %j', async (lines) => {
    const rejected = expect.objectContaining({
      code: 'invalid_input',
      fields: { file: expect.stringContaining('has no numbers') as string },
    });
    await expect(check(...lines)).rejects.toEqual(rejected);
    await expect(world.importNumbers.import(by(), fileOf(...lines))).rejects.toEqual(rejected);
  });

  it('creates one job for one operation, also when the numbers have gone since', async () => {
    const [first, file] = [by(), fileOf('e164,label', `${e164(1)},x`)];
    const jobs = await Promise.all([world.importNumbers.import(first, file), world.importNumbers.import(first, file)]);
    await world.db.query(
      `UPDATE numbering.phone_numbers SET status = 'released', released_at = now() WHERE e164 = $1`,
      [e164(1)],
    );
    jobs.push(await world.importNumbers.import(first, file));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
  });

  it('counts as a job of the account', async () => {
    const file = fileOf('e164,label', `${e164(1)},x`);
    await world.importNumbers.import(by(), file);
    await world.importNumbers.import(by(), file);
    await expect(world.importNumbers.import(by(), file)).rejects.toMatchObject({ code: 'job_limit_reached' });
  });
});
