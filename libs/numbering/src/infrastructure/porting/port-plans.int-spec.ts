import { createDataSource, CryptoBox } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { StoredPorts } from './port.repository';
import { StoredPortDirectory } from './port-directory';
import { PortReads } from './port-queries';

const LARGE = 'acc_large';
const PAGE = { limit: 25, order: 'desc', after: null } as const;
const NOW = new Date('2026-06-01T00:00:00Z');

/** 20,000 requests, half of them of one account; one in a hundred runs. Three numbers each. */
const REQUESTS = `INSERT INTO numbering.port_requests (id, account_id, country, status, partial, documents, foc_at, auto_activate,
    capabilities, fee_cents, created_by, created_at, updated_at, submitted_at, submissions, completed_at, end_user_id)
  SELECT 'port_' || lpad(n::text, 6, '0'), CASE WHEN n % 2 = 0 THEN '${LARGE}' ELSE 'acc_' || n % 500 END, 'DE', status, false, '[]',
    at, status = 'foc_confirmed', '{voice}', 0, '{}', at, at, at, 1, CASE WHEN status = 'ported' THEN at END, 'eu_' || n % 100
  FROM (SELECT n, timestamptz '2026-01-01' + n * interval '1 minute' AS at,
    CASE n % 100 WHEN 1 THEN 'submitted' WHEN 2 THEN 'foc_confirmed' ELSE 'ported' END AS status
    FROM generate_series(1, 20000) n) numbered`;
const NUMBERS = `INSERT INTO numbering.port_numbers (request_id, e164, account_id, position, number_type, status, number_id, claim)
  SELECT r.id, '+4930' || right(r.id, 6) || p, r.account_id, p, 'geographic',
    CASE WHEN r.status <> 'ported' THEN 'pending' WHEN right(r.id, 3) = '999' THEN 'activating' ELSE 'ported' END,
    CASE WHEN r.status = 'ported' AND right(r.id, 3) <> '999' THEN 'num_1' END,
    CASE WHEN r.status <> 'ported' OR right(r.id, 3) = '999' THEN 'submitted' END
  FROM numbering.port_requests r, generate_series(0, 2) p`;
const EVENTS = `INSERT INTO numbering.port_events (id, request_id, account_id, at, actor_kind, action, before, after)
  SELECT 'pev_' || right(id, 6), id, account_id, created_at, 'system', 'created', '{}', '{}' FROM numbering.port_requests`;
const COMMENTS = `INSERT INTO numbering.port_comments (id, request_id, account_id, author_kind, body_sealed, created_at)
  SELECT 'pcm_' || right(id, 6), id, account_id, 'system', '', created_at FROM numbering.port_requests WHERE id > 'port_000100'`;
const RETRIES = `INSERT INTO numbering.port_retries SELECT id, 1, created_at FROM numbering.port_requests`;
const TABLES =
  'numbering.port_retries, numbering.port_requests, numbering.port_numbers, numbering.port_events, numbering.port_comments';

describe('the statements of ports', () => {
  let test: TestDatabase;
  const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 9) }]);

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    for (const text of [REQUESTS, NUMBERS, EVENTS, COMMENTS, RETRIES]) await test.db.query(text);
    const owner = await createDataSource({ url: test.url, asOwner: true }, []).initialize();
    await owner.query(`ANALYZE ${TABLES}`);
    await owner.destroy();
  });
  afterAll(() => test.close());

  const queries = () => new PortReads(test.db, box);
  const ports = () => new StoredPorts(test.db, box);
  const directory = () => new StoredPortDirectory(test.db);

  it.each<[string, () => Promise<unknown>, string]>([
    [
      "the account's requests",
      () => queries().list(LARGE, {}, { ...PAGE, sort: 'created_at' }),
      'port_requests_account',
    ],
    [
      'a request of a number',
      () => queries().list(LARGE, { e164: '+49300000021' }, { ...PAGE, sort: 'created_at' }),
      'port_numbers_e164',
    ],
    ['the queue', () => queries().queue({}, { ...PAGE, sort: 'submitted_at' }), 'port_requests_submitted'],
    [
      'the queue of a status',
      () => queries().queue({ status: ['exception'] }, { ...PAGE, sort: 'submitted_at' }),
      'port_requests_status',
    ],
    [
      'requests with failed numbers',
      () => queries().queue({ failed: true }, { ...PAGE, sort: 'submitted_at' }),
      'port_numbers_failed',
    ],
    ['a timeline', () => queries().events(null, 'port_000001', { ...PAGE, sort: 'at' }), 'port_events_request'],
    [
      'comments',
      () => queries().comments(null, 'port_000001', { ...PAGE, sort: 'created_at' }),
      'port_comments_request',
    ],
    ['the numbers of a request', () => ports().numbersOf('port_000001'), 'port_numbers_pkey'],
    [
      'numbers that are claimed',
      () => ports().findClaimed(LARGE, ['+49300000021', '+49300000031']),
      'port_numbers_e164',
    ],
    [
      'the next number to assign',
      () => test.db.run(() => ports().lockActivating('port_000999', -1)),
      'port_numbers_activating',
    ],
    ['requests with numbers to assign', () => ports().listActivating(NOW, 100), 'port_numbers_activating'],
    ['requests whose date has come', () => ports().listDue(NOW, 100), 'port_requests_due'],
    ['running requests', () => test.db.run(() => ports().lockRunning(LARGE)), 'port_requests_open'],
    ['the count of running requests', () => directory().countRunning(LARGE), 'port_numbers_own'],
    ['the use of an end user', () => directory().usesEndUser(LARGE, 'eu_1'), 'port_requests_open'],
  ])('read %s by an index', async (_, act, index) => {
    const { db } = test;
    const query = db.query.bind(db);
    const seen: { readonly text: string; readonly values: readonly unknown[] }[] = [];
    db.query = (text, values, plan) => {
      seen.push({ text, values: values ?? [] });
      return query(text, values, plan);
    };
    try {
      await act();
    } finally {
      Object.assign(db, { query });
    }
    const plans = await Promise.all(
      seen.map(({ text, values }) => query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values, 'for values')),
    );
    const plan = plans
      .flat()
      .map((row) => row['QUERY PLAN'])
      .join('\n');
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});
