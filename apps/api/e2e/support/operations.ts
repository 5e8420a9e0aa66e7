type Json = Record<string, unknown>;

export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly maxLength?: number;
  readonly maximum?: number;
}

/** An operation of the OpenAPI document, for tests of invalid input. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  /** The path as documented, with its parameters as `{name}`. */
  readonly template: string;
  /** The path with plausible parameters. */
  readonly path: string;
  /** Members of the JSON body; null without one. */
  readonly body: Readonly<Record<string, FieldSchema>> | null;
  /** Whether the body is a CSV file, and nothing else. */
  readonly isCsvOnly: boolean;
  readonly query: Readonly<Record<string, FieldSchema>>;
  /** The accepted credentials; empty for a public operation. */
  readonly credentials: readonly string[];
  /** The required permissions. */
  readonly permissions: readonly string[];
  /** Permissions of which one is required; empty if there is no such choice. */
  readonly anyPermission: readonly string[];
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema?: Json;
}

const PLAUSIBLE: Readonly<Record<string, string>> = { e164: '12125550123', country: 'US' };

export function operationsOf(document: unknown): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Json>> };
  const resolve = (part: Json): Json => {
    if (typeof part['$ref'] !== 'string') return part;
    const names = part['$ref'].slice('#/'.length).split('/');
    return names.reduce((at: unknown, name) => (at as Json)[name], document) as Json;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const parameters = ((operation['parameters'] ?? []) as Json[]).map(resolve) as unknown as Parameter[];
      const query = parameters.filter((each) => each.in === 'query');
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        template: path,
        path: path.replace(/\{([^}]+)\}/g, (_, name: string) => PLAUSIBLE[name] ?? 'num_0mh2k3l4p9f1c2d3e4b5a6978'),
        body: bodyOf(operation, resolve),
        isCsvOnly: isCsvOnly(operation),
        query: Object.fromEntries(query.map((each) => [each.name, fieldOf(each.schema ?? {}, resolve)])),
        credentials: ((operation['security'] ?? []) as object[]).flatMap(Object.keys),
        permissions: operation['x-permissions'] as string[],
        anyPermission: (operation['x-any-permission'] ?? []) as string[],
      };
    }),
  );
}

type Resolve = (part: Json) => Json;

/** A schema with what it refers to, and whether it admits null. */
function fieldOf(schema: Json, resolve: Resolve): FieldSchema {
  const [of = {}] = (schema['anyOf'] ?? []) as Json[];
  const { type, ...rest } = { ...resolve(of), ...resolve(schema) };
  const types = [type].flat();
  const nullable = 'anyOf' in schema || types.includes('null');
  return { ...rest, type: types.find((each) => each !== 'null') as string, nullable };
}

function isCsvOnly(operation: Json): boolean {
  const types = Object.keys((operation['requestBody'] as { content?: object } | undefined)?.content ?? {});
  return types.includes('text/csv') && !types.includes('application/json');
}

function bodyOf(operation: Json, resolve: Resolve): Record<string, FieldSchema> | null {
  const content = (operation['requestBody'] as { content?: Record<string, { schema: Json }> } | undefined)?.content;
  const schema = content?.['application/json']?.schema;
  if (!schema) return null;
  const properties = Object.entries((resolve(schema)['properties'] ?? {}) as Record<string, Json>);
  return Object.fromEntries(properties.map(([name, each]) => [name, fieldOf(each, resolve)]));
}

const LONG = 'x'.repeat(10_000);
const WITH_NUL = `a${String.fromCharCode(0)}b`;

/** Returns values that a field of this schema must reject. */
export function badValues({ type, enum: values, nullable, maxLength, maximum }: FieldSchema): unknown[] {
  const notNull = nullable ? [] : [null];
  if (type === 'string') {
    const long = values || (maxLength ?? Infinity) < LONG.length ? [LONG] : [];
    return [...notNull, 5, true, [], {}, WITH_NUL, ...long];
  }
  if (type === 'integer') return [...notNull, '5', 1.5, true, [], {}, maximum === undefined ? 2 ** 60 : maximum + 1];
  if (type === 'number') return [...notNull, 'a', true, []];
  if (type === 'boolean') return [...notNull, 'true', 1, [], {}];
  if (type === 'array') return [...notNull, 'a', 5, {}, [{ unknown_member: 1 }]];
  return [...notNull, 'a', 5, true];
}
