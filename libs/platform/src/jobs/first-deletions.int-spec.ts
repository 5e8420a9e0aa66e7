import { Metrics } from '../observability/metrics';
import type { Settings } from '../settings/settings';
import { RecordingLog, type TestDatabase, testDatabase } from '../testing/index';
import { FirstDeletions } from './first-deletions';

const RULE = 'CDR_RETENTION_DAYS=400';

describe('the first deletion by a rule', () => {
  let test: TestDatabase;
  let log: RecordingLog;
  /** Rows that have expired, of 100. */
  let expired: number;
  let pruned: number;

  beforeEach(async () => {
    test = await testDatabase([]);
    [log, expired, pruned] = [new RecordingLog(), 11, 0];
  });
  afterEach(() => test.close());

  const worker = ({ rule = RULE, confirm = [] as string[] } = {}) => {
    const metrics = new Metrics('test');
    const settings = { RETENTION_CONFIRM: confirm } as unknown as Settings;
    const deletions = new FirstDeletions(test.db, log, settings, metrics);
    const schedule = deletions.schedule('prune-calls', '10 4 * * *', {
      table: 'cdr.cdrs',
      rule,
      count: () => Promise.resolve({ rows: 100, expired }),
      prune: () => {
        pruned += expired;
        return Promise.resolve(expired);
      },
    });
    return { deletions, schedule, metrics: () => metrics.text() };
  };
  const waiting = `trunkline_retention_waiting_rows{table="cdr.cdrs",service="test"}`;

  it('waits if it is more than a tenth of the table, with a log line and a metric', async () => {
    const { schedule, metrics } = worker();
    await schedule.atStart?.();
    await schedule.run(0);
    expect(pruned).toBe(0);
    const message = `the first deletion by ${RULE} waits: start a worker once with RETENTION_CONFIRM=cdr.cdrs`;
    const line = { level: 'warn', fields: { table: 'cdr.cdrs', rows: 100, expired: 11 }, message };
    expect(log.lines).toEqual([line, line]);
    expect(await metrics()).toContain(`${waiting} 11`);
  });

  it('does not wait if it is a tenth of the table', async () => {
    expired = 10;
    await worker().schedule.run(0);
    expect(pruned).toBe(10);
    expect(log.lines.map(({ message }) => message)).toEqual(['rows past their retention were deleted']);
  });

  it('is confirmed by one start of one worker, for all workers', async () => {
    const other = worker();
    await other.schedule.atStart?.();
    await worker({ confirm: ['cdr.cdrs'] }).schedule.atStart?.();
    expect(pruned).toBe(0);
    await other.schedule.run(0);
    expect(pruned).toBe(11);
    expect(await other.metrics()).not.toContain(waiting);
  });

  it('is followed by regular runs, which never wait', async () => {
    expired = 0;
    await worker().schedule.atStart?.();
    expired = 90;
    await worker().schedule.run(0);
    expect(pruned).toBe(90);
  });

  it('waits again after the setting was changed', async () => {
    expired = 0;
    await worker().schedule.run(0);
    expired = 11;
    await worker({ rule: 'CDR_RETENTION_DAYS=31' }).schedule.run(0);
    expect(pruned).toBe(0);
  });

  it('waits no longer once the setting has its former value again', async () => {
    expired = 0;
    await worker().schedule.run(0);
    expired = 11;
    await worker({ rule: 'CDR_RETENTION_DAYS=31' }).schedule.run(0);
    const former = worker();
    expect(await former.metrics()).toContain(`${waiting} 11`);
    await former.schedule.atStart?.();
    expect(await former.metrics()).not.toContain(waiting);
  });

  it('fails the start if RETENTION_CONFIRM names a table without a schedule', () => {
    expect(() => worker({ confirm: ['cdr.cdr'] }).deletions.checkConfirmed()).toThrow(
      'RETENTION_CONFIRM names cdr.cdr. Name tables of: cdr.cdrs.',
    );
    worker({ confirm: ['cdr.cdrs'] }).deletions.checkConfirmed();
  });
});
