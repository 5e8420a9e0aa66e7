import { randomBytes } from 'node:crypto';

/** Compact forms of header names (RFC 3261 section 7.3.3). */
const COMPACT: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
  e: 'content-encoding',
  k: 'supported',
  s: 'subject',
};
/** Headers whose values may share one line, separated by commas. */
const LISTS = new Set(['via', 'route', 'record-route', 'contact', 'allow', 'supported', 'require']);

const canonical = (name: string): string => COMPACT[name.toLowerCase()] ?? name.toLowerCase();

export type HeaderEntry = readonly [name: string, value: string];

/** The headers of a message in their order. Names are compared without case, compact forms included. */
export class Headers {
  constructor(readonly entries: readonly HeaderEntry[]) {}

  /** Returns the first value. */
  get(name: string): string | undefined {
    return this.all(name)[0];
  }

  /** Returns every value, also those that share a line. */
  all(name: string): string[] {
    const wanted = canonical(name);
    const values = this.entries.filter(([each]) => canonical(each) === wanted).map(([, value]) => value);
    return LISTS.has(wanted) ? values.flatMap(splitList) : values;
  }

  /** Returns whether a list header, such as `Require`, contains the token. */
  lists(name: string, token: string): boolean {
    return this.all(name).some((each) => each.toLowerCase() === token.toLowerCase());
  }
}

/** Splits at commas that are neither quoted nor within angle brackets. */
export function splitList(value: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { at, character, isInBrackets } of unquoted(value)) {
    if (character !== ',' || isInBrackets) continue;
    parts.push(value.slice(from, at));
    from = at + 1;
  }
  return [...parts, value.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
}

interface Place {
  readonly at: number;
  readonly character: string;
  /** Behind an opening bracket that is not closed yet. */
  readonly isInBrackets: boolean;
}

/** The characters outside quoted strings. */
function* unquoted(value: string): Generator<Place> {
  let isInBrackets = false;
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? '';
    if (character === '"') at = endOfQuoted(value, at);
    else {
      yield { at, character, isInBrackets };
      if (character === '<') isInBrackets = true;
      if (character === '>') isInBrackets = false;
    }
  }
}

/** The position of the quote that closes the string that begins at `from`; the end of the value without one. */
function endOfQuoted(value: string, from: number): number {
  for (let at = from + 1; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === '"') return at;
  }
  return value.length;
}

/** An address with parameters, as in From, To, Contact and Record-Route. */
export interface NameAddress {
  readonly uri: string;
  /** Parameters of the header, not those of the URI. Names are in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Reads `"Name" <uri>;tag=x` and `uri;tag=x`. Returns undefined for a value without a URI. */
export function parseNameAddress(value: string): NameAddress | undefined {
  const start = openingBracket(value);
  if (start < 0) {
    // Without brackets, what follows the URI belongs to the header (RFC 3261 section 20).
    const [uri = '', ...parameters] = value.split(';');
    return uri.includes(':') && !uri.includes('"')
      ? { uri: uri.trim(), parameters: parseParameters(parameters) }
      : undefined;
  }
  const end = value.indexOf('>', start);
  if (end < 0) return undefined;
  const uri = value.slice(start + 1, end).trim();
  return uri.includes(':') ? { uri, parameters: parseParameters(value.slice(end + 1).split(';')) } : undefined;
}

/** The position of the bracket that opens the URI: not one within a quoted display name. */
function openingBracket(value: string): number {
  for (const { at, character } of unquoted(value)) if (character === '<') return at;
  return -1;
}

/** Reads `name=value` and `name`. */
function parseParameters(parts: readonly string[]): Map<string, string> {
  const pairs = parts.map((part) => {
    const equals = part.indexOf('=');
    return equals < 0
      ? ([part.trim().toLowerCase(), ''] as const)
      : ([part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()] as const);
  });
  return new Map(pairs.filter(([name]) => name !== ''));
}

export const tagOf = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : parseNameAddress(value)?.parameters.get('tag');

export interface Via {
  readonly host: string;
  readonly branch: string;
}

/** Reads `SIP/2.0/UDP host:port;branch=…`. */
export function parseVia(value: string): Via | undefined {
  const [sent = '', ...parameters] = value.split(';');
  const host = sent.trim().split(/\s/).at(-1) ?? '';
  const branch = parseParameters(parameters).get('branch');
  return sent.trim().toUpperCase().startsWith('SIP/2.0/') && branch ? { host, branch } : undefined;
}

export interface CSeq {
  readonly number: number;
  readonly method: string;
}

const CSEQ_MAX = 2 ** 31;

export function parseCSeq(value: string): CSeq | undefined {
  const [digits = '', method = '', ...rest] = value.trim().split(/\s+/);
  const number = /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN;
  return number < CSEQ_MAX && method !== '' && rest.length === 0 ? { number, method: method.toUpperCase() } : undefined;
}

const TOKEN_BYTES = 8;
/** Marks branches that are unique (RFC 3261 section 8.1.1.7). */
const MAGIC = 'z9hG4bK';

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex');
export const newBranch = (): string => `${MAGIC}${newToken()}`;
