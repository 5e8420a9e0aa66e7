/** A SIP message as SIPp has logged it. */
export interface SipMessage {
  /** As SIPp writes it, such as `2026-11-28 09:30:01.123456`. */
  readonly at: string;
  readonly isSent: boolean;
  /** The request line or the status line. */
  readonly first: string;
  /** The final or provisional code of a response, else null. */
  readonly code: number | null;
  /** The method of the request, also in a response to it. */
  readonly method: string;
  readonly text: string;
}

const HEADING = /^-{20,} (?<at>\S+ \S+)\n\w+ message (?<way>received|sent)[^\n]*\n\s*\n/m;

/** Returns the messages of a log of SIPp, in order. */
export function messagesIn(log: string): SipMessage[] {
  const parts = log.replaceAll('\r\n', '\n').split(/(?=^-{20,} \S+ \S+\n)/m);
  return parts.flatMap((part) => {
    const heading = HEADING.exec(part);
    return heading ? [messageOf(heading, part.slice(heading.index + heading[0].length).trim())] : [];
  });
}

function messageOf({ groups = {} }: RegExpExecArray, text: string): SipMessage {
  const first = text.split('\n')[0] ?? '';
  const status = /^SIP\/2\.0 (\d{3})/.exec(first);
  const said = { at: groups['at'] ?? '', isSent: groups['way'] === 'sent', first, text };
  if (!status) return { ...said, code: null, method: first.split(' ')[0] ?? '' };
  return { ...said, code: Number(status[1]), method: headerOf(text, 'CSeq')?.split(' ')[1] ?? '' };
}

/** Returns the values of a header. Names of headers have no case. */
export function headersOf(text: string, name: string): string[] {
  const head = (text.split('\n\n')[0] ?? '').split('\n').slice(1);
  const prefix = `${name.toLowerCase()}:`;
  return head.filter((line) => line.toLowerCase().startsWith(prefix)).map((line) => line.slice(prefix.length).trim());
}

export function headerOf(text: string, name: string): string | null {
  return headersOf(text, name)[0] ?? null;
}

/** Returns the lines of the session description of a message. */
export function sdpOf(text: string): string[] {
  const body = text.split('\n\n').slice(1).join('\n\n');
  return body.split('\n').map((line) => line.trim());
}

/** Returns the payload types of the audio line of a message, in order. */
export function formatsOf(text: string): number[] {
  const audio = sdpOf(text).find((line) => line.startsWith('m=audio')) ?? '';
  return audio.split(' ').slice(3).map(Number);
}

/** Returns a message in a few words, such as `→ INVITE sip:+1…@127.0.0.1` or `← 180 Ringing`. */
export function lineOf({ isSent, first }: SipMessage): string {
  const said = first.replace(/^SIP\/2\.0 /, '').replace(/ SIP\/2\.0$/, '');
  return `${isSent ? '→' : '←'} ${said}`;
}
