import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RecordCdrs } from '@trunkline/cdr';
import { isOutage, type Log, type TokenSet } from '@trunkline/platform';
import type { RouteCall, SwitchReports } from '@trunkline/voice-routing';
import { BODY_MAX_BYTES, readJson, RECORDS_MAX_BYTES } from './json-body';
import { outcomesJson, routeJson } from './switch-answers';
import { SwitchError } from './switch-error';
import { callEvent, gatewayReport, reportedRows, routeRequest } from './switch-requests';

export interface SwitchServices {
  readonly routeCall: RouteCall;
  readonly recordCdrs: RecordCdrs;
  readonly reports: SwitchReports;
  /** Each switch has a token of its own. */
  readonly tokens: TokenSet;
  readonly log: Log;
}

type Answer = (body: unknown) => Promise<object>;

const UNAVAILABLE = 'The database is not available at present. Send the request again after the time in Retry-After.';
const HEADERS_OF_STATUS: ReadonlyMap<number, readonly (readonly [string, string])[]> = new Map([
  [401, [['WWW-Authenticate', 'Bearer']]],
  [405, [['Allow', 'POST']]],
  // What is left of a body that was not read must not be taken for the next request.
  [413, [['Connection', 'close']]],
  // A database that fails over is back within seconds, and calls wait for the answer.
  [503, [['Retry-After', '5']]],
]);
const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Answers switches (contract, section 21): no envelope, no framework, because calls wait for it. Bad input is 4xx and
 * says what is wrong; 503 says that the database is unavailable, 500 is a fault of ours; both may be sent again.
 */
export function createSwitchHandler(
  services: SwitchServices,
): (request: IncomingMessage, response: ServerResponse) => void {
  const answers = answersOf(services);
  return (request, response) => {
    answer(request, answers, services.tokens)
      .then((body) => send(response, 200, body))
      .catch((error: unknown) => sendFailure(response, error, services.log));
  };
}

function answersOf({ routeCall, recordCdrs, reports }: SwitchServices): ReadonlyMap<string, Answer> {
  return new Map<string, Answer>([
    ['/switch/route', async (body) => routeJson(await routeCall.execute(routeRequest(body)))],
    ['/switch/cdrs', async (body) => outcomesJson(await recordCdrs.execute(reportedRows(body)))],
    [
      '/switch/events',
      async (body) => {
        await reports.callEvent(callEvent(body));
        return {};
      },
    ],
    [
      '/switch/gateway-health',
      async (body) => {
        const isKnown = await reports.gatewayHealth(gatewayReport(body));
        if (!isKnown) throw new SwitchError(404, 'not_found', 'There is no such gateway or carrier.');
        return {};
      },
    ],
  ]);
}

async function answer(
  request: IncomingMessage,
  answers: ReadonlyMap<string, Answer>,
  tokens: TokenSet,
): Promise<object> {
  if (!tokens.has(bearerOf(request)))
    throw new SwitchError(401, 'unauthorized', 'This needs the bearer token of a switch.');
  const path = (request.url ?? '').split('?')[0] ?? '';
  const work = answers.get(path);
  if (!work) throw new SwitchError(404, 'not_found', 'There is nothing at this address.');
  if (request.method !== 'POST') throw new SwitchError(405, 'method_not_allowed', 'This address takes POST.');
  return work(await readJson(request, path === '/switch/cdrs' ? RECORDS_MAX_BYTES : BODY_MAX_BYTES));
}

function bearerOf({ headers }: IncomingMessage): string {
  return BEARER.exec(headers.authorization ?? '')?.[1] ?? '';
}

function sendFailure(response: ServerResponse, error: unknown, log: Log): void {
  if (response.headersSent || response.destroyed) return;
  if (error instanceof SwitchError) return sendRefusal(response, error);
  log.error({ err: error }, 'a switch got no answer');
  if (isOutage(error)) return sendRefusal(response, new SwitchError(503, 'unavailable', UNAVAILABLE));
  send(response, 500, { error: { code: 'internal_error', message: 'Something went wrong on our side.' } });
}

function sendRefusal(response: ServerResponse, { status, code, message, fields }: SwitchError): void {
  for (const [name, value] of HEADERS_OF_STATUS.get(status) ?? []) response.setHeader(name, value);
  send(response, status, { error: { code, message, ...(fields && { fields }) } });
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    .end(text);
}
