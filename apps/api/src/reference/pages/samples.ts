import {
  type ApiDocument,
  bodyOf,
  choicesOf,
  JSON_TYPE,
  type Operation,
  type Schema,
  STREAM_TYPE,
  successOf,
} from './document';

type Values = Record<string, unknown>;

/** Deeper than any schema that does not contain itself. */
const DEPTH_MAX = 12;
const CSV_TYPE = 'text/csv';
const FILE_EXAMPLE = 'file.csv';
/** Values of types whose schemas have no example. */
const SCALARS: Values = { string: 'text', boolean: true, null: null };
const LINE_MAX = 60;
/**
 * Members that the API requires although the schema does not, because there are several ways to send the request. By operation.
 */
const ALSO_NEEDED: Readonly<Record<string, readonly string[]>> = {
  'billing.rates.list': ['to'],
  'billing.smsRates.list': ['to'],
  'compliance.documents.create': ['filename', 'content_base64'],
  'compliance.endUsers.create': ['first_name', 'last_name', 'postal_code'],
  'numbers.routeMany': ['trunk_id'],
  'oauth.exchange': ['client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier'],
};

/** Samples of requests and responses, made of the schemas and examples of the document. */
export class Samples {
  constructor(private readonly document: ApiDocument) {}

  /** Returns the body of a request: the members that it needs, or its first one if it needs none. */
  bodyOf(operation: Operation): unknown {
    const schema = bodyOf(operation);
    if (!schema) return undefined;
    const { properties = {} } = this.document.resolve(schema);
    const also = (ALSO_NEEDED[operation.id] ?? []).flatMap((name) => {
      const property = properties[name];
      return property ? [[name, this.valueOf(property, 'request')]] : [];
    });
    return merged(this.valueOf(schema, 'request'), Object.fromEntries(also));
  }

  /** Returns the JSON of a response that succeeds, or undefined if it has none. */
  responseOf(operation: Operation): unknown {
    const content = successOf(operation)?.content[JSON_TYPE];
    return content && this.valueOf(content.schema, 'response');
  }

  /** Returns a message of a stream as it is sent. */
  messageOf(operation: Operation): unknown {
    const data = successOf(operation)?.content[STREAM_TYPE]?.['x-event-data'];
    return data && this.valueOf(data, 'response');
  }

  /** Returns the example of a parameter, in its text form. */
  textOf({ example, schema }: Operation['parameters'][number]): string {
    const value = example ?? this.valueOf(schema, 'request');
    return Array.isArray(value) ? value.join(',') : String(value);
  }

  private valueOf(schema: Schema, side: 'request' | 'response', depth = 0): unknown {
    const resolved = this.document.resolve(schema);
    const given = exampleOf(schema) ?? exampleOf(resolved);
    if (given !== undefined) return given;
    if (depth > DEPTH_MAX || isNullable(resolved)) return null;
    const parts = partsOf(resolved);
    if (parts.length === 0) return this.ofType(resolved, side, depth);
    return parts.map((part) => this.valueOf(part, side, depth + 1)).reduce(merged);
  }

  private ofType(schema: Schema, side: 'request' | 'response', depth: number): unknown {
    const [type = 'object'] = [schema.type ?? []].flat();
    if (type === 'object') return this.objectOf(schema, side, depth);
    if (type === 'array') return schema.items ? [this.valueOf(schema.items, side, depth + 1)] : [];
    return type in SCALARS ? SCALARS[type] : (schema.minimum ?? 1);
  }

  private objectOf(schema: Schema, side: 'request' | 'response', depth: number): Values {
    const { properties = {} } = schema;
    const names = Object.keys(properties);
    const needed = requiredOf(schema);
    const chosen = side === 'response' ? names : names.filter((name) => needed.has(name));
    const shown = chosen.length > 0 ? chosen : names.slice(0, 1);
    return Object.fromEntries(shown.map((name) => [name, this.valueOf(properties[name] ?? {}, side, depth + 1)]));
  }
}

/** A nullable member without an example is null in samples, as it is in most responses. */
const isNullable = ({ type = [] }: Schema): boolean => [type].flat().includes('null');

