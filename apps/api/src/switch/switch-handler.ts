import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Turns } from '@trunkline/kernel';
import { ClientLeft, isOutage, type Log, Work } from '@trunkline/platform';
import { BODY_MAX_BYTES, parseJson, readBody, RECORDS_MAX_BYTES } from './json-body';
import { isObject } from './schemas/schemas';
import type { SwitchEndpoints } from './endpoints/switch-endpoint';
import { SwitchError } from './switch-error';
import type { SwitchMetrics } from './switch-metrics';
import type { SwitchTokens } from './switch-tokens';

const UNAVAILABLE = 'The database is temporarily unavailable. Retry after the time in Retry-After.';
const HEADERS_OF_STATUS: ReadonlyMap<number, readonly (readonly [string, string])[]> = new Map([
  [401, [['WWW-Authenticate', 'Bearer']]],
  // The unread rest of the body must not be parsed as the next request.
  [413, [['Connection', 'close']]],
  // A failover of the database takes seconds, and calls are waiting.
  [503, [['Retry-After', '5']]],
]);
const BEARER = /^Bearer +(\S+) *$/i;
const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Stands for the identifier in a path: its third segment. */
const ID = '{id}';
const THIRD_SEGMENT = /^(\/switch\/[a-z-]+\/)[^/]+/;

const RECORDS_PATH = '/switch/cdrs';
/** Bounds the parsed records that are held at a time, however many switches send them. */
const BATCHES_MAX = 4;
/** Smaller bodies, such as those of single calls, do not wait for batches. */
const BATCH_MIN_BYTES = 32 * 1024;

/**
 * Serves switches without envelope and framework, because calls wait for the response. Invalid requests are 4xx with the
 * reason; 503 (database unavailable) and 500 (internal error) may be retried. Every request has an id, a log line and
 * metrics. At most four batches of CDRs are processed at a time; the others wait in the order of their arrival.
 */
export function createSwitchHandler(
  endpoints: SwitchEndpoints,
  tokens: SwitchTokens,
  metrics: SwitchMetrics,
  log: Log,
): (request: IncomingMessage, response: ServerResponse) => void {
  const batches = new Turns(BATCHES_MAX);
  return (request, response) => {
    const path = servedPathOf(request, endpoints) ?? 'other';
    const requestId = begin(request, response, ({ status, seconds }) => {
      metrics.observe({ path, status, seconds });
      log.info({ requestId, path, status, ms: Math.round(seconds * 100_000) / 100 }, 'switch request');
    });
    // A switch repeats what was not answered.
    const work = new Work(path === RECORDS_PATH ? 'ingest' : 'routing', 'at any time');
    const left = new AbortController();
    response.once('close', () => {
      if (response.writableFinished) return;
      left.abort();
      work.leave();
    });
    work
      .run(() => answer(request, endpoints, { tokens, batches, signal: left.signal }))
      .then((body) => send(response, 200, body))
      .catch((error: unknown) => sendFailure(response, error, { log, requestId }));
  };
}

/** Returns the id of the request. Calls `closed` with status and duration when the connection ends. */
function begin(
  request: IncomingMessage,
  response: ServerResponse,
  closed: (outcome: { readonly status: number; readonly seconds: number }) => void,
): string {
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  const startedAt = performance.now();
  response.setHeader('X-Request-Id', requestId);
  response.once('close', () => {
    // 499: the switch closed the connection before the response was written.
    const status = response.writableFinished ? response.statusCode : 499;
    closed({ status, seconds: (performance.now() - startedAt) / 1000 });
  });
  return requestId;
}

