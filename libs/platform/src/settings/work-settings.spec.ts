import { WORK_LIMITS } from '../database/pool/work';
import { development, faultsOf } from '../testing/setting-samples';
import { loadSettings } from './settings';

describe('limits of statements', () => {
  it('are the defaults, except for the kinds of work that are named', () => {
    expect(loadSettings(development).workLimits).toEqual(WORK_LIMITS);
    const given = { STATEMENT_TIMEOUTS_MS: 'routing=100, lists=9999999', LOCK_TIMEOUTS_MS: 'routing=2000' };
    expect(loadSettings({ ...development, ...given }).workLimits).toEqual({
      ...WORK_LIMITS,
      routing: { statementMs: 100, lockMs: 2_000 },
      lists: { ...WORK_LIMITS.lists, statementMs: 9_999_999 },
    });
  });

  it.each([
    'routing=99',
    'routing=10000000',
    'routing=1e3',
    'calls=5000',
    'probe=5000',
    'routing',
    '5000',
    'rest=500,',
  ])('cannot be %s', (value) => {
    for (const name of ['STATEMENT_TIMEOUTS_MS', 'LOCK_TIMEOUTS_MS'])
      expect(faultsOf({ ...development, [name]: value })).toEqual([
        `each of ${name} must be kind=milliseconds, with 100 to 9999999 and a kind of routing, ingest, lists, rest, background`,
      ]);
  });
});
