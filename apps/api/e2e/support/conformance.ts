import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

interface Header {
  readonly required?: boolean;
  readonly schema: { readonly type: string; readonly const?: string };
}

interface Reference {
  readonly $ref: string;
}

interface Response {
  readonly headers?: Record<string, Header | Reference>;
  readonly content?: Record<string, { schema: Json }>;
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response | Reference> }>>;
  readonly components: { schemas: Json };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Tests read bodies of every type; their shape is checked against the document.
  readonly body: Json & {
    ok?: boolean;
    data?: unknown;
    error?: { code: string; message: string; fields?: Record<string, string> };
  };
  readonly text: string;
  readonly bytes: Buffer;
}

const WHOLE_NUMBER = /^(0|[1-9][0-9]*)$/;

/**
 * Checks responses against the OpenAPI document. Fails for an undocumented status, member or code, and for a missing or
 * malformed header.
 */
export class Conformance {
  // A validator runs a few times, so compiling it costs more than it does.
  private readonly ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  private readonly routes: {
    readonly method: string;
    readonly pattern: RegExp;
    readonly path: string;
    readonly fixed: number;
  }[];
  /** By method, path and status. */
  private readonly validators = new Map<string, ValidateFunction>();
  /** By schema: nine of ten responses share one, mostly that of an error. */
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly document: Document) {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ components: strict(document.components) as Json }, 'document');
    this.routes = Object.entries(document.paths)
      .flatMap(([path, item]) =>
        Object.keys(item).map((method) => ({
          method,
          path,
          pattern: patternOf(path),
          fixed: path.split('/').filter((part) => !part.startsWith('{')).length,
        })),
      )
      .sort((a, b) => b.fixed - a.fixed);
  }

  check(method: string, address: string, answer: Answer): void {
    const { pathname } = new URL(address, 'http://localhost');
    const route = this.routes.find((each) => each.method === method.toLowerCase() && each.pattern.test(pathname));
    if (!route) return;
    const where = `${method} ${route.path} → ${answer.status}`;
    const described = this.document.paths[route.path]?.[route.method]?.responses[String(answer.status)];
    if (!described) throw new Error(`${where} is not documented. It answered ${answer.text}`);
    const response = this.resolve(described);
    for (const [name, header] of Object.entries(response.headers ?? {}))
      requireHeader(where, name, this.resolve(header), answer);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    const schema = response.content?.['application/json']?.schema;
    if (!schema || (!isJson && 'text/csv' in (response.content ?? {})))
      return requireType(where, Object.keys(response.content ?? {}), answer);
    const validate = this.validator(where, schema);
    if (!validate(answer.body)) {
      throw new Error(
        `${where} is not as documented: ${this.ajv.errorsText(validate.errors)}. It answered ${answer.text}`,
      );
    }
  }

  /** Resolves a reference into the components of the document. */
  private resolve<T extends object>(part: T | Reference): T {
    if (!('$ref' in part)) return part;
    const names = part.$ref.slice('#/'.length).split('/');
    return names.reduce((at: unknown, name) => (at as Json)[name], this.document) as T;
  }

  private validator(where: string, schema: Json): ValidateFunction {
    const validate = this.validators.get(where) ?? this.compile(schema);
    this.validators.set(where, validate);
    return validate;
  }

  private compile(schema: Json): ValidateFunction {
    const text = JSON.stringify(schema);
    const validate = this.compiled.get(text) ?? this.ajv.compile(strict(schema) as Json);
    this.compiled.set(text, validate);
    return validate;
  }
}

/** A response that is not JSON has a documented media type, or no body. */
function requireType(where: string, types: readonly string[], { headers, text }: Answer): void {
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (text !== '' && types.length > 0 && !types.includes(type))
    throw new Error(`${where} is documented as ${types.join()}, and was ${type}.`);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

function requireHeader(where: string, name: string, { required, schema }: Header, { headers, text }: Answer): void {
  const value = headers.get(name);
  if (value === null && !required) return;
  const isValid =
    value !== null &&
    (schema.type !== 'integer' || WHOLE_NUMBER.test(value)) &&
    (schema.const === undefined || value === schema.const);
  if (!isValid) throw new Error(`${where} has ${name}: ${value}, which is not as documented. It answered ${text}`);
}

/** A schema of the document whose references point into it, and whose objects admit no unknown member. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Json;
  const inner: Json = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'enum' || key === 'examples' ? value : strict(value)]),
  );
  if (rest['type'] === 'object' && rest['properties'] && rest['additionalProperties'] === undefined)
    inner['additionalProperties'] = false;
  return typeof $ref === 'string' ? { ...inner, $ref: `document${$ref}` } : inner;
}