async function answer(
  request: IncomingMessage,
  endpoints: SwitchEndpoints,
  { tokens, batches, signal }: { readonly tokens: SwitchTokens; readonly batches: Turns; readonly signal: AbortSignal },
): Promise<object> {
  const identity = tokens.identify(bearerOf(request));
  if (!identity.isKnown)
    throw new SwitchError(401, 'unauthorized', 'Send a switch token as `Authorization: Bearer <token>`.');
  const { path, endpoint } = endpointOf(request, endpoints);
  const query = queryOf(request, identity.switchId);
  const id = path.includes(ID) ? idOf(request) : '';
  if (request.method === 'GET') return endpoint({ body: undefined, query, id, signal });
  const areRecords = path === RECORDS_PATH;
  // Before its turn, so that a slow sender delays no other batch.
  const bytes = await readBody(request, areRecords ? RECORDS_MAX_BYTES : BODY_MAX_BYTES);
  const handle = async (): Promise<object> => {
    if (request.socket.destroyed) throw new ClientLeft('The switch left while its batch waited.');
    const body = parseJson(bytes);
    if (identity.switchId !== null) requireSwitch(body, identity.switchId);
    return endpoint({ body, query, id, signal });
  };
  return areRecords && bytes.length >= BATCH_MIN_BYTES ? batches.run(handle) : handle();
}

function endpointOf(request: IncomingMessage, endpoints: SwitchEndpoints) {
  const path = servedPathOf(request, endpoints);
  if (path === null) throw new SwitchError(404, 'not_found', 'There is no endpoint at this path.');
  const endpoint = endpoints.get(`${String(request.method)} ${path}`);
  if (!endpoint) throw methodNotAllowed(path, endpoints);
  return { path, endpoint };
}

/** Returns the path under which the interface serves the request, whatever its method; null for an unknown path. */
function servedPathOf(request: IncomingMessage, endpoints: SwitchEndpoints): string | null {
  const path = pathOf(request);
  return [path, path.replace(THIRD_SEGMENT, `$1${ID}`)].find((each) => methodsOf(each, endpoints).length > 0) ?? null;
}

function methodsOf(path: string, endpoints: SwitchEndpoints): string[] {
  return ['GET', 'POST'].filter((method) => endpoints.has(`${method} ${path}`));
}

function methodNotAllowed(path: string, endpoints: SwitchEndpoints): SwitchError {
  const allowed = methodsOf(path, endpoints).join(', ');
  return new SwitchError(405, 'method_not_allowed', `Method not allowed. Use ${allowed}.`, undefined, [
    ['Allow', allowed],
  ]);
}

/** Returns the query, in which a token that is bound to a switch fills in `switch_id` where it is missing. */
function queryOf({ url = '' }: IncomingMessage, switchId: string | null): URLSearchParams {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  if (switchId === null) return query;
  assertOwn(query.get('switch_id') ?? switchId, switchId);
  query.set('switch_id', switchId);
  return query;
}

/** Rejects rows of another switch than the token is bound to, and fills in `switch_id` where it is missing. */
function requireSwitch(body: unknown, switchId: string): void {
  if (!isObject(body)) return;
  // The body too: a list that its path does not read must not hide whose request it is.
  const rows: unknown[] = [body, body['cdrs'], body['events']].flat();
  for (const row of rows.filter(isObject)) {
    if ('switch_id' in row) assertOwn(row['switch_id'], switchId);
    row['switch_id'] = switchId;
  }
}

function assertOwn(named: unknown, switchId: string): void {
  if (named !== switchId)
    throw new SwitchError(403, 'forbidden', `This token is valid only for the switch ${switchId}.`);
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?')[0] ?? '';
}

function idOf(request: IncomingMessage): string {
  return pathOf(request).split('/')[3] ?? '';
}

function bearerOf({ headers }: IncomingMessage): string {
  return BEARER.exec(headers.authorization ?? '')?.[1] ?? '';
}

function sendFailure(
  response: ServerResponse,
  error: unknown,
  { log, requestId }: { readonly log: Log; readonly requestId: string },
): void {
  if (response.headersSent || response.destroyed) return;
  if (error instanceof SwitchError) return sendRefusal(response, error);
  log.error({ err: error, requestId }, 'a switch request failed');
  if (isOutage(error)) return sendRefusal(response, new SwitchError(503, 'unavailable', UNAVAILABLE));
  const message = `Internal error. Include the request id ${requestId} when you contact support.`;
  send(response, 500, { error: { code: 'internal_error', message } });
}

function sendRefusal(response: ServerResponse, { status, code, message, fields, headers }: SwitchError): void {
  for (const [name, value] of [...(HEADERS_OF_STATUS.get(status) ?? []), ...headers]) response.setHeader(name, value);
  send(response, status, { error: { code, message, ...(fields && { fields }) } });
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    .end(text);
}
