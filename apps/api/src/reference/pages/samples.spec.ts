import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describeApi } from '../reference';
import { ApiDocument, bodyOf, JSON_TYPE, successOf } from './document';
import { readGuides } from './guides';
import { curlOf, Samples, scriptOf } from './samples';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const { api } = describeApi({ api: 'https://api.example.com/', operator: '/' });
const document = new ApiDocument(api);
const samples = new Samples(document);
const operations = [...document.operations.values()];

const scriptsIn = (text: string) => [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, script = '']) => script);

/** What the samples of the client's README have from the text around them. */
const GIVEN = `declare const trunkline: import('@trunkline/client').Trunkline;
declare const token: string;
declare const id: string;
declare const lastEventId: string | undefined;
`;

/** Compiles modules against the client, and returns what the compiler reports. */
function faultsOf(modules: readonly string[], { given = '', noUnusedLocals = true } = {}): string {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'dist/samples-'));
  for (const [index, text] of modules.entries()) writeFileSync(join(folder, `sample-${String(index)}.ts`), text);
  writeFileSync(join(folder, 'given.d.ts'), given);
  const options = {
    noEmit: true,
    types: ['node'],
    noUnusedLocals,
    lib: ['es2023', 'dom', 'dom.iterable'],
    allowImportingTsExtensions: true,
  };
  const config = { extends: '../../tsconfig.base.json', include: ['*.ts'], exclude: [], compilerOptions: options };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const run = spawnSync(process.execPath, [tsc, '-p', folder, '--singleThreaded'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return run.stdout + run.stderr;
}

describe('the samples of the reference', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(api, 'document');
  const pointerOf = (path: string, ...rest: string[]) =>
    ['document#/paths', path, ...rest]
      .map((part, index) => (index === 0 ? part : part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
      .join('/');
  const faults = (pointer: string, value: unknown) => {
    const validate = ajv.compile({ $ref: pointer });
    return validate(value) ? [] : [pointer, ajv.errorsText(validate.errors)];
  };

  it('are requests that the schemas accept', () => {
    const bodies = operations.filter((each) => JSON_TYPE in each.bodies && bodyOf(each));
    expect(bodies.length).toBeGreaterThan(80);
    const invalid = bodies.flatMap((each) => {
      const pointer = pointerOf(each.path, each.method.toLowerCase(), 'requestBody', 'content', JSON_TYPE, 'schema');
      return faults(pointer, samples.bodyOf(each));
    });
    expect(invalid).toEqual([]);
  });

  it('name every required parameter with a value that its schema accepts, and every required member of a form', () => {
    const parameters = operations.flatMap((each) => each.parameters.filter(({ required }) => required));
    expect(parameters.length).toBeGreaterThan(100);
    const invalid = parameters.flatMap(({ name, schema, example }) => {
      const resolved = document.resolve(schema);
      const validate = ajv.compile({ ...resolved, $id: undefined });
      const value: unknown = example ?? samples.textOf({ name, schema, in: 'query', required: true, description: '' });
      return validate(value) ? [] : [`${name}: ${String(value)}`];
    });
    expect(invalid).toEqual([]);
    const forms = operations.filter(
      (each) => bodyOf(each) && !(JSON_TYPE in each.bodies) && !('text/csv' in each.bodies),
    );
    expect(forms.map(({ id }) => id)).toEqual(['oauth.exchange', 'oauth.revoke']);
    for (const form of forms)
      expect(Object.keys(samples.bodyOf(form) as object)).toEqual(
        expect.arrayContaining([...(document.resolve(bodyOf(form) ?? {}).required ?? [])]),
      );
  });

  it('send what the API needs beyond the schema', () => {
    const of = (id: string) => samples.bodyOf(document.operations.get(id)!);
    const curl = (id: string) => curlOf(document.operations.get(id)!, samples, document.server);
    expect(of('numbers.routeMany')).toHaveProperty('trunk_id');
    const selected = { e164s: ['+12125550123'] };
    expect(of('numbers.jobs.create')).toEqual({ select: selected, change: { add_tags: ['sales'] } });
    expect(of('compliance.endUsers.create')).toMatchObject({
      kind: 'person',
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
    expect(of('compliance.documents.create')).toHaveProperty('content_base64');
    expect(of('oauth.exchange')).toMatchObject({ grant_type: 'authorization_code', code: expect.any(String) });
    const { from, to } = of('webhooks.replay') as { from: number; to: number };
    expect(to).toBeGreaterThan(from);
    for (const id of ['billing.rates.list', 'billing.smsRates.list']) {
      expect(curl(id)).toContain('?to=%2B');
      expect(scriptOf(document.operations.get(id)!, document, samples)).toContain("({ to: '+");
    }
    expect(curl('porting.requests.import')).toContain("-H 'Content-Type: text/csv' \\\n  --data-binary @file.csv");
  });

  it('write files that curl does not print', () => {
    const curl = (id: string) => curlOf(document.operations.get(id)!, samples, document.server);
    expect(curl('invoices.download')).toMatch(/ -o file\.pdf$/);
    expect(curl('exports.download')).toMatch(/ -o file\.gz$/);
    expect(curl('numbers.list')).not.toContain(' -o ');
    expect(curl('events.stream')).not.toContain(' -o ');
  });

  it('say where an operation works with a session only', () => {
    const script = (id: string) => scriptOf(document.operations.get(id)!, document, samples);
    expect(script('auth.identities.list')).toContain('// Only in a browser,');
    expect(script('numbers.list')).not.toContain('// Only in a browser,');
    expect(script('auth.login')).not.toContain('// Only in a browser,');
  });

  it('are responses that the schemas accept', () => {
    const answering = operations.filter((each) => samples.responseOf(each) !== undefined);
    expect(answering.length).toBeGreaterThan(200);
    const invalid = answering.flatMap((each) => {
      const status = String(successOf(each)?.status);
      const pointer = pointerOf(
        each.path,
        each.method.toLowerCase(),
        'responses',
        status,
        'content',
        JSON_TYPE,
        'schema',
      );
      return faults(pointer, samples.responseOf(each));
    });
    expect(invalid).toEqual([]);
  });

  it('compile against the client, as do those of the guides', () => {
    const scripts = operations.flatMap((each) => scriptOf(each, document, samples) ?? []);
    const guides = readGuides(join(ROOT, 'docs/guides')).flatMap(({ text }) => scriptsIn(text));
    expect(scripts.length).toBeGreaterThan(200);
    expect(guides.length).toBeGreaterThan(3);
    expect(faultsOf([...scripts, ...guides])).toBe('');
    // A compiler that reads nothing would report nothing.
    expect(faultsOf([`${scripts[0] ?? ''}\ntrunkline.numbers.lost();`])).toContain('lost');
  }, 120_000);

  it('of the README of the client compile against it', () => {
    const scripts = scriptsIn(readFileSync(join(ROOT, 'libs/client/README.md'), 'utf8'));
    expect(scripts.length).toBeGreaterThan(4);
    // A sample without an import would be a script, which shares its names with the others.
    const modules = scripts.map((script) => `${script}\nexport {};`);
    // A sample may end with what the reader goes on with.
    expect(faultsOf(modules, { given: GIVEN, noUnusedLocals: false })).toBe('');
  }, 60_000);

  it('quote what a shell would read', () => {
    const order = document.operations.get('numbers.order');
    expect(order && curlOf(order, samples, document.server)).toBe(
      [
        'curl -X POST https://api.example.com/v1/numbers \\',
        '  -H "Authorization: Bearer $TRUNKLINE_API_KEY" \\',
        '  -H "Idempotency-Key: $(uuidgen)" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{\n  "select_token": "k1.b3BhcXVl"\n}'`,
      ].join('\n'),
    );
    const file = document.operations.get('numbers.import');
    expect(file && curlOf(file, samples, document.server)).toContain(
      "-H 'Content-Type: text/csv' \\\n  --data-binary @file.csv",
    );
    const key = document.operations.get('numbers.get');
    expect(key && curlOf(key, samples, document.server)).toContain('/v1/numbers/%2B');
  });
});
