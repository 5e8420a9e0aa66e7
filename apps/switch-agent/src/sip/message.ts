import { type CSeq, type HeaderEntry, Headers, parseCSeq, parseNameAddress, parseVia, type Via } from './headers';

interface Common {
  readonly headers: Headers;
  readonly body: string;
  /** The first Via; with an empty branch in a response of a sender that copies too few. */
  readonly via: Via;
  readonly cseq: CSeq;
  readonly callId: string;
}

export interface SipRequest extends Common {
  readonly kind: 'request';
  readonly method: string;
  readonly uri: string;
}

export interface SipResponse extends Common {
  readonly kind: 'response';
  readonly status: number;
  readonly reason: string;
}

export type SipMessage = SipRequest | SipResponse;

const VERSION = 'SIP/2.0';
const HEADERS_MAX = 200;
const HEAD_END = Buffer.from('\r\n\r\n');
const NO_VIA: Via = { host: '', branch: '' };
const METHOD = /^[A-Za-z0-9.!%*_+`'~-]{1,32}$/;

/** Parses a message. Returns undefined if it violates RFC 3261: the receiver ignores it. */
export function parseMessage(data: Buffer): SipMessage | undefined {
  const end = data.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [first = '', ...lines] = data.subarray(0, end).toString('utf8').split('\r\n');
  const headers = parseHeaders(lines);
  const common = headers && commonOf(headers, data.subarray(end + HEAD_END.length));
  return common && (isResponse(first) ? responseOf(first, common) : requestOf(first, common));
}

const isResponse = (line: string): boolean => line.startsWith(`${VERSION} `);

function responseOf(line: string, common: Common): SipResponse | undefined {
  const status = line.slice(VERSION.length + 1, VERSION.length + 4);
  if (!/^[1-6]\d\d$/.test(status)) return undefined;
  return { ...common, kind: 'response', status: Number(status), reason: line.slice(VERSION.length + 4).trim() };
}

function requestOf(line: string, common: Common): SipRequest | undefined {
  const [method = '', uri = '', version, ...rest] = line.split(' ');
  const isLine = version === VERSION && rest.length === 0 && uri.includes(':') && METHOD.test(method);
  return isLine && isTransaction(method, common) ? { ...common, kind: 'request', method, uri } : undefined;
}

const isTransaction = (method: string, { cseq, via }: Common): boolean => method === cseq.method && via.branch !== '';

/** Joins folded lines. Returns undefined for a line without a name. */
function parseHeaders(lines: readonly string[]): Headers | undefined {
  const entries: [string, string][] = [];
  for (const line of lines) {
    const last = entries.at(-1);
    const colon = line.indexOf(':');
    if (last && (line.startsWith(' ') || line.startsWith('\t'))) last[1] = `${last[1]} ${line.trim()}`.trim();
    else if (colon <= 0) return undefined;
    else entries.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return entries.length > HEADERS_MAX ? undefined : new Headers(entries);
}

/** Checks the headers that every message must have (RFC 3261 section 8.1.1). */
function commonOf(headers: Headers, rest: Buffer): Common | undefined {
  const via = parseVia(headers.get('Via') ?? '') ?? NO_VIA;
  const cseq = parseCSeq(headers.get('CSeq') ?? '');
  const callId = headers.get('Call-ID');
  const isAddressed = [headers.get('From'), headers.get('To')].every((each) => each && parseNameAddress(each));
  const body = bodyOf(headers.get('Content-Length'), rest);
  return cseq && callId && isAddressed && body !== undefined ? { headers, via, cseq, callId, body } : undefined;
}

/** A datagram that ends before the body is not complete. Bytes after the body are ignored (RFC 3261 section 18.3). */
function bodyOf(length: string | undefined, rest: Buffer): string | undefined {
  if (length === undefined) return rest.toString('utf8');
  if (!/^\d{1,6}$/.test(length) || Number(length) > rest.length) return undefined;
  return rest.subarray(0, Number(length)).toString('utf8');
}

/** Without blanks, which would end it. */
const URI = /^[a-z]+:\S+$/i;

/** Builds a request from its headers, without Content-Length. Throws on a URI or headers that no receiver accepts. */
export function newRequest(method: string, uri: string, entries: readonly HeaderEntry[], body = ''): SipRequest {
  const headers = new Headers(entries);
  const common = commonOf(headers, Buffer.from(body));
  if (!common || !isTransaction(method, common) || !URI.test(uri))
    throw new Error(`The ${method} request to ${uri} is not valid.`);
  return { ...common, kind: 'request', method, uri };
}

/** Builds the response to a request: what RFC 3261 section 8.2.6 copies, then `entries`. */
export function newResponse(
  request: SipRequest,
  { status, reason }: { readonly status: number; readonly reason: string },
  entries: readonly HeaderEntry[],
  body = '',
): string {
  const copied = ['Via', 'Record-Route', 'From', 'Call-ID', 'CSeq'].flatMap((name) =>
    request.headers.all(name).map((value): HeaderEntry => [name, value]),
  );
  return written(`${VERSION} ${status} ${reason}`, [...copied, ...entries], body);
}

export const writeRequest = ({ method, uri, headers, body }: SipRequest): string =>
  written(
    `${method} ${uri} ${VERSION}`,
    headers.entries.filter(([name]) => name !== 'Content-Length'),
    body,
  );

function written(line: string, entries: readonly HeaderEntry[], body: string): string {
  const all: HeaderEntry[] = [...entries, ['Content-Length', String(Buffer.byteLength(body))]];
  return `${line}\r\n${all.map(([name, value]) => `${name}: ${oneLine(value)}\r\n`).join('')}\r\n${body}`;
}

/** No value may add a header of its own. */
const oneLine = (value: string): string => value.replace(/[\r\n]/g, ' ');
