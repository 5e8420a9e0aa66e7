import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { trimmedEnds } from '@trunkline/kernel';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Log } from '../observability/log';
import { composed, type MailMessage, type Mailer } from './mailer';

const SLUG_LENGTH_MAX = 60;
const ID_TAIL = 6;
const PROBE_FILE = '.probe';
/** As large as a mail. */
const PROBE_BYTES = 8192;
const LINK = /https?:\/\/\S+/;

/** Writes each mail to an .eml file and logs its link, for deployments without SMTP_URL. */
export class FolderMailer implements Mailer {
  private readonly dir: string;

  constructor(
    dir: string,
    private readonly from: string,
    private readonly log: Log,
  ) {
    this.dir = resolve(dir);
  }

  /** Sending a mail again replaces its file. */
  async send(message: MailMessage): Promise<void> {
    const { id, text } = message;
    const raw = await new MailComposer(composed(message, this.from)).compile().build();
    const file = join(this.dir, fileName(message));
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, raw, { mode: 0o600 });
    await rename(`${file}.part`, file);
    this.log.info({ mailId: id, file, link: LINK.exec(text)?.[0] }, 'mail written');
  }

  async check(): Promise<void> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    // A full disk is writable as far as its rights say.
    const probe = join(this.dir, PROBE_FILE);
    try {
      await writeFile(probe, Buffer.alloc(PROBE_BYTES, '.'), { mode: 0o600 });
    } finally {
      await rm(probe, { force: true });
    }
  }

  close(): void {
    // Nothing is kept open.
  }
}

/** Builds a file name from the time, the subject and the id. */
function fileName({ id, subject, date }: MailMessage): string {
  const time = date.toISOString().replace(/[-:]|\.\d+/g, '');
  const words = subject
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const slug = trimmedEnds(words.slice(0, SLUG_LENGTH_MAX), '-');
  return `${time}-${slug || 'mail'}-${id.slice(-ID_TAIL)}.eml`;
}
