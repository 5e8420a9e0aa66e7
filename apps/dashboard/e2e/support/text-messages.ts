import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const FOLDER = join(process.env['DATA_DIR'] ?? '', 'sms');

/** The files have the ids of the messages, which sort by creation. */
function textsTo(phone: string): string[] {
  const files = readdirSync(FOLDER).sort();
  const texts = files.map((name) => readFileSync(join(FOLDER, name), 'utf8'));
  return texts.filter((text) => text.startsWith(`To: ${phone}\n`));
}

/** Waits for so many text messages to the number, and returns the code of the newest. */
export async function codeTo(phone: string, count = 1): Promise<string> {
  let code: string | undefined;
  await expect(() => {
    const texts = textsTo(phone);
    expect(texts, `text messages to ${phone}`).toHaveLength(count);
    code = /\n(\d{6}) /.exec(texts.at(-1) ?? '')?.[1];
    expect(code).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return code ?? '';
}
