import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const FOLDER = join(process.env['DATA_DIR'] ?? '', 'mail');

/** Decodes a mail's quoted-printable text: joins soft line breaks and decodes characters. */
const readable = (source: string): string =>
  source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));

function linksTo(address: string, page: string): string[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.eml'));
  const newestFirst = files
    .map((name) => ({ file: join(FOLDER, name), at: statSync(join(FOLDER, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at);
  const mails = newestFirst.map(({ file }) => readable(readFileSync(file, 'utf8')));
  const link = new RegExp(`https?://[^\\s"<>]+/${page}(?:\\?token=[A-Za-z0-9._~-]+)?`);
  return mails.filter((mail) => mail.includes(address)).flatMap((mail) => link.exec(mail)?.[0] ?? []);
}

/** Waits for a mail to the address whose link leads to a page of the dashboard, and returns the newest such link. */
export async function mailedLink(address: string, page: string): Promise<string> {
  let link: string | undefined;
  await expect(() => {
    link = linksTo(address, page)[0];
    expect(link, `a mail to ${address} with a link to ${page}`).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return link ?? '';
}
