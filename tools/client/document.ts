/** The part of the OpenAPI document that the client is generated from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
  };
}

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly const?: string | number | boolean;
  readonly default?: unknown;
  readonly enum?: readonly (string | number | null)[];
  /** Named parts of `enum`. */
  readonly 'x-subsets'?: Readonly<Record<string, readonly string[]>>;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** By media type. Messages of a stream have a schema of their own. */
export type Content = Readonly<Record<string, { readonly schema?: Schema; readonly 'x-event-data'?: Schema }>>;

export interface ApiResponse {
  readonly content?: Content;
  readonly 'x-codes'?: readonly string[];
}

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ApiResponse | Reference>>;
}

/** Name of the component that a reference points to. */
export const referencedName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export function parameterOf({ components }: ApiDocument, parameter: Parameter | Reference): Parameter {
  return '$ref' in parameter ? found(components.parameters, parameter) : parameter;
}

export function responseOf({ components }: ApiDocument, response: ApiResponse | Reference): ApiResponse {
  return '$ref' in response ? found(components.responses, response) : response;
}

export function schemaOf({ components }: ApiDocument, schema: Schema): Schema {
  return schema.$ref ? found(components.schemas, { $ref: schema.$ref }) : schema;
}

function found<T>(components: Readonly<Record<string, T>>, { $ref }: Reference): T {
  const component = components[referencedName($ref)];
  if (!component) throw new Error(`The document refers to ${$ref}, which it does not define.`);
  return component;
}
