import {
  type ApiDocument,
  type ApiResponse,
  type Content,
  type Operation,
  type Parameter,
  parameterOf,
  type Reference,
  responseOf,
  schemaOf,
  type Schema,
} from './document';
import { comment, typeText } from './type-text';

/** One operation as a method of the client. */
export interface Method {
  /** Resource path and name, such as `numbers`, `history`, `list`. */
  readonly path: readonly string[];
  readonly text: string;
  /** The type of the query, if the operation has one. */
  readonly query?: { readonly name: string; readonly schema: Schema };
}

interface Described {
  readonly id: string;
  readonly verb: string;
  readonly url: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

interface Body {
  readonly type: string;
  readonly isOptional: boolean;
}

const VERBS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/** Returns a part of an operation id as part of a type name: `OAuthApps` for `oauthApps`. */
const upper = (name: string): string => (name.charAt(0).toUpperCase() + name.slice(1)).replace(/^Oauth/, 'OAuth');
const camel = (name: string): string => name.replace(/[_-](\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Returns a method for each operation under /v1 that answers data. Redirects are for browsers. */
export function methodsOf(document: ApiDocument, used: Set<string>): Method[] {
  return operationsOf(document)
    .filter(({ operation }) => successesOf(operation).length > 0)
    .map((each) => methodOf(document, each, used));
}

function operationsOf(document: ApiDocument): Described[] {
  const paths = Object.entries(document.paths).filter(([url]) => url.startsWith('/v1/'));
  return paths.flatMap(([url, item]) =>
    VERBS.flatMap((verb) => {
      const operation = item[verb];
      if (!operation) return [];
      const isAlsoFile = CSV_TYPE in contentOf(document, operation);
      const parameters = (operation.parameters ?? [])
        .map((each) => parameterOf(document, each))
        .filter(({ name }) => !isAlsoFile || name !== 'format');
      return [{ id: operation.operationId, verb, url, operation, parameters }];
    }),
  );
}

/** Of a list or report that is also a file, which the client reads as JSON. */
const CSV_TYPE = 'text/csv';

/** An operation that can also only check what it would do has two. */
const successesOf = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, response]) =>
    Number(status) >= 200 && Number(status) < 300 ? [response] : [],
  );

function methodOf(document: ApiDocument, described: Described, used: Set<string>): Method {
  const { id, operation, parameters } = described;
  const path = id.split('.');
  const query = queryOf(path, parameters);
  const body = bodyOf(document, operation, used);
  const answer = answerOf(document, operation, used);
  const call = callText(described, { query, body, isFile: answer.isFile });
  const codes = codesOf(document, operation);
  const text = [operation.summary, operation.description, codes.length > 0 && `Fails with ${codes.join(', ')}.`];
  const signature = `${path[path.length - 1] ?? ''}(${parametersText(described, body, query, answer)}): ${answer.type}`;
  return {
    path,
    text: `${comment(text.filter(Boolean).join('\n\n'), '  ')}  ${signature} {\n    return this.transport.${answer.send}(${call}, options);\n  }`,
    ...(query && { query }),
  };
}

function queryOf(path: readonly string[], parameters: readonly Parameter[]): Method['query'] {
  const members = parameters.filter((each) => each.in === 'query');
  if (members.length === 0) return undefined;
  return {
    name: `${path.map(upper).join('')}Query`,
    schema: {
      properties: Object.fromEntries(
        members.map(({ name, schema, description }) => [name, described(schema, description)]),
      ),
      required: members.filter((each) => each.required).map((each) => each.name),
    },
  };
}

const described = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description };

/** The body of an operation that takes no JSON is a file. */
function bodyOf(document: ApiDocument, { requestBody }: Operation, used: Set<string>): Body | undefined {
  if (!requestBody) return undefined;
  const schema = requestBody.content[JSON_TYPE]?.schema;
  if (!schema) return CSV_TYPE in requestBody.content ? { type: 'string | Blob', isOptional: false } : undefined;
  const hasRequired = (schemaOf(document, schema).required?.length ?? 0) > 0;
  return { type: typeText(schema, used), isOptional: requestBody.required === false && !hasRequired };
}

