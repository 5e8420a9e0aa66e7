import type { OpenApiDocument } from '../../http/openapi/document';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly 'x-event-data'?: Schema }>>;

interface Reply {
  readonly status: number;
  readonly description: string;
  readonly content: Content;
  readonly codes: readonly string[];
}

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly 'x-permissions': readonly string[];
  readonly parameters?: readonly object[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, object>>;
}

/** An operation with what it references. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly section: string;
  readonly method: string;
  readonly path: string;
  /** Names of the security schemes; empty for a public operation. */
  readonly credentials: readonly string[];
  readonly permissions: readonly string[];
  readonly parameters: readonly Parameter[];
  /** By media type. */
  readonly bodies: Content;
  readonly replies: readonly Reply[];
}

export interface Section {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly operations: readonly Operation[];
}

interface RawDocument extends OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

export const JSON_TYPE = 'application/json';
export const STREAM_TYPE = 'text/event-stream';
const SUCCESS_MAX = 299;

/** The OpenAPI document as the pages read it. */
export class ApiDocument {
  readonly title: string;
  readonly version: string;
  readonly introduction: string;
  /** Address of the API, without a slash at its end. */
  readonly server: string;
  readonly sections: readonly Section[];
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Descriptions by name. */
  readonly credentials: readonly (readonly [name: string, description: string])[];
  private readonly raw: RawDocument;

  constructor(document: OpenApiDocument) {
    this.raw = document as RawDocument;
    const { info, servers, tags, components } = this.raw;
    this.title = info.title;
    this.version = info.version;
    this.introduction = info.description;
    this.server = (servers[0]?.url ?? '').replace(/\/$/, '');
    this.schemas = components.schemas;
    this.credentials = Object.entries(components.securitySchemes).map(([name, each]) => [name, each.description]);
    const operations = Object.entries(this.raw.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => this.operationOf(method, path, operation as RawOperation)),
    );
    this.operations = new Map(operations.map((operation) => [operation.id, operation]));
    this.sections = tags.map(({ name, description }) => ({
      name,
      description,
      path: `/docs/${name.toLowerCase().replaceAll(' ', '-')}`,
      operations: operations.filter(({ section }) => section === name),
    }));
  }

  /** Follows the reference of a schema. What is said beside the reference applies to this use of it. */
  resolve({ $ref, ...beside }: Schema): Schema {
    return $ref === undefined ? beside : { ...this.resolve(this.found($ref) as Schema), ...beside };
  }

  private operationOf(method: string, path: string, raw: RawOperation): Operation {
    return {
      id: raw.operationId,
      summary: raw.summary,
      description: raw.description ?? '',
      section: raw.tags[0] ?? '',
      method: method.toUpperCase(),
      path,
      credentials: raw.security.flatMap((each) => Object.keys(each)),
      permissions: raw['x-permissions'],
      parameters: (raw.parameters ?? []).map((each) => this.partOf(each) as unknown as Parameter),
      bodies: raw.requestBody?.content ?? {},
      replies: Object.entries(raw.responses).map(([status, response]) => this.replyOf(Number(status), response)),
    };
  }

  private replyOf(status: number, response: object): Reply {
    const {
      description,
      content = {},
      'x-codes': codes = [],
    } = this.partOf(response) as unknown as Partial<Reply> & {
      'x-codes'?: readonly string[];
    };
    return { status, description: description ?? '', content, codes };
  }

  private partOf(part: object): object {
    return '$ref' in part ? this.found(String(part.$ref)) : part;
  }

  private found(reference: string): object {
    const names = reference.slice('#/'.length).split('/');
    return names.reduce((at: unknown, name) => (at as Record<string, unknown>)[name], this.raw) as object;
  }
}

/** Returns the response of an operation that succeeds. */
export function successOf({ replies }: Operation): Reply | undefined {
  return replies.find(({ status }) => status <= SUCCESS_MAX);
}

/** Returns the name of the component that a schema refers to. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

/** Returns the schema of a body in JSON, or of a form of the authorization server. */
export function bodyOf({ bodies }: Operation): Schema | undefined {
  return (bodies[JSON_TYPE] ?? Object.values(bodies)[0])?.schema;
}

/** Returns the alternatives of a union, without those that only list required members. */
export function choicesOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf].filter(({ type, $ref }) => type !== undefined || $ref !== undefined);
}
