import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { CdrFilters } from '../../application/reads/ports';
import { cdrPersistence } from '../../cdr.module';
import { conditionsOf } from './cdr-conditions';

const at = new Date('2026-06-15T12:00:00Z');
const party = { text: '+49', isPrefix: true };

const everyFilter: CdrFilters = {
  from: at,
  to: at,
  createdFrom: at,
  createdTo: at,
  direction: 'inbound',
  e164: '+4930901820',
  numberId: 'num_1',
  routingProfileId: 'rp_1',
  sipTrunkId: 'trk_1',
  customerReference: 'ticket 4711',
  caller: party,
  callee: party,
  countries: ['DE'],
  hangupCauses: ['user_busy'],
  sipResponseCodes: [486],
  isAnswered: true,
  minBillableSeconds: 1,
  maxBillableSeconds: 2,
  minCostCents: 1,
  ids: ['cdr_1'],
};

/**
 * Caller and callee may be too long for an index entry, and references, which few CDRs have, are in an index of their own. The
 * indexes hold answered calls only.
 */
const NOT_HELD = ['answered_at', 'callee', 'caller', 'customer_reference'];

describe('the indexes by length and by cost', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
  });
  afterAll(() => database.close());

  it.each(['cdrs_answered_by_length', 'cdrs_answered_by_cost'])(
    'hold the columns of the filters, so that %s alone finds the CDRs of a page',
    async (index) => {
      const columns = await database.db.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass`,
        [`cdr.${index}`],
      );
      const held = new Set(columns.map(({ name }) => name));
      const { conditions } = conditionsOf('acc_1', everyFilter, 0);
      const filtered = conditions.map((text) => /[a-z_0-9]+/.exec(text)?.[0] ?? text);
      expect([...new Set(filtered.filter((name) => !held.has(name)))].sort()).toEqual(NOT_HELD);
    },
  );
});