function exampleOf({ examples, const: only, default: preset, enum: values }: Schema): unknown {
  const [first] = [examples?.[0], only, preset ?? undefined].filter((value) => value !== undefined);
  return first ?? values?.find((value) => value !== null);
}

/** Returns the members that an object needs, those of its first alternatives included. */
function requiredOf({ required = [], anyOf = [], oneOf = [] }: Schema): Set<string> {
  const first = [anyOf[0], oneOf[0]].flatMap((each) => (each ? [...requiredOf(each)] : []));
  return new Set([...required, ...first]);
}

function merged(one: unknown, other: unknown): unknown {
  const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;
  return isObject(one) && isObject(other) ? { ...one, ...other } : (other ?? one);
}

const KEY = '"Authorization: Bearer $TRUNKLINE_API_KEY"';
/** A key of its own for each run: the same key with another body is an error. */
const NEW_KEY = '"Idempotency-Key: $(uuidgen)"';
const TOKEN = '"Authorization: Bearer $ACCESS_TOKEN"';

/** Returns a request as a command of curl. */
export function curlOf(operation: Operation, samples: Samples, server: string): string {
  const { method, parameters } = operation;
  const address = server + pathOf(operation, samples) + queryOf(operation, samples);
  const first = `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(address)}`;
  const key = parameters.some(({ name }) => name === 'Idempotency-Key');
  const lines = [
    first,
    ...credentialsOf(operation, server),
    ...(key ? [`-H ${NEW_KEY}`] : []),
    ...dataOf(operation, samples),
    ...fileOf(operation),
  ];
  return lines.join(' \\\n  ');
}

function pathOf({ path, parameters }: Operation, samples: Samples): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    return parameter ? encodeURIComponent(samples.textOf(parameter)) : name;
  });
}

/** Returns the query parameters that a request needs. */
function neededQueryOf({ id, parameters }: Operation): Operation['parameters'] {
  const also = ALSO_NEEDED[id] ?? [];
  return parameters.filter((each) => each.in === 'query' && (each.required || also.includes(each.name)));
}

function queryOf(operation: Operation, samples: Samples): string {
  const needed = neededQueryOf(operation);
  const query = new URLSearchParams(needed.map((each): [string, string] => [each.name, samples.textOf(each)]));
  return needed.length > 0 ? `?${query.toString()}` : '';
}

function credentialsOf({ credentials, method }: Operation, server: string): string[] {
  if (credentials.length === 0) return [];
  if (credentials.includes('key')) return [`-H ${KEY}`];
  if (credentials.includes('oauth')) return [`-H ${TOKEN}`];
  const cookie = '--cookie "svc_sid=$SESSION"';
  return method === 'GET' ? [cookie] : [cookie, `-H ${quoted(`Origin: ${server}`)}`];
}

