import type { Clock } from '@trunkline/kernel';
import type { Export } from '../domain/export';
import type { CallbackSecrets, CallbackSender, ExportRepository } from './ports';
import { completedEvent, failedEvent } from './run-export';

const BATCH = 20;

/** Tells callback URLs that exports have ended. Retried as webhooks are. See docs/exports.md#callbacks. */
export class ExportCallbacks {
  constructor(
    private readonly exports: ExportRepository,
    private readonly secrets: CallbackSecrets,
    private readonly sender: CallbackSender,
    private readonly clock: Clock,
  ) {}

  /** Sends what is due, and returns how many requests it sent. Safe to run on any number of workers. */
  async sendDue(): Promise<number> {
    let sent = 0;
    for (let count = BATCH; count === BATCH; sent += count) {
      const due = await this.exports.claimCallbacks(this.clock.now(), BATCH);
      await Promise.all(due.map((each) => this.send(each)));
      count = due.length;
    }
    return sent;
  }

  private async send(ended: Export): Promise<void> {
    const { id, callbackUrl: url, callbackSecretSealed: sealed, completedAt, callbackAttempts: attempts } = ended;
    if (url === null || sealed === null || completedAt === null) return;
    const { type, data } = eventOf(ended);
    const payload = { id, type, createdAt: completedAt, data, isTest: false } as const;
    const cycle = { attempts, startedAt: ended.callbackStartedAt };
    const { at, nextAttemptAt } = await this.sender.send({
      url,
      payload,
      secret: this.secrets.open(id, sealed),
      cycle,
    });
    await this.exports.saveCallback(ended, at, nextAttemptAt);
  }
}

function eventOf(ended: Export) {
  const { errorCode, rowCount, sizeBytes, sha256, expiresAt } = ended;
  if (errorCode !== null) return failedEvent(ended, errorCode);
  return completedEvent(
    ended,
    { rowCount: rowCount ?? 0, sizeBytes: sizeBytes ?? 0, sha256: sha256 ?? '' },
    expiresAt ?? new Date(0),
  );
}
