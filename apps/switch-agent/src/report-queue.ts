import type { Log, Metrics } from '@trunkline/platform/process';
import { ApiError, type SwitchApi } from './api/switch-api';
import type { StoredValues } from './stored-file';

/** A CDR, as `POST /switch/cdrs` receives it. */
export type Cdr = Readonly<Record<string, unknown>>;

const PAUSE_MIN_MS = 500;
const PAUSE_MAX_MS = 30_000;

/** CDRs that wait on disk until the API has taken them. */
export class ReportQueue {
  private readonly waiting = new Map<string, Cdr>();
  private sending: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private pauseMs = PAUSE_MIN_MS;
  private count = 0;
  private isStopped = false;

  constructor(
    private readonly api: SwitchApi,
    private readonly stored: StoredValues<Cdr>,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    metrics.gauge(
      {
        name: 'trunkline_agent_reports_pending',
        help: 'CDRs of the agent that the API has not taken yet.',
        labels: [],
      },
      (set) => Promise.resolve(set(this.pending, {})),
    );
  }

  get pending(): number {
    return this.waiting.size;
  }

  /** Takes up what an earlier process left. */
  async restore(): Promise<void> {
    for (const { name, value } of await this.stored.load()) this.waiting.set(name, value);
    this.flush();
  }

  /** Resolves once the CDR is on disk. */
  async add(cdr: Cdr): Promise<void> {
    this.count += 1;
    const name = `${Date.now()}-${process.pid}-${this.count}`;
    await this.stored.store(name, cdr);
    this.waiting.set(name, cdr);
    this.flush();
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.sending;
    this.isStopped = true;
  }

  private flush(): void {
    if (this.sending || this.isStopped || this.waiting.size === 0) return;
    clearTimeout(this.timer);
    this.sending = this.sendAll().finally(() => {
      this.sending = undefined;
      if (this.waiting.size > 0 && !this.isStopped) this.timer = setTimeout(() => this.flush(), this.pauseMs);
    });
  }

  /** One by one, so that a CDR that the API refuses blocks no other. */
  private async sendAll(): Promise<void> {
    for (const [name, cdr] of this.waiting) {
      if (!(await this.isTaken(cdr))) {
        this.pauseMs = Math.min(this.pauseMs * 2, PAUSE_MAX_MS);
        return;
      }
      this.pauseMs = PAUSE_MIN_MS;
      this.waiting.delete(name);
      await this.stored.remove(name).catch((error: unknown) => {
        this.log.warn(
          { err: error },
          'a report that was sent could not be removed and is sent again at the next start',
        );
      });
    }
  }

  /** Returns whether the CDR needs not be sent again. */
  private async isTaken(cdr: Cdr): Promise<boolean> {
    try {
      const answer = await this.api.post('/switch/cdrs', { cdrs: [cdr] });
      this.log.info({ decision: cdr['decision_id'], answer: outcomeOf(answer) }, 'an unanswered call was reported');
      return true;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.isFinal;
      if (isRefused)
        this.log.error({ err: error, decision: cdr['decision_id'] }, 'the API refuses a report, which is dropped');
      return isRefused;
    }
  }
}

const outcomeOf = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'outcomes' in answer ? JSON.stringify(answer.outcomes) : '';
