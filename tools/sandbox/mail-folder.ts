import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../postgres';

const POLL_MS = 100;

/** Decodes a mail's quoted-printable text: joins soft line breaks and decodes characters. */
function readable(file: string): string {
  const source = readFileSync(file, 'utf8');
  if (!/^content-transfer-encoding:\s*quoted-printable/im.test(source)) return source;
  return source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function newestFirst(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  const dated = files.map((name) => ({ file: join(folder, name), at: statSync(join(folder, name)).mtimeMs }));
  return dated.sort((a, b) => b.at - a.at).map(({ file }) => file);
}

/** Returns the tokens of the links `…/{page}?token=…` in mails to the address, newest first. */
export function mailedTokens(folder: string, address: string, page: string): string[] {
  const mails = newestFirst(folder).map(readable);
  const own = mails.filter((mail) => mail.toLowerCase().includes(address.toLowerCase()));
  return own.flatMap((mail) => new RegExp(`/${page}\\?token=([A-Za-z0-9._~-]+)`).exec(mail)?.[1] ?? []);
}

/** Waits for a mail to the address with a token that is not in `known`. Returns the token, or null on timeout. */
export async function awaitToken(
  find: () => string[],
  known: readonly string[],
  timeoutMs: number,
): Promise<string | null> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const token = find().find((each) => !known.includes(each));
    if (token) return token;
    if (Date.now() > deadline) return null;
    await pause(POLL_MS);
  }
}
