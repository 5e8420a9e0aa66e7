import { SystemClock } from '@trunkline/kernel';
import { SandboxFaults } from './sandbox-faults';
import { testDatabase, type TestDatabase } from '../testing/index';

describe('scripted faults', () => {
  let database: TestDatabase;
  let faults: SandboxFaults;

  beforeAll(async () => {
    database = await testDatabase([]);
    faults = new SandboxFaults(database.db, new SystemClock());
  });
  afterAll(() => database.close());

  const take = () => faults.take('processor', 'request');

  it('are absent until an operator scripts them', async () => {
    expect(await take()).toBeNull();
  });

  it('occur the requested number of times across processes', async () => {
    await faults.script({ target: 'processor', point: 'request', kind: 'timeout', times: 3 });
    const other = new SandboxFaults(database.db, new SystemClock());
    const taken = await Promise.all([
      take(),
      take(),
      other.take('processor', 'request'),
      other.take('processor', 'request'),
      take(),
    ]);
    expect(taken.filter((kind) => kind === 'timeout')).toHaveLength(3);
    expect(taken.filter((kind) => kind === null)).toHaveLength(2);
  });

  it('are separate for requests and callbacks', async () => {
    await faults.script({ target: 'processor', point: 'callback', kind: 'duplicate', times: 1 });
    expect(await take()).toBeNull();
    expect(await faults.take('processor', 'callback')).toBe('duplicate');
  });

  it('are separate for the supplier and the processor', async () => {
    await faults.script({ target: 'supplier', point: 'request', kind: 'timeout', times: 1 });
    expect(await take()).toBeNull();
    expect(await faults.take('supplier', 'request')).toBe('timeout');
  });

  it('are replaced by the next script, and cleared by 0 times', async () => {
    await faults.script({ target: 'processor', point: 'request', kind: 'slow', times: 5 });
    await faults.script({ target: 'processor', point: 'request', kind: 'error', times: 2 });
    expect(await take()).toBe('error');
    await faults.script({ target: 'processor', point: 'request', kind: 'error', times: 0 });
    expect(await take()).toBeNull();
  });
});
