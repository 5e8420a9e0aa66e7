import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@trunkline/platform/testing';
import { startApi, type TestApi } from '../../support';
import { aPdf } from '../../support/files';

interface Report {
  readonly ok: boolean;
  readonly status: string;
  readonly bindings: { readonly assets: boolean; readonly db_catalog: boolean };
}
/** A result of the last five seconds is returned. */
const PATIENCE_MS = 15_000;
const UP = { ok: true, bindings: { assets: true, db_catalog: true } };
const DOWN = { ok: true, status: 'degraded', bindings: { assets: false, db_catalog: true } };

describe('GET /health of documents', () => {
  let api: TestApi;
  afterEach(() => api.stop());

  const report = async (): Promise<[number, Report]> => {
    const answer = await fetch(`${api.url}/health`);
    return [answer.status, (await answer.json()) as Report];
  };
  const upload = async () => {
    const customer = await api.customers.make();
    const body = { doc_type: 'passport', content_base64: (await aPdf()).toString('base64') };
    const answer = await api.post('/v1/compliance/documents', body, customer);
    return [answer.status, answer.body.error?.code];
  };

  it('reports whether the folder of documents can be written, as uploads find it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-health-'));
    api = await startApi({ DATA_DIR: folder });
    expect(await report()).toMatchObject([200, UP]);
    renameSync(join(folder, 'documents'), join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'documents'), '');
    expect(await upload()).toEqual([503, 'unavailable']);
    await eventually(async () => expect(await report()).toMatchObject([200, DOWN]), PATIENCE_MS);
    rmSync(join(folder, 'documents'));
    renameSync(join(folder, 'elsewhere'), join(folder, 'documents'));
    expect(await upload()).toEqual([201, undefined]);
    await eventually(async () => expect(await report()).toMatchObject([200, UP]), PATIENCE_MS);
  });

  it.each([
    ['the virus scanner does not answer', { CLAMD_ADDRESS: '127.0.0.1:1' }],
    [
      'the bucket cannot be reached',
      {
        S3_BUCKET: 'trunkline',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
      },
    ],
  ])('reports that documents cannot be uploaded while %s', async (_name, settings) => {
    api = await startApi(settings);
    expect(await report()).toMatchObject([200, DOWN]);
    expect(await upload()).toEqual([503, 'unavailable']);
  });
});
