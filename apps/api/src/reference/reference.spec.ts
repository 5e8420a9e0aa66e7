import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pagesOf } from '../http/openapi/pages';
import { describeApi } from './reference';

const ROOT = resolve(import.meta.dirname, '../../../..');
const COMMITTED = 'docs/openapi.json';
const PUBLIC_BYTES_MAX = 700_000;
const BYTES_PER_OPERATION_MAX = 4_000;

type Json = Record<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Json;
  readonly style?: string;
  readonly explode?: boolean;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-permissions': readonly string[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

const documents = describeApi({ api: '/', operator: '/' }) as unknown as Readonly<Record<'api' | 'operator', Document>>;

function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, path, where: `${method} ${path}` })),
  );
}

function parametersOf(document: Document, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((each) =>
    '$ref' in each
      ? (document.components['parameters']?.[each.$ref.split('/').at(-1) ?? ''] as unknown as Parameter)
      : each,
  );
}

/** Returns the totals and messages of `redocly lint` with the recommended rules. */
function lint(file: string): unknown {
  const cli = resolve(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = spawnSync(process.execPath, [cli, 'lint', file, '--format', 'json'], { cwd: ROOT, env });
  const { totals, problems } = JSON.parse(run.stdout.toString()) as { totals: Json; problems: { message: string }[] };
  return { ...totals, problems: problems.map(({ message }) => message) };
}

it('is committed as docs/openapi.json: run `npm run openapi` after a change', () => {
  const committed: unknown = JSON.parse(readFileSync(resolve(ROOT, COMMITTED), 'utf8'));
  expect(JSON.parse(JSON.stringify(documents.api))).toEqual(committed);
});

it('passes the recommended rules of redocly', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-openapi-'));
  const operator = join(folder, 'operator.json');
  writeFileSync(operator, JSON.stringify(documents.operator));
  expect([lint(COMMITTED), lint(operator)]).toMatchObject([
    { errors: 0, warnings: 0, ignored: 2 },
    { errors: 0, warnings: 0, ignored: 0, problems: [] },
  ]);
  rmSync(folder, { recursive: true });
}, 60_000);

it('is smaller than 700 kB, and than 4 kB per operation on average', () => {
  expect(JSON.stringify(documents.api).length).toBeLessThan(PUBLIC_BYTES_MAX);
  for (const document of Object.values(documents)) {
    const bytes = JSON.stringify(document).length / operationsOf(document).length;
    expect(bytes).toBeLessThan(BYTES_PER_OPERATION_MAX);
  }
});

describe.each(['api', 'operator'] as const)('the document of the %s listener', (name) => {
  const document = documents[name];
  const operations = operationsOf(document);

  it('declares every parameter of every path', () => {
    for (const operation of operations) {
      const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const declared = parametersOf(document, operation).filter((each) => each.in === 'path');
      expect([operation.where, declared.map((each) => each.name)]).toEqual([operation.where, named]);
    }
  });

  it('names operations like the methods of an SDK', () => {
    for (const { operationId, where } of operations) {
      expect([where, operationId]).toEqual([where, expect.stringMatching(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*){1,2}$/)]);
    }
  });

  it('names no schema with Dto or Body, or like a global', () => {
    const isBad = (schema: string) => /Dto|Body/.test(schema) || schema in globalThis;
    expect(Object.keys(document.components['schemas'] ?? {}).filter(isBad)).toEqual([]);
  });

  it('describes and uses every tag', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(new Set(document.tags.map((tag) => tag.name))).toEqual(used);
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  });

  it('separates the values of list parameters by commas', () => {
    const lists = operations.flatMap((operation) =>
      parametersOf(document, operation).filter(({ schema }) => schema['type'] === 'array'),
    );
    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists) expect(list).toMatchObject({ style: 'form', explode: false });
  });

  it('describes every operation, member and parameter, with an example', () => {
    const isShown = (part: Json) =>
      [part['examples'], part['example'], part['enum'], part['const']].some((each) => each !== undefined) ||
      JSON.stringify(part).includes('"$ref"') ||
      part['type'] === 'null';
    const isDescribed = (part: Json) => part['description'] !== undefined && isShown(part);
    const members = Object.entries(document.components['schemas'] ?? {}).flatMap(([schema, { properties }]) =>
      Object.entries((properties ?? {}) as Record<string, Json>).map(([member, part]) => ({
        at: `${schema}.${member}`,
        part,
      })),
    );
    const parameters = operations.flatMap((operation) =>
      parametersOf(document, operation).map((each) => ({
        at: `${operation.where} ${each.name}`,
        part: { ...each.schema, ...each },
      })),
    );
    const isEnvelope = /Response\.(ok|data|error)$/;
    const bad = [...members, ...parameters].filter(({ at, part }) => !isEnvelope.test(at) && !isDescribed(part));
    expect(bad.map(({ at }) => at)).toEqual([]);
    expect(operations.filter(({ summary }) => !summary)).toEqual([]);
  });

  it('lists the permissions of every operation', () => {
    for (const operation of operations) expect(operation['x-permissions']).toEqual(expect.any(Array));
  });

  it('lists the codes of every error response', () => {
    const errors = Object.entries(document.components['responses'] ?? {}).filter(
      ([at]) => !at.startsWith('NotModified'),
    );
    expect(errors.length).toBeGreaterThan(0);
    const codes = document.components['schemas']?.['ErrorCode']?.['enum'];
    for (const [at, response] of errors) {
      expect([at, response['x-codes']]).toEqual([at, expect.any(Array)]);
      expect(codes).toEqual(expect.arrayContaining(response['x-codes'] as string[]));
    }
  });
});

it('renders pages without dead links', () => {
  const pages = pagesOf(describeApi({ api: '/', operator: '/' }).api, '/docs/reference.css');
  const idsOf = (path: string) => [...(pages[path] ?? '').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const links = Object.entries(pages).flatMap(([from, text]) =>
    [...text.matchAll(/href="([^"#]*)(?:#([^"]+))?"/g)].map(([, to, id]) => ({ from, to: to || from, id })),
  );
  const others = ['/openapi.json', '/docs/reference.css'];
  const dead = links.filter(
    ({ to, id }) => !others.includes(to) && (!(to in pages) || (id !== undefined && !idsOf(to).includes(id))),
  );
  expect(links.length).toBeGreaterThan(1000);
  expect(dead).toEqual([]);
  for (const { summary } of operationsOf(documents.api)) expect(Object.values(pages).join()).toContain(`>${summary}<`);
});
