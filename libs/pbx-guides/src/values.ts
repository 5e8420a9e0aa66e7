export type GuideTransport = 'udp' | 'tcp' | 'tls';
export type GuideCodec = 'opus' | 'g722' | 'g711a' | 'g711u' | 'g729';

/** What a guide knows of a trunk. */
export interface TrunkValues {
  readonly name: string;
  /** Domain of SIP users and realm of their digests. */
  readonly domain: string;
  /** Host that SIP is sent to: the domain, unless a test has its switch elsewhere. */
  readonly server: string;
  readonly port: number;
  readonly transport: GuideTransport;
  /** The name that the system registers with. Null: it is identified by its address. */
  readonly username: string | null;
  /** Null keeps it out of the text. */
  readonly password: string | null;
  /** Addresses and networks from which the switch sends SIP. */
  readonly sipNetworks: readonly string[];
  /** In order of preference. */
  readonly codecs: readonly GuideCodec[];
  readonly dtmf: 'rfc4733' | 'sip_info' | 'inband';
  readonly encryption: 'off' | 'optional' | 'required';
  /** A number of the account, for examples. */
  readonly number: string;
}

/** A part of a guide. */
export type GuidePart =
  | { readonly kind: 'text'; readonly text: string }
  /** A file or command to paste. `name` says where it goes. */
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  /** Fields of a page on which the system is configured. */
  | { readonly kind: 'fields'; readonly name: string; readonly fields: readonly (readonly [string, string])[] };

export interface Guide {
  readonly id: string;
  readonly name: string;
  readonly group: 'pbx' | 'agent';
  /** The version with which calls were placed; null if none could be. */
  readonly tried: string | null;
  readonly parts: (values: TrunkValues) => readonly GuidePart[];
}

export const text = (content: string): GuidePart => ({ kind: 'text', text: content });
export const file = (name: string, lines: readonly (string | false)[]): GuidePart => ({
  kind: 'file',
  name,
  text: `${lines.filter((line) => line !== false).join('\n')}\n`,
});
export const fields = (name: string, rows: readonly (readonly [string, string] | false)[]): GuidePart => ({
  kind: 'fields',
  name,
  fields: rows.filter((row) => row !== false),
});

/** Stands for a password that is not shown. */
export const PASSWORD = 'PASSWORD-OF-THE-TRUNK';

export const passwordOf = ({ password }: TrunkValues): string => password ?? PASSWORD;

export const addressOf = ({ server, port }: TrunkValues): string => `${server}:${port}`;

/** The names of codecs in SDP. */
const SDP_NAMES: Readonly<Record<GuideCodec, string>> = {
  opus: 'OPUS',
  g722: 'G722',
  g711a: 'PCMA',
  g711u: 'PCMU',
  g729: 'G729',
};

export const sdpNames = ({ codecs }: TrunkValues): string => codecs.map((codec) => SDP_NAMES[codec]).join(',');

/** The addresses that a firewall has to let in, in words. */
export const networksOf = ({ sipNetworks, server }: TrunkValues): string =>
  sipNetworks.length > 0 ? sipNetworks.join(', ') : `the addresses of ${server}`;
