import type { Log, Metrics } from '@trunkline/platform/process';
import type { Kamailio } from './kamailio';

const INTERVAL_MS = 2000;

/** What Kamailio says of itself. */
export interface KamailioState {
  readonly isReachable: boolean;
  /** Another one with each start. */
  readonly bootId: string | null;
  /** Reports that wait on disk for the API. */
  readonly outbox: number | null;
  /** Answered calls that have no CDR yet. */
  readonly journal: number | null;
}

const UNKNOWN: KamailioState = { isReachable: false, bootId: null, outbox: null, journal: null };

/** Watches whether Kamailio answers, and whether it has started again. */
export class KamailioWatch {
  private known: KamailioState = UNKNOWN;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly kamailio: Kamailio,
    /** Kamailio has started, or is seen for the first time. */
    private readonly onBoot: () => void,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    metrics.gauge(
      { name: 'trunkline_agent_kamailio_up', help: '1 while Kamailio answers its agent.', labels: [] },
      (set) => Promise.resolve(set(Number(this.known.isReachable), {})),
    );
    metrics.gauge(
      {
        name: 'trunkline_agent_kamailio_rows',
        help: 'Rows on the disk of the switch: outbox, reports for the API; journal, answered calls without a CDR.',
        labels: ['table'],
      },
      (set) => {
        for (const table of ['outbox', 'journal'] as const) set(this.known[table] ?? 0, { table });
        return Promise.resolve();
      },
    );
  }

  get state(): KamailioState {
    return this.known;
  }

  /** Resolves after the first look. */
  async start(): Promise<void> {
    await this.look();
    this.plan();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private plan(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.plan()), INTERVAL_MS);
  }

  private async look(): Promise<void> {
    const before = this.known;
    this.known = await this.read();
    if (this.known.isReachable !== before.isReachable)
      this.log.info({ isReachable: this.known.isReachable }, 'Kamailio was reached or lost');
    const isNew = this.known.isReachable && (!before.isReachable || this.known.bootId !== before.bootId);
    if (isNew) this.onBoot();
  }

  private async read(): Promise<KamailioState> {
    try {
      const [bootId, outbox, journal] = await Promise.all(
        ['boot', 'outbox', 'journal'].map((name) => this.kamailio.meta(name)),
      );
      return { isReachable: true, bootId: bootId ?? null, outbox: numberOf(outbox), journal: numberOf(journal) };
    } catch {
      return UNKNOWN;
    }
  }
}

const numberOf = (text: string | null | undefined): number | null => (text ? Number(text) : null);
