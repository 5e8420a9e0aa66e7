import { earliestId } from '@trunkline/kernel';
import { OwnerConnection, RecordingLog, type TestDatabase, testDatabase } from '../testing';
import { Metrics } from '../observability/metrics';
import { MonthlyPartitions, verifyPartitions } from './monthly-partitions';

const now = new Date();
const month = (later: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later));

describe('the partitions of coming months', () => {
  let test: TestDatabase;
  let owner: OwnerConnection;
  let log: RecordingLog;

  beforeEach(async () => {
    test = await testDatabase([]);
    owner = await OwnerConnection.open(test.url);
    log = new RecordingLog();
    await owner.query(`CREATE TABLE platform.planted (id text PRIMARY KEY) PARTITION BY RANGE (id)`);
  });
  afterEach(async () => {
    await owner.end();
    await test.close();
  });

  /** Gives the planted table one partition, which ends at the beginning of a month. */
  const until = (later: number) =>
    owner.query(`CREATE TABLE platform.planted_before PARTITION OF platform.planted
      FOR VALUES FROM (MINVALUE) TO ('${earliestId('evt', month(later))}')`);

  it('are needed for the present month', async () => {
    await until(0);
    const started = verifyPartitions(test.db, log);
    await expect(started).rejects.toThrow('platform.planted has no partition for this month. Run a worker');
  });

  it('are missed for the next month', async () => {
    await until(1);
    await verifyPartitions(test.db, log);
    const message = 'platform.planted has no partition for the next month. Run a worker, or npm run migrate.';
    expect(log.lines).toEqual([{ level: 'warn', fields: { table: 'platform.planted' }, message }]);
  });

  it('need the migrations of this release', async () => {
    await owner.query('DROP FUNCTION platform.monthly_partitions() CASCADE');
    await expect(verifyPartitions(test.db, log)).rejects.toThrow('Run npm run migrate');
  });

  it('are added by a worker, which shows how many there are', async () => {
    await until(1);
    const metrics = new Metrics('test');
    const schedule = new MonthlyPartitions(test.db, log, metrics).schedule();
    const shown = async () => /months_ahead\{table="platform.planted".*\} (.*)/.exec(await metrics.text())?.[1];
    expect(await shown()).toBe('0');
    await schedule.atStart?.();
    expect(await shown()).toBe('2');
    expect(log.lines.map(({ message }) => message)).toEqual(['partitions were added for the coming months']);
    await schedule.run(0);
    expect(log.lines).toHaveLength(1);
    await verifyPartitions(test.db, log);
  });
});
