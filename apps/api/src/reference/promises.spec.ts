import type { IncomingMessage } from 'node:http';
import { type AccountStatus, DomainError, type Principal } from '@trunkline/kernel';
import { controllers } from '../controllers';
import type { EdgeRequest } from '../http/endpoint/edge-request';
import type { ListOptions } from '../http/fields/list-fields';
import { declarationOf } from '../http/fields/members';
import { validated } from '../http/fields/validation';
import { Admission } from '../http/guard/admission';
import { type Operation, operationsOf } from '../http/openapi/operations';
import { type DtoClass, fieldsOf } from '../http/openapi/schema';
import { describeApi } from './reference';

type Json = Record<string, unknown>;

interface Described {
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Json>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

const documents = Object.values(describeApi({ api: '/', operator: '/' })) as unknown as readonly Document[];

/** Each endpoint with its description and the document of that. */
const endpoints = operationsOf(controllers).map((operation) => {
  const { path, policy } = operation;
  const described = documents.flatMap((document) => {
    const found = document.paths[path]?.[policy.method.toLowerCase()];
    return found ? [{ document, described: found }] : [];
  });
  const [only] = described;
  if (!only || described.length > 1) throw new Error(`${policy.id} is in ${String(described.length)} documents.`);
  return { ...operation, ...only };
});

/** Returns a part of a document with what it refers to in place, each component once. */
function reachable(document: Document, part: unknown, seen = new Set<string>()): Json[] {
  if (typeof part !== 'object' || part === null) return [];
  const { $ref } = part as { $ref?: unknown };
  if (typeof $ref === 'string' && !seen.has($ref)) {
    seen.add($ref);
    const [section = '', name = ''] = $ref.replace('#/components/', '').split('/');
    return reachable(document, document.components[section]?.[name], seen);
  }
  return [part as Json, ...Object.values(part).flatMap((each) => reachable(document, each, seen))];
}

/** Returns the codes of an endpoint, by status. */
function codesOf({ document, described }: (typeof endpoints)[number]): [status: string, code: string][] {
  return Object.entries(described.responses).flatMap(([status, response]) =>
    reachable(document, response).flatMap((part) =>
      ((part['x-codes'] ?? []) as string[]).map((code): [string, string] => [status, code]),
    ),
  );
}

/** Returns a class and those of its members, at any depth. */
function classesIn(type: DtoClass, found = new Set<DtoClass>()): Set<DtoClass> {
  if (found.has(type)) return found;
  found.add(type);
  for (const property of fieldsOf(type).keys()) {
    const nested = declarationOf(type, property)?.options.nested?.();
    if (nested) classesIn(nested, found);
  }
  return found;
}

describe('the maxima of lists', () => {
  it('are stated for every list of a request', () => {
    const boundless = endpoints.filter(({ document, described }) =>
      reachable(document, [described.parameters, described.requestBody]).some(
        ({ type, maxItems }) => [type].flat().includes('array') && maxItems === undefined,
      ),
    );
    expect(boundless.map(({ policy }) => policy.id)).toEqual([]);
  });

  it('are stated where they are declared, and nowhere else', () => {
    const answers = endpoints.flatMap(({ policy, body }) => [
      ...[policy.answer, policy.otherwise?.answer, policy.page, policy.stream, body].filter(
        (each) => each !== undefined,
      ),
    ]);
    const classes = new Set(answers.flatMap((type) => [...classesIn(type)]));
    const lists = [...classes].flatMap((type) =>
      [...fieldsOf(type).keys()].flatMap((property) => {
        const { options, schema } = declarationOf(type, property) ?? {};
        const { max } = (options ?? {}) as ListOptions;
        return schema?.type === 'array' ? [{ at: `${type.name}.${property}`, max, stated: schema['maxItems'] }] : [];
      }),
    );
    expect(lists.length).toBeGreaterThan(50);
    expect(lists.filter(({ max, stated }) => max !== stated)).toEqual([]);
  });
});

describe('the codes of errors', () => {
  it('have one status in an operation', () => {
    const doubled = endpoints.filter((endpoint) => {
      const codes = codesOf(endpoint).map(([, code]) => code);
      return new Set(codes).size < codes.length;
    });
    expect(doubled.map(({ policy }) => policy.id)).toEqual([]);
  });

  it('state 400 for a wrong code only where a second factor is set up', () => {
    const refusing = endpoints.filter((endpoint) =>
      codesOf(endpoint).some(([status, code]) => status === '400' && code === 'mfa_code_invalid'),
    );
    expect(refusing.map(({ policy }) => policy.id)).toEqual(['auth.mfa.verifySetup']);
  });

  it.each([
    ['account_suspended', 'suspended'],
    ['account_pending_closure', 'pending_closure'],
  ] as const)('state %s exactly for the requests that an account is refused then', (code, accountStatus) => {
    const ofCustomers = endpoints.filter(({ policy }) => policy.access !== 'public' && policy.access !== 'operator');
    const stated = ofCustomers.filter((endpoint) => codesOf(endpoint).some(([, each]) => each === code));
    const refused = ofCustomers.filter((endpoint) => refusalOf(endpoint, accountStatus) === code);
    expect(refused.length).toBeGreaterThan(20);
    expect(stated.map(({ policy }) => policy.id)).toEqual(refused.map(({ policy }) => policy.id));
  });

  it('are none for the revocation of a token, which accepts every request', () => {
    const revocation = endpoints.find(({ policy }) => policy.id === 'oauth.revoke');
    expect(Object.keys(revocation?.described.responses ?? {})).toEqual(['200', '429', '500', '503']);
  });
});

const ORIGIN = 'https://app.example.com';

/** Returns the code with which the owner of an account in this state is refused, or null. */
function refusalOf({ policy }: Operation, accountStatus: AccountStatus): string | null {
  const never = () => {
    throw new Error('Not needed to authorize a principal.');
  };
  const admission = new Admission(
    { authenticate: never } as unknown as ConstructorParameters<typeof Admission>[0],
    { ROOT_URL: ORIGIN, DASHBOARD_URL: ORIGIN, isSandbox: false } as ConstructorParameters<typeof Admission>[1],
    { isRecent: () => true },
  );
  const request = { headers: { origin: ORIGIN } } as IncomingMessage as EdgeRequest;
  const [credential = 'session'] = policy.credentials;
  const principal: Principal = {
    credential,
    credentialId: 'ses_1',
    accountId: 'acc_1',
    userId: 'usr_1',
    role: 'owner',
    scopes: ['*'],
    tier: 'self_serve',
    accountStatus,
    isPartial: false,
    signedInAt: null,
  };
  try {
    admission.authorize(request, principal, policy);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

describe('the bodies of requests', () => {
  it('are required exactly where a request without members is refused', async () => {
    // The others take what the handler reads itself: a form, a file, or any JSON.
    const validatedBodies = endpoints.flatMap(({ policy, body, described }) =>
      body && !policy.reads?.body && policy.csv === undefined && !policy.csvForm
        ? [{ id: policy.id, body, required: described.requestBody?.required }]
        : [],
    );
    expect(validatedBodies.length).toBeGreaterThan(100);
    const wrong = [];
    for (const { id, body, required } of validatedBodies) {
      const isRefused = await validated(body as new () => object, {}, 'body').then(
        () => false,
        (error: unknown) => error instanceof DomainError,
      );
      if (isRefused !== required) wrong.push(id);
    }
    // The order of a number is either of two, which its context checks.
    expect(wrong).toEqual(['numbers.order']);
  });
});
