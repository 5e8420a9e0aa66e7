/** Payload types of audio and of telephone events. */
export const PCMU = 0;
export const PCMA = 8;
export const G722 = 9;
export const G729 = 18;
export const EVENTS = 101;

const NAMES: Readonly<Record<number, string>> = {
  [PCMU]: 'PCMU/8000',
  [PCMA]: 'PCMA/8000',
  [G722]: 'G722/8000',
  [G729]: 'G729/8000',
  [EVENTS]: 'telephone-event/8000',
};

/** RTP that arrives at this port is discarded (RFC 863). A phone without sound needs no socket for it. */
const DISCARD = 9;

/** Returns the end of a message: a session description with these formats, in order of preference. SIPp fills in addresses. */
export function sessionBody(formats: readonly number[], hasSound: boolean): string {
  return [
    'Content-Type: application/sdp',
    'Content-Length: [len]',
    '',
    'v=0',
    'o=sipp 1 1 IN IP[local_ip_type] [local_ip]',
    's=-',
    'c=IN IP[media_ip_type] [media_ip]',
    't=0 0',
    `m=audio ${hasSound ? '[media_port]' : DISCARD} RTP/AVP ${formats.join(' ')}`,
    ...formats.map((format) => `a=rtpmap:${format} ${NAMES[format] ?? ''}`),
    '',
  ].join('\n');
}

/** Returns the names of payload types. */
export function formatsLine(formats: readonly number[]): string {
  return formats.map((format) => NAMES[format]?.split('/')[0] ?? format).join(', ');
}
