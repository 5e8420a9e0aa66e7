import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  HANGUP_CAUSES,
  INTERNAL_EVENTS,
  PERMISSIONS,
  PUBLIC_EVENT_TYPES,
  REJECTIONS,
  SIP_RESPONSES,
  sipResponse,
} from '@trunkline/kernel';
import { withEventTypes, withReasons } from './tables';
import { describeApi } from './reference';

const ROOT = resolve(import.meta.dirname, '../../../..');
const COMMITTED = 'docs/openapi.json';
const PUBLIC_BYTES_MAX = 1_041_600;
const BYTES_PER_OPERATION_MAX = 4_200;

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
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
  };
  readonly responses: Readonly<Record<string, Json>>;
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

function bodyOf({ requestBody }: Operation): string | undefined {
  const [content] = Object.values(requestBody?.content ?? {});
  return content?.schema.$ref?.split('/').at(-1);
}

/** The HTTP methods of the methods with a fixed meaning. */
const STANDARD_METHODS: Readonly<Record<string, readonly string[]>> = {
  list: ['get'],
  get: ['get'],
  create: ['post'],
  update: ['patch', 'put'],
  delete: ['delete'],
};

/** The business verbs with which the other methods begin. */
const VERBS = (
  'accept acknowledge activate advance approve archive attach authorize cancel change check checkout clear complete confirm consume continue ' +
  'copy decide detach disable discard download duplicate end erase examine exchange export hangup import ' +
  'inspect login logout order preview reactivate receive refund refuse reinstate reissue reject release replace resend reset retry revoke roll ' +
  'redeliver replay resume reveal rotate route script search send set signup simulate start stop stream submit suspend test ' +
  'transition unlink validate verify void withdraw'
).split(' ');

/** Path segments whose resource has another name. The account and the user of the credential are singular. */
const RENAMED: Readonly<Record<string, string>> = {
  'magic-link': 'magic-links',
  idp: 'identity-providers',
  providers: 'identity-providers',
  invitation: 'invitations',
  webhooks: 'callbacks',
  oauth2: 'oauth',
  'oauth-authorization-server': 'metadata',
  '.well-known': 'oauth',
  'jwks.json': 'keys',
};