interface Answer {
  readonly type: string;
  readonly send: 'list' | 'send' | 'stream';
  readonly isFile: boolean;
}

function answerOf(document: ApiDocument, operation: Operation, used: Set<string>): Answer {
  const raw = rawAnswerOf(contentOf(document, operation), used);
  if (raw) return raw;
  const answers = successesOf(operation).flatMap((success) => dataOf(document, success) ?? []);
  const [data] = answers;
  if (!data) return { type: 'Promise<void>', send: 'send', isFile: false };
  const item = itemOf(document, data);
  if (!item) {
    const types = answers.map((answer) => typeText(answer, used));
    return { type: `Promise<${types.join(' | ')}>`, send: 'send', isFile: false };
  }
  return { type: `PagePromise<${typeText(item, used)}, ${typeText(data, used)}>`, send: 'list', isFile: false };
}

/** Returns the answer of an operation that streams or sends a file. */
function rawAnswerOf(content: Content, used: Set<string>): Answer | undefined {
  const message = content[STREAM_TYPE]?.['x-event-data'];
  if (message) {
    return { type: `AsyncGenerator<StreamMessage<${typeText(message, used)}>>`, send: 'stream', isFile: false };
  }
  const isFile = Object.keys(content).length > 0 && !(JSON_TYPE in content);
  return isFile ? { type: 'Promise<Blob>', send: 'send', isFile } : undefined;
}

function contentOf(document: ApiDocument, operation: Operation): Content {
  const [success] = successesOf(operation);
  return (success && responseOf(document, success).content) ?? {};
}

function dataOf(document: ApiDocument, success: ApiResponse | Reference): Schema | undefined {
  const envelope = responseOf(document, success).content?.[JSON_TYPE]?.schema;
  return envelope && schemaOf(document, envelope).properties?.['data'];
}

/** Returns the schema of an item if the data is a page. */
function itemOf(document: ApiDocument, data: Schema): Schema | undefined {
  const { properties } = schemaOf(document, data);
  return properties?.['next_cursor'] && properties['items']?.items;
}

function codesOf(document: ApiDocument, { responses }: Operation): string[] {
  const codes = Object.values(responses).flatMap((each) => responseOf(document, each)['x-codes'] ?? []);
  return [...new Set(codes)].sort();
}

function parametersText(
  { parameters }: Described,
  body: Body | undefined,
  query: Method['query'],
  { send }: Answer,
): string {
  return [
    ...parameters.filter((each) => each.in === 'path').map(({ name }) => `${camel(name)}: string`),
    ...(body ? [`body: ${body.type}${body.isOptional ? ' = {}' : ''}`] : []),
    ...(query ? [`query: ${query.name}${query.schema.required?.length ? '' : ' = {}'}`] : []),
    `options?: ${send === 'stream' ? 'StreamOptions' : 'CallOptions'}`,
  ].join(', ');
}

interface CallParts {
  readonly query: Method['query'];
  readonly body: Body | undefined;
  readonly isFile: boolean;
}

function callText({ verb, url, parameters }: Described, { query, body, isFile }: CallParts): string {
  const takesKey = parameters.some((each) => each.name === 'Idempotency-Key');
  const path = url.replace(/\{(\w+)\}/g, (_match, name: string) => `\${encodeURIComponent(${camel(name)})}`);
  const members = [
    verb !== 'get' && `method: '${verb.toUpperCase()}'`,
    `path: ${path === url ? `'${url}'` : `\`${path}\``}`,
    query && 'query',
    body && 'body',
    takesKey && 'takesKey: true',
    isFile && 'isFile: true',
  ];
  return `{ ${members.filter(Boolean).join(', ')} }`;
}

/** Name of the class of a resource. */
export const className = (path: readonly string[]): string => `${path.map(upper).join('')}Resource`;
