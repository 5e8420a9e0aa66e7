import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

interface Document {
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, { headers?: Json; content?: Record<string, { schema: Json }> }> }>
  >;
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

const WHOLE_SECONDS = /^[1-9][0-9]*$/;

/**
 * Checks responses against the OpenAPI document. Fails for an undocumented status, member or code, and for a missing
 * Retry-After or WWW-Authenticate.
 */
export class Conformance {
  private readonly ajv = new Ajv({ strict: false, allErrors: true });
  private readonly routes: {
    readonly method: string;
    readonly pattern: RegExp;
    readonly path: string;
    readonly fixed: number;
  }[];
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
    const response = this.document.paths[route.path]?.[route.method]?.responses[String(answer.status)];
    if (!response) throw new Error(`${where} is not documented. It answered ${answer.text}`);
    if (response.headers?.['Retry-After'] && !WHOLE_SECONDS.test(answer.headers.get('retry-after') ?? ''))
      throw new Error(`${where} does not tell when to try again: no Retry-After. It answered ${answer.text}`);
    if (response.headers?.['WWW-Authenticate'] && answer.headers.get('www-authenticate') !== 'Bearer')
      throw new Error(
        `${where} does not name the scheme of credentials: no WWW-Authenticate. It answered ${answer.text}`,
      );
    const schema = response.content?.['application/json']?.schema;
    if (!schema) return requireType(where, Object.keys(response.content ?? {}), answer);
    const validate = this.validator(where, schema);
    if (!validate(answer.body)) {
      throw new Error(
        `${where} is not as documented: ${this.ajv.errorsText(validate.errors)}. It answered ${answer.text}`,
      );
    }
  }

  private validator(where: string, schema: Json): ValidateFunction {
    let validate = this.compiled.get(where);
    if (!validate) {
      validate = this.ajv.compile(strict(schema) as Json);
      this.compiled.set(where, validate);
    }
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

/** Converts OpenAPI 3.0 to JSON Schema: `nullable` becomes a type, references are resolved, unknown members fail. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, $ref, ...rest } = schema as Json;
  if (typeof $ref === 'string') return orNull({ $ref: `document${$ref}` }, nullable);
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'enum' ? value : strict(value)]),
  );
  if (rest['type'] === 'object' && rest['properties'] && rest['additionalProperties'] === undefined)
    inner['additionalProperties'] = false;
  if (nullable === true && Object.keys(inner).every((key) => key === 'description')) return {};
  return orNull(inner, nullable);
}

function orNull(schema: Json, nullable: unknown): Json {
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
