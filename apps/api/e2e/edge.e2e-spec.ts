import { startApi, type TestApi } from './support';

describe('edge', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('answers health in a form of its own', async () => {
    const answer = await api.get('/health');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ok: true, status: 'ok', bindings: { db_catalog: true } });
  });

  it('answers an unknown address with the envelope', async () => {
    const answer = await api.get('/v1/nothing');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();
  });
});
