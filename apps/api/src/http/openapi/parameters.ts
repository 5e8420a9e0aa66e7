import { type DocumentedParameter, isKeyed, type Policy } from '../endpoint/policy';
import type { Components, Reference } from './components';
import { type DtoClass, fieldsOf, type Schema } from './schema';

/** A path parameter: the braces after a segment such as `sip-trunks`. */
export interface PathParameter {
  /** Name in the components of the document. */
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly example: string;
}

export type PathParameters = Readonly<Record<string, PathParameter>>;

const HEADERS = {
  AccountId: {
    name: 'X-Account-Id',
    description: 'Selects the account. Default, and if empty: the account of the credential.',
    example: 'acc_0mh2k3l4p9f1c2d3e4b5a6978',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description: 'Makes the request safe to repeat for 24 hours: 1 to 255 printable ASCII characters.',
    example: 'order-2026-11-21-001',
  },
  IfMatch: {
    name: 'If-Match',
    description: 'Applies the change only if the resource still has this ETag. A weak ETag (`W/"…"`) never matches.',
    example: '"q83vEjRWeJq83vEjRWeJqw"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    description: 'Returns 304 if the resource still has this ETag.',
    example: '"q83vEjRWeJq83vEjRWeJqw"',
  },
} as const satisfies Record<string, DocumentedParameter>;

/** Describes the path, query and header parameters of operations. */
export class Parameters {
  constructor(
    private readonly components: Components,
    private readonly inPaths: PathParameters,
  ) {}

  of(policy: Policy, path: string, query: DtoClass | undefined): object[] {
    return [
      ...this.ofPath(path),
      ...(query ? this.ofQuery(query) : []),
      ...(policy.reads?.query ?? []).map((each) => textParameter('query', each)),
      ...this.ofHeaders(policy),
      ...(policy.reads?.headers ?? []).map((each) => textParameter('header', each)),
    ];
  }

  private ofPath(path: string): Reference[] {
    return [...path.matchAll(/\/([^/]+)\/\{(\w+)\}/g)].map(([, segment = '', parameter = '']) => {
      const described = this.inPaths[`${segment}/{${parameter}}`] ?? this.inPaths[segment];
      if (!described) throw new Error(`The parameter after /${segment}/ of ${path} is not described.`);
      const { name, description, schema, example } = described;
      return this.components.add('parameters', name, `${parameter} of ${name}`, () => ({
        name: parameter,
        in: 'path',
        required: true,
        description,
        schema: this.components.resolve(schema),
        example,
      }));
    });
  }

  private ofQuery(query: DtoClass): object[] {
    return [...fieldsOf(query).values()].map(({ name, schema, required }) => {
      const { description, examples, ...rest } = schema;
      const [example] = (examples ?? []) as unknown[];
      const isList = rest.type === 'array';
      const parameter = {
        name,
        in: 'query',
        required,
        description,
        // Comma-separated values.
        ...(isList && { style: 'form', explode: false }),
        schema: this.components.resolve(rest),
        ...(example !== undefined && { example: isList && typeof example === 'string' ? example.split(',') : example }),
      };
      const shared = sharedName(name, schema);
      return shared ? this.components.add('parameters', shared, JSON.stringify(parameter), () => parameter) : parameter;
    });
  }

  private ofHeaders(policy: Policy): Reference[] {
    const { access, isChange, hasEtag } = policy;
    const names: (keyof typeof HEADERS)[] = [
      ...(access !== 'public' && access !== 'operator' ? (['AccountId'] as const) : []),
      ...(isKeyed(policy) ? (['IdempotencyKey'] as const) : []),
      ...(hasEtag ? ([isChange ? 'IfMatch' : 'IfNoneMatch'] as const) : []),
    ];
    return names.map((name) =>
      this.components.add('parameters', name, name, () => textParameter('header', HEADERS[name])),
    );
  }
}

/** Returns the component name of a paging parameter. Lists with the same limit share one component. */
function sharedName(name: string, { maximum, maxLength }: Schema): string | undefined {
  return { cursor: `CursorOf${String(maxLength)}`, limit: `LimitOf${String(maximum)}` }[name];
}

function textParameter(place: string, { name, description, required = false, example }: DocumentedParameter): object {
  return { name, in: place, required, description, schema: { type: 'string' }, example };
}
