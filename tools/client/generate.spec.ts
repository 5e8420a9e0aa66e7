import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ApiDocument, Operation, Schema } from './document';
import { generateClient } from './generate';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const document = JSON.parse(read('docs/openapi.json')) as ApiDocument;

const sample = (post: Operation, schemas: Record<string, Schema> = {}): ApiDocument => ({
  paths: { '/v1/things/{id}': { post } },
  components: { schemas, parameters: {}, responses: {} },
});

describe('the generated client', () => {
  // Failed? Run `npm run client` and commit the result.
  it.each(['lists.ts', 'defaults.ts', 'types.ts', 'resources.ts'] as const)(
    'has the %s that docs/openapi.json asks for',
    (name) => {
      expect(read(`libs/client/src/generated/${name}`)).toBe(generateClient(document)[name]);
    },
  );

  it('has a method for each operation under /v1 that does not redirect', () => {
    const operations = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([, item]) => Object.values(item))
      .flatMap((operation) => (operation && '302' in operation.responses ? [] : [operation]));
    const calls = generateClient(document)['resources.ts'].match(/this\.transport\.(list|send|stream)\(/g) ?? [];
    expect(calls).toHaveLength(operations.length);
  });

  it.each([
    ['index.ts', 7_800],
    ['webhooks/index.ts', 1_800],
  ])('bundles %s to at most %d bytes, minified and compressed', (entry, limit) => {
    const esbuild = join(ROOT, 'node_modules/.bin/esbuild');
    const bundle = execFileSync(esbuild, [
      '--bundle',
      '--minify',
      '--format=esm',
      join(ROOT, 'libs/client/src', entry),
    ]);
    expect(gzipSync(bundle, { level: 9 }).length).toBeLessThanOrEqual(limit);
  });

  it('takes path parameters, body and query in this order and sends a key where the operation takes one', () => {
    const { 'resources.ts': text } = generateClient(
      sample({
        operationId: 'things.parts.update',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'force', in: 'query', schema: { type: 'boolean' } },
          { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'integer' } } } } },
        },
        responses: { '204': {} },
      }),
    );
    expect(text).toContain('update(id: string, body: {');
    expect(text).toContain('query: ThingsPartsUpdateQuery = {}, options?: CallOptions): Promise<void>');
    expect(text).toContain(
      "{ method: 'POST', path: `/v1/things/${encodeURIComponent(id)}`, query, body, takesKey: true }",
    );
    expect(text).toContain('readonly parts: ThingsPartsResource;');
  });

  it('takes a file where the operation takes no JSON, and returns what either success has', () => {
    const answer = (name: string) => {
      const data = { $ref: `#/components/schemas/${name}` };
      return { content: { 'application/json': { schema: { type: 'object', properties: { data } } } } };
    };
    const operation = {
      operationId: 'things.import',
      requestBody: { required: true, content: { 'multipart/form-data': {}, 'text/csv': {} } },
      responses: { '202': answer('Job'), '200': answer('Check'), '422': {} },
    };
    const { 'resources.ts': text } = generateClient(sample(operation, { Job: {}, Check: {}, ErrorCode: {} }));
    expect(text).toContain('import(body: string | Blob, options?: CallOptions): Promise<Check | Job> {');
  });

  it('spells OAuth in the names of types as the standard does', () => {
    const parameters = [{ name: 'q', in: 'query' as const, schema: { type: 'string' } }];
    const operation = { operationId: 'oauthApps.list', parameters, responses: { '204': {} } };
    const { 'resources.ts': text } = generateClient(sample(operation));
    expect(text).toContain('readonly oauthApps: OAuthAppsResource;');
    expect(text).toContain('query: OAuthAppsListQuery');
  });

  it.each([
    ['Codec', 'CODECS'],
    ['NumberStatus', 'NUMBER_STATUSES'],
    ['RoutingStrategy', 'ROUTING_STRATEGIES'],
    ['Weekday', 'WEEKDAYS'],
    ['OAuthScope', 'OAUTH_SCOPES'],
  ])('exports the values of %s as %s', (name, constant) => {
    const envelope = { type: 'object', properties: { data: { $ref: `#/components/schemas/${name}` } } };
    const answer = { content: { 'application/json': { schema: envelope } } };
    const schemas = { [name]: { type: 'string', enum: ['a', 'b'] }, ErrorCode: { enum: ['not_found'] } };
    const files = generateClient(sample({ operationId: 'things.get', responses: { '200': answer } }, schemas));
    expect(files['lists.ts']).toContain(`export const ${constant} = ['a', 'b'] as const;`);
    expect(files['types.ts']).toContain(`export type ${name} = (typeof lists.${constant})[number];`);
  });

  it('exports the parts of a closed list as lists', () => {
    const data = { $ref: '#/components/schemas/HangupCause' };
    const answer = { content: { 'application/json': { schema: { type: 'object', properties: { data } } } } };
    const cause = { type: 'string', enum: ['a', 'b'], 'x-subsets': { FailureCause: ['b'] } };
    const schemas = { HangupCause: cause, ErrorCode: { enum: ['not_found'] } };
    const files = generateClient(sample({ operationId: 'things.get', responses: { '200': answer } }, schemas));
    expect(files['lists.ts']).toContain(`export const FAILURE_CAUSES = ['b'] as const;`);
  });

  it('exports what the API assumes for members that a request leaves out', () => {
    const schema = {
      type: 'object',
      properties: { weight: { type: 'integer', default: 100 }, name: { type: 'string' } },
    };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/ThingCreateRequest' } } };
    const operation = { operationId: 'things.create', requestBody: { content }, responses: { '204': {} } };
    const { 'defaults.ts': text } = generateClient(sample(operation, { ThingCreateRequest: schema }));
    expect(text).toContain('export const defaults = {\n  ThingCreateRequest: {\n    weight: 100,\n  },\n} as const;');
  });

  it('declares nullable members, literals and arrays of unions', () => {
    const data = {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: ['string', 'null'] },
        b: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
        c: { type: ['string', 'null'], enum: ['z', null] },
      },
    };
    const envelope = { type: 'object', properties: { data: { $ref: '#/components/schemas/Thing' } } };
    const operation = {
      operationId: 'things.get',
      responses: { '200': { content: { 'application/json': { schema: envelope } } } },
    };
    const { 'types.ts': text } = generateClient(sample(operation, { Thing: data, ErrorCode: { enum: ['not_found'] } }));
    expect(text).toContain(
      "readonly a: string | null;\n  readonly b?: readonly ('x' | 'y')[];\n  readonly c?: 'z' | null;",
    );
  });
});
