import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Log } from '@trunkline/platform';
import type { SystemMessage, SystemSender } from '../application/system-messages';

/** Writes each message to a file, as mails are written where no mail server is set. */
export class WrittenMessages implements SystemSender {
  private readonly dir: string;

  constructor(
    readonly from: string | null,
    dir: string,
    private readonly log: Log,
  ) {
    this.dir = resolve(dir);
  }

  sent(message: SystemMessage & { readonly id: string }): void {
    this.write(message).catch((error: unknown) => this.log.warn({ err: error }, 'a text message was not written'));
  }

  private async write({ id, to, body }: SystemMessage & { readonly id: string }): Promise<void> {
    const file = join(this.dir, `${id}.txt`);
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    await writeFile(file, `To: ${to}\n\n${body}\n`, { mode: 0o600 });
    this.log.info({ messageId: id, file }, 'text message written');
  }
}
