import { linesOf, sdp } from '../sip/sdp';

/** The answer to an offer of audio, and which payload types are keys, not sound. */
export interface EchoAnswer {
  readonly sdp: string;
  readonly keyTypes: ReadonlySet<number>;
}

export interface EchoMedia {
  readonly host: string;
  readonly port: number;
  readonly id: number;
  readonly version: number;
}

const AUDIO = /^m=audio \d+ RTP\/AVP((?: \d{1,3})+)$/;
/** Payload types below have a fixed meaning (RFC 3551). */
const DYNAMIC_MIN = 96;

const DIRECTIONS: Readonly<Record<string, string>> = {
  'a=sendonly': 'a=recvonly',
  'a=recvonly': 'a=sendonly',
  'a=inactive': 'a=inactive',
};

/** Answers the first audio of an offer with its first codec, and declines all other media. Null for an offer without plain audio. */
export function echoAnswer(offer: string, media: EchoMedia): EchoAnswer | null {
  const sections = sectionsOf(offer);
  const chosen = sections.findIndex(([line = '']) => AUDIO.test(line));
  const audio = sections[chosen];
  const codec = audio && codecOf(audio);
  if (!audio || !codec) return null;
  const { host, port, id, version } = media;
  const types = [codec.type, ...codec.keys];
  const answered = sections.flatMap((section, index) =>
    index === chosen
      ? [
          `m=audio ${port} RTP/AVP ${types.join(' ')}`,
          ...section.filter((line) => isAbout(line, types)),
          ...section.flatMap((line) => DIRECTIONS[line] ?? []),
        ]
      : [declined(section[0] ?? '')],
  );
  const family = host.includes(':') ? 'IP6' : 'IP4';
  const head = ['v=0', `o=- ${id} ${version} IN ${family} ${host}`, 's=-', `c=IN ${family} ${host}`, 't=0 0'];
  return { sdp: sdp([...head, ...answered]), keyTypes: new Set(codec.keys) };
}

/** The media of a session, each with the lines that belong to it. */
function sectionsOf(text: string): string[][] {
  const sections: string[][] = [];
  for (const line of linesOf(text).map((each) => each.trim())) {
    if (line.startsWith('m=')) sections.push([line]);
    else sections.at(-1)?.push(line);
  }
  return sections;
}

function codecOf(section: readonly string[]): { readonly type: number; readonly keys: readonly number[] } | null {
  const offered = (AUDIO.exec(section[0] ?? '')?.[1] ?? '').trim().split(' ').map(Number);
  const names = new Map(section.flatMap((line) => rtpmapOf(line)));
  const isKey = (type: number) => names.get(type)?.startsWith('telephone-event') ?? false;
  const isSound = (type: number) =>
    !isKey(type) && (type < DYNAMIC_MIN || names.has(type)) && names.get(type) !== 'cn/8000';
  const type = offered.find(isSound);
  return type === undefined ? null : { type, keys: offered.filter(isKey) };
}

function rtpmapOf(line: string): [number, string][] {
  const [, type, name = ''] = /^a=rtpmap:(\d{1,3}) (\S+)$/.exec(line) ?? [];
  return type === undefined ? [] : [[Number(type), name.toLowerCase()]];
}

const isAbout = (line: string, types: readonly number[]): boolean =>
  types.some((type) => line.startsWith(`a=rtpmap:${type} `) || line.startsWith(`a=fmtp:${type} `));

/** A media stream is declined by port 0 (RFC 3264 section 6). */
function declined(line: string): string {
  const [media, , ...rest] = line.split(' ');
  return [media, '0', ...rest].join(' ');
}