/** Returns the resources that a path can name: its segments in camel case. */
function resourcesOf(path: string): string[] {
  const segments = path.replace(/\/(account|user)s\/me/, '/$1').split('/');
  // Under /v1, webhooks are those of the customer; elsewhere the callbacks of third parties.
  const renamed = path.startsWith('/v1/webhooks') ? { ...RENAMED, webhooks: 'webhooks' } : RENAMED;
  const named = segments.map((segment) => renamed[segment] ?? segment);
  return named.map((segment) => segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

/** Returns the headers of a response. */
function headersOf(document: Document, response: Json): Json | undefined {
  const { $ref } = response as { $ref?: string };
  const resolved = $ref === undefined ? response : document.components['responses']?.[$ref.split('/').at(-1) ?? ''];
  return resolved?.['headers'] as Json | undefined;
}

/**
 * Returns the values of every enumeration of two or more values in a part of a document, without null and sorted. The
 * parts exclude error responses, of which each states its own codes.
 */
function enumsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { enum: listed } = part as Json;
  const values = Array.isArray(listed) ? listed.filter((value) => value !== null).sort() : [];
  return [...(values.length > 1 ? [JSON.stringify(values)] : []), ...Object.values(part).flatMap(enumsIn)];
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

it('lists the types of events in docs/events.md: run `npm run openapi` after a change', () => {
  const page = readFileSync(resolve(ROOT, 'docs/events.md'), 'utf8');
  expect(page).toBe(withEventTypes(page));
  for (const type of [...PUBLIC_EVENT_TYPES, ...Object.keys(INTERNAL_EVENTS)]) expect(page).toContain(`| \`${type}\``);
});

it('lists why calls fail in docs/failed-calls.md: run `npm run openapi` after a change', () => {
  const page = readFileSync(resolve(ROOT, 'docs/failed-calls.md'), 'utf8');
  expect(page).toBe(withReasons(page));
  for (const name of [...REJECTIONS, ...HANGUP_CAUSES]) expect(page).toContain(`| \`${name}\``);
  for (const code of SIP_RESPONSES) expect(page).toContain(`| ${String(code)} ${sipResponse(code).phrase}`);
});

it('passes the recommended rules of redocly', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-openapi-'));
  const operator = join(folder, 'operator.json');
  writeFileSync(operator, JSON.stringify(documents.operator));
  expect([lint(COMMITTED), lint(operator)]).toMatchObject([
    { errors: 0, warnings: 0, ignored: 11 },
    { errors: 0, warnings: 0, ignored: 0, problems: [] },
  ]);
  rmSync(folder, { recursive: true });
});

it('is smaller than 1,041,600 bytes, and than 4.2 kB per operation on average', () => {
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

  it('names the resources of an operation after the segments of its path, in order', () => {
    const misnamed = operations.filter(({ operationId, path }) => {
      const words = resourcesOf(path);
      const places = operationId
        .split('.')
        .slice(0, -1)
        .map((resource) => words.indexOf(resource));
      return places.some((place, index) => place < 0 || place <= (places[index - 1] ?? -1));
    });
    expect(misnamed.map(({ operationId, where }) => [operationId, where])).toEqual([]);
  });

  it('uses the standard methods with their HTTP methods, and business verbs otherwise', () => {
    const misnamed = operations.filter(({ operationId, where }) => {
      const method = operationId.split('.').at(-1) ?? '';
      const http = STANDARD_METHODS[method];
      return http ? !http.includes(where.split(' ')[0] ?? '') : !VERBS.includes(/^[a-z]+/.exec(method)?.[0] ?? '');
    });
    expect(misnamed.map(({ operationId, where }) => [operationId, where])).toEqual([]);
  });

  it('names no schema with Dto, Body or Oauth, or like a global', () => {
    const isBad = (schema: string) => /Dto|Body|Oauth/.test(schema) || schema in globalThis;
    expect(Object.keys(document.components['schemas'] ?? {}).filter(isBad)).toEqual([]);
  });

  it('names every enumeration that occurs more than once', () => {
    const { schemas = {}, parameters } = document.components;
    const [named, others] = [true, false].map((isNamed) =>
      Object.values(schemas).filter((schema) => 'enum' in schema === isNamed),
    );
    const inline = enumsIn([document.paths, parameters, others]);
    const known = new Set(enumsIn(named));
    expect(known.size).toBeGreaterThan(5);
    expect(inline.filter((values, index) => known.has(values) || inline.indexOf(values) !== index)).toEqual([]);
  });

  it('names every request body after its operation', () => {
    const bodies = operations.flatMap((operation) => {
      const schema = bodyOf(operation);
      return schema === undefined ? [] : [{ method: operation.operationId.split('.').at(-1) ?? '', schema }];
    });
    expect(bodies.length).toBeGreaterThan(0);
    for (const { method, schema } of bodies) expect(schema.toLowerCase()).toMatch(`${method.toLowerCase()}request`);
  });

  it('states no default for the members of a PATCH, which leaves missing members unchanged', () => {
    const stated = operations.flatMap((operation) => {
      const schema = document.components['schemas']?.[bodyOf(operation) ?? ''];
      const members = Object.entries((schema?.['properties'] ?? {}) as Record<string, Json>);
      return operation.where.startsWith('patch') ? members.filter(([, member]) => 'default' in member) : [];
    });
    expect(stated).toEqual([]);
  });

  it('states defaults as data, not in words', () => {
    const isVague = (part: Json) => /\bDefault(s? to)?:/i.test(String(part['description'])) && !('default' in part);
    const schemas = Object.values(document.components['schemas'] ?? {});
    const parts = schemas.flatMap(({ properties }) => Object.values((properties ?? {}) as Record<string, Json>));
    const parameters = operations.flatMap((operation) => parametersOf(document, operation));
    const queries = parameters.filter((each) => each.in === 'query').map((each) => ({ ...each.schema, ...each }));
    expect([...parts, ...queries].filter(isVague)).toEqual([]);
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
      part['type'] === 'null' ||
      [part['type']].flat().includes('boolean');
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
    const bad = [...members, ...parameters].filter(({ part }) => !isDescribed(part));
    expect(bad.map(({ at }) => at)).toEqual([]);
    // The required permissions alone do not say what an operation does.
    const isVague = ({ summary, description = '' }: Operation) => !summary || /^(Requires `\w+:|$)/.test(description);
    expect(operations.filter(isVague).map(({ where }) => where)).toEqual([]);
  });

  it('lists the permissions of every operation', () => {
    const known: readonly string[] = PERMISSIONS;
    for (const operation of operations) {
      expect(operation['x-permissions']).toEqual(expect.any(Array));
      expect(operation['x-permissions'].filter((each) => !known.includes(each))).toEqual([]);
    }
  });

  it('declares the headers of replayed, limited and unavailable responses', () => {
    for (const operation of operations) {
      const parameters = parametersOf(document, operation).map((each) => each.name);
      const statuses = Object.entries(operation.responses);
      const withHeader = (name: string) =>
        statuses.filter(([, response]) => name in (headersOf(document, response) ?? {})).map(([status]) => status);
      const isKeyed = parameters.includes('Idempotency-Key');
      expect([operation.where, withHeader('Idempotent-Replayed').some((status) => status < '3')]).toEqual([
        operation.where,
        isKeyed,
      ]);
      const isLimited = (status: string) =>
        status === '429' || (status === '503' && !operation.path.startsWith('/health'));
      const limited = statuses.map(([status]) => status).filter(isLimited);
      expect(withHeader('Retry-After')).toEqual(expect.arrayContaining(limited));
    }
  });

  it('lists the codes of every error response in the envelope', () => {
    // Errors of the OAuth endpoints have the codes of RFC 6749.
    const errors = Object.entries(document.components['responses'] ?? {}).filter(
      ([at]) => !/^(NotModified|OAuth)/.test(at),
    );
    expect(errors.length).toBeGreaterThan(0);
    const codes = document.components['schemas']?.['ErrorCode']?.['enum'];
    for (const [at, response] of errors) {
      expect([at, response['x-codes']]).toEqual([at, expect.any(Array)]);
      expect(codes).toEqual(expect.arrayContaining(response['x-codes'] as string[]));
    }
  });
});

describe('the types of the customer document', () => {
  const schemas = documents.api.components['schemas'] ?? {};
  const operations = operationsOf(documents.api);

  it('offers an order either of a search result or of any number of a country and type', () => {
    expect(schemas['NumberOrderRequest']?.['oneOf']).toEqual([
      expect.objectContaining({ required: ['select_token'] }),
      expect.objectContaining({
        required: ['country'],
        anyOf: [{ required: ['type'] }, { required: ['number_type'] }],
      }),
    ]);
  });

  it('determines the data of an event by its type', () => {
    const { oneOf, discriminator } = schemas['AccountEvent'] as unknown as {
      readonly oneOf: readonly { readonly $ref: string }[];
      readonly discriminator: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
    };
    expect(discriminator.propertyName).toBe('type');
    expect(Object.keys(discriminator.mapping).sort()).toEqual([...PUBLIC_EVENT_TYPES].sort());
    expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }) => $ref));
    for (const [type, reference] of Object.entries(discriminator.mapping)) {
      const { properties } = schemas[reference.split('/').at(-1) ?? ''] as {
        properties: Readonly<Record<string, Json>>;
      };
      expect(properties).toMatchObject({ type: { const: type }, data: { $ref: expect.stringMatching(/Data$/) } });
    }
  });

  it('types the conditions of a routing target', () => {
    const target = schemas['RoutingTarget'] as { properties: Readonly<Record<string, Json>> };
    expect(target.properties['conditions']?.['anyOf']).toEqual([
      { $ref: '#/components/schemas/Conditions' },
      { type: 'null' },
    ]);
    const { properties } = schemas['Conditions'] as { properties: Readonly<Record<string, Json>> };
    const untyped = Object.entries(properties).filter(([, { type, items }]) => !type || (type === 'array' && !items));
    expect([Object.keys(properties).length, untyped]).toEqual([10, []]);
  });

  it('declares Set-Cookie on the operations that sign in or out', () => {
    const setting = operations.filter(({ responses }) =>
      Object.values(responses).some((response) => 'Set-Cookie' in (headersOf(documents.api, response) ?? {})),
    );
    expect(setting.map(({ operationId }) => operationId).sort()).toEqual([
      'auth.changePassword',
      'auth.identityProviders.complete',
      'auth.identityProviders.start',
      'auth.invitations.accept',
      'auth.login',
      'auth.logout',
      'auth.magicLinks.consume',
      'auth.mfa.verify',
      'auth.resetPassword',
      'auth.sessions.revoke',
      'auth.sessions.revokeAll',
      'auth.verifyEmail',
    ]);
  });
});
