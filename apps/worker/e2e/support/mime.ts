export interface Mail {
  /** By name in lower case, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

/** Reads a mail as a mail program would (RFC 5322, 2045 to 2047), as far as ours go: one text and one HTML. */
export function readMail(raw: string): Mail {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  if (!headers['content-type']?.startsWith('multipart/alternative') || !boundary) throw new Error('no alternatives');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const partOf = (type: string): string => {
    const found = parts.filter((part) => part.headers['content-type']?.startsWith(type));
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} parts of ${type}`);
    return decodeBody(found[0].body, found[0].headers['content-transfer-encoding'] ?? '7bit');
  };
  return { headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
  });
  const names = headers.map(([name]) => name);
  if (new Set(names).size < names.length) throw new Error(`a header stands twice: ${names.join()}`);
  return { headers: Object.fromEntries(headers), body: raw.slice(end + 4) };
}

function decodeBody(body: string, encoding: string): string {
  const trimmed = body.replace(/\r\n$/, '');
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(trimmed, 'base64').toString().replaceAll('\r\n', '\n');
    case 'quoted-printable':
      return unquote(trimmed.replaceAll(/=\r\n/g, '')).replaceAll('\r\n', '\n');
    default:
      return trimmed.replaceAll('\r\n', '\n');
  }
}

function unquote(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** RFC 2047; the space between two encoded words is not of the text. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/(=\?[^?]+\?[QB]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replaceAll(/((?:=\?UTF-8\?[QB]\?[^?]*\?=)+)/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, kind = '', word = '']) =>
          kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : Buffer.from(unquote(word.replaceAll('_', ' '))),
        ),
      ).toString(),
    );
}
