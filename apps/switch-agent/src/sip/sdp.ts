/** Names of codecs in routes and in session descriptions, with their payload types. */
const CODECS = {
  opus: { type: 111, map: 'opus/48000/2' },
  g722: { type: 9, map: 'G722/8000' },
  g711a: { type: 8, map: 'PCMA/8000' },
  g711u: { type: 0, map: 'PCMU/8000' },
  g729: { type: 18, map: 'G729/8000' },
} as const;

export type Codec = keyof typeof CODECS;

const isCodec = (name: string): name is Codec => Object.hasOwn(CODECS, name);

const DTMF_TYPE = 101;
/** The discard port: nothing is sent to it while the session is inactive. */
const NO_MEDIA_PORT = 9;

/** Identifies what one side of a session has sent so far (RFC 3264 section 8). */
export interface Origin {
  readonly id: number;
  readonly version: number;
  readonly host: string;
}

const originLine = ({ id, version, host }: Origin): string => `o=- ${id} ${version} IN ${family(host)} ${host}`;

/** An offer without media, with which a phone is called before the far end is known (RFC 3725 section 4). */
export function heldOffer(origin: Origin, codecs: readonly Codec[]): string {
  const lines = [...codecs.map((name) => CODECS[name]), { type: DTMF_TYPE, map: 'telephone-event/8000' }];
  return sdp([
    'v=0',
    originLine(origin),
    's=-',
    `c=IN ${family(origin.host)} ${origin.host}`,
    't=0 0',
    `m=audio ${NO_MEDIA_PORT} RTP/AVP ${lines.map(({ type }) => type).join(' ')}`,
    ...lines.map(({ type, map }) => `a=rtpmap:${type} ${map}`),
    `a=fmtp:${DTMF_TYPE} 0-15`,
    'a=inactive',
  ]);
}

/** The session of another party as this side passes it on: the receiver sees versions of one session. */
export function passedOn(text: string, origin: Origin): string {
  return sdp(linesOf(text).map((line) => (line.startsWith('o=') ? originLine(origin) : line)));
}

const DIRECTIONS = new Set(['a=inactive', 'a=sendonly', 'a=recvonly', 'a=sendrecv']);

export const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== '');

export const sdp = (lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');

/** The same session without a direction: media flows both ways. */
export function activated(text: string): string {
  return sdp(linesOf(text).filter((line) => !DIRECTIONS.has(line.trim())));
}

/** Whether both receive media at the same addresses and ports. */
export function isSameDestination(one: string, other: string): boolean {
  const destinations = (text: string) =>
    linesOf(text)
      .filter((line) => line.startsWith('c=') || line.startsWith('m='))
      .map((line) => line.trim().split(' ').slice(0, 3).join(' '))
      .join('\n');
  return destinations(one) === destinations(other);
}

const family = (host: string): string => (host.includes(':') ? 'IP6' : 'IP4');

/**
 * The codecs to offer to the first leg of a call with two: those that both legs may use, so that the second accepts what the
 * first has answered; all of the first leg's where they have none in common.
 */
export function commonCodecs(first: readonly string[], second: readonly string[]): Codec[] {
  const own = first.filter(isCodec);
  const common = own.filter((name) => second.includes(name));
  const chosen = common.length > 0 ? common : own;
  return chosen.length > 0 ? chosen : ['g711a', 'g711u'];
}
