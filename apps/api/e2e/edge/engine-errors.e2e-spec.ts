import { freshDatabaseUrl, OwnerConnection } from '@trunkline/platform/testing';
import { startApi, type TestApi } from '../support';
import { anHourAgo, Telephony } from '../support/telephony';

/** Fails as an extension does that keeps the CDRs of an account on a server which is not reached. */
const UNREACHED = `
  CREATE FUNCTION public.unreached() RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'could not connect to any active placements' USING ERRCODE = 'XX000';
  END $$;
  CREATE POLICY unreached ON cdr.cdrs USING (public.unreached()) WITH CHECK (public.unreached())`;

describe('an engine that cannot reach the CDRs', () => {
  let owner: OwnerConnection;
  let api: TestApi;
  let telephony: Telephony;
  let id: string;

  beforeAll(async () => {
    const url = await freshDatabaseUrl();
    owner = await OwnerConnection.open(url);
    await owner.query(UNREACHED);
    api = await startApi({ DATABASE_URL: url, LOG_LEVEL: 'fatal' });
    telephony = await Telephony.make(api);
    id = await telephony.call({ startedAt: anHourAgo(), seconds: 60 });
  });
  afterAll(async () => {
    await api.stop();
    await owner.end();
  });

  it('is answered 503 with Retry-After where CDRs are read and written, and nowhere else', async () => {
    const row = telephony.rowOf(await telephony.route());
    await owner.query('ALTER TABLE cdr.cdrs ENABLE ROW LEVEL SECURITY');
    const answers = [
      await api.get('/v1/cdrs', telephony.customer),
      await api.get(`/v1/cdrs/${id}`, telephony.customer),
      await api.get('/v1/cdrs/summary?group_by=country', telephony.customer),
      await api.switch('/switch/cdrs', { cdrs: [row] }),
    ];
    for (const { status, headers } of answers)
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect((await api.get('/v1/numbers', telephony.customer)).status).toBe(200);
    expect((await telephony.route()).action).toBe('route');
    await owner.query('ALTER TABLE cdr.cdrs DISABLE ROW LEVEL SECURITY');
    expect(await api.switch('/switch/cdrs', { cdrs: [row] })).toMatchObject({ status: 200 });
    expect((await api.get('/v1/cdrs', telephony.customer)).status).toBe(200);
  });
});