function dataOf(operation: Operation, samples: Samples): string[] {
  const type = [JSON_TYPE, CSV_TYPE, ...Object.keys(operation.bodies)].find((each) => each in operation.bodies);
  if (type === undefined) return [];
  const body = samples.bodyOf(operation);
  if (type === JSON_TYPE) return [`-H 'Content-Type: ${JSON_TYPE}'`, `-d ${quoted(JSON.stringify(body, null, 2))}`];
  if (type === CSV_TYPE) return [`-H 'Content-Type: ${type}'`, `--data-binary @${FILE_EXAMPLE}`];
  return Object.entries(body as Values).map(
    ([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`,
  );
}

/** Returns the option that saves a response that is a file: curl does not print binary data. */
function fileOf(operation: Operation): string[] {
  const [type, ...others] = Object.keys(successOf(operation)?.content ?? {});
  if (type === undefined || [type, ...others].some((each) => each === JSON_TYPE || each === STREAM_TYPE)) return [];
  return [`-o file.${type.slice(type.indexOf('/') + 1).replace('gzip', 'gz')}`];
}

/** Quotes a text for the shell, if it has to be quoted. */
function quoted(text: string): string {
  return /^[\w/:.,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Returns a request as a call of @trunkline/client. The client has the operations under `/v1` that do not redirect, with
 * their path parameters, body and query as arguments.
 */
export function scriptOf(operation: Operation, document: ApiDocument, samples: Samples): string | undefined {
  const success = successOf(operation);
  if (!operation.path.startsWith('/v1/') || !success) return undefined;
  const call = `trunkline.${operation.id}(${argumentsOf(operation, samples).join(', ')})`;
  const lines = ["import { Trunkline } from '@trunkline/client';", '', ...credentialOf(operation)];
  const imports = isFileOnly(operation) ? ["import { readFile } from 'node:fs/promises';"] : [];
  return [...imports, ...lines, statementOf(call, success.content, document)].join('\n');
}

/** Returns whether only a browser can send the operation, with the session of its user. */
export const isSessionOnly = ({ credentials }: Pick<Operation, 'credentials'>): boolean =>
  credentials.length === 1 && credentials[0] === 'session';

function credentialOf(operation: Operation): string[] {
  const note = '// Only in a browser, where the session of the user is the credential. API keys are rejected.';
  return [...(isSessionOnly(operation) ? [note] : []), 'const trunkline = new Trunkline();'];
}

function argumentsOf(operation: Operation, samples: Samples): string[] {
  const { parameters } = operation;
  const path = parameters.filter((each) => each.in === 'path').map((each) => literal(samples.textOf(each)));
  const needed = neededQueryOf(operation);
  const query = Object.fromEntries(needed.map((each) => [each.name, each.example ?? samples.textOf(each)]));
  const file = isFileOnly(operation) ? [`await readFile('${FILE_EXAMPLE}', 'utf8')`] : [];
  const body = JSON_TYPE in operation.bodies ? [literal(samples.bodyOf(operation))] : file;
  return [...path, ...body, ...(needed.length > 0 ? [literal(query)] : [])];
}

const isFileOnly = ({ bodies }: Operation) => CSV_TYPE in bodies && !(JSON_TYPE in bodies);

function statementOf(call: string, content: Operation['bodies'], document: ApiDocument): string {
  if (STREAM_TYPE in content) return `for await (const { id, data } of ${call}) console.log(id, data);`;
  const schema = content[JSON_TYPE]?.schema;
  const isFile = !schema && Object.keys(content).length > 0;
  if (isFile) return `const file = await ${call};\nconsole.log(file.size);`;
  const data = schema && document.resolve(schema).properties?.['data'];
  return data ? readingOf(call, document.resolve(data)) : `await ${call};`;
}

/** Walks a list, and prints anything else but null. */
function readingOf(call: string, { type, properties = {} }: Schema): string {
  if (type === 'null') return `await ${call};`;
  const isPage = 'next_cursor' in properties && 'items' in properties;
  return isPage
    ? `for await (const item of ${call}) console.log(item);`
    : `const result = await ${call};\nconsole.log(result);`;
}

const NAME = /^[A-Za-z_$][\w$]*$/;

/** Writes a value as Prettier would: single quotes, and names without quotes. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quotedText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return bracketed(
      '[]',
      value.map((each) => literal(each, inner)),
      indent,
    );
  const members = Object.entries(value).map(
    ([name, each]) => `${NAME.test(name) ? name : quotedText(name)}: ${literal(each, inner)}`,
  );
  return bracketed('{}', members, indent);
}

function quotedText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

/** Puts members into brackets: on one line, if they fit. */
function bracketed(brackets: '[]' | '{}', members: readonly string[], indent: string): string {
  if (members.length === 0) return brackets;
  const [open = '', close = ''] = brackets;
  const pad = brackets === '{}' ? ' ' : '';
  const flat = open + pad + members.join(', ') + pad + close;
  if (flat.length <= LINE_MAX && !flat.includes('\n')) return flat;
  return `${open}\n${members.map((each) => `${indent}  ${each},\n`).join('')}${indent}${close}`;
}

/** Returns the schemas of which a schema without members of its own consists. */
function partsOf(schema: Schema): readonly Schema[] {
  return schema.properties ? [] : (schema.allOf ?? choicesOf(schema).slice(0, 1));
}
