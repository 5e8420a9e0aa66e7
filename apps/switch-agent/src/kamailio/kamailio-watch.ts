import type { Log, Metrics } from '@trunkline/platform/process';
import type { Kamailio } from './kamailio';

const INTERVAL_MS = 2000;

/** What Kamailio says of itself. */
export interface KamailioState {
  readonly isReachable: boolean;
  /** Another one after each start. */
  readonly bootId: string | null;
  /** Whether it obeys the list of sources. A start forgets it. */
  readonly hasSources: boolean;
  /** CDRs on its disk that the API has not taken yet. */
  readonly outbox: number | null;
  /** Answered calls on its disk that have no CDR yet. */
  readonly journal: number | null;
}

const NAMES = ['boot', 'sources', 'outbox', 'journal'] as const;
const UNKNOWN: KamailioState = { isReachable: false, bootId: null, hasSources: false, outbox: null, journal: null };

/** Watches whether Kamailio answers, and what it knows. */
export class KamailioWatch {
  private known: KamailioState = UNKNOWN;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly kamailio: Kamailio,
    /** Called after each look that found Kamailio. */
    private readonly onSeen: (state: KamailioState) => Promise<void>,
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
        help: 'Rows on the disk of the switch: outbox, CDRs to send; journal, answered calls without a CDR.',
        labels: ['table'],
      },
      (set) => {
        const { outbox, journal } = this.known;
        if (outbox !== null) set(outbox, { table: 'outbox' });
        if (journal !== null) set(journal, { table: 'journal' });
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
    const { isReachable } = this.known;
    if (isReachable !== before.isReachable)
      this.log.info({ isReachable }, isReachable ? 'Kamailio answers' : 'Kamailio does not answer');
    if (!isReachable) return;
    await this.onSeen(this.known).catch((error: unknown) => {
      this.log.warn({ err: error }, 'Kamailio did not take what it has forgotten');
    });
  }

  private async read(): Promise<KamailioState> {
    try {
      const [bootId = null, sources, outbox, journal] = await Promise.all(
        NAMES.map((name) => this.kamailio.meta(name)),
      );
      return {
        isReachable: true,
        bootId,
        hasSources: sources === '1',
        outbox: countOf(outbox),
        journal: countOf(journal),
      };
    } catch {
      return UNKNOWN;
    }
  }
}

const countOf = (text: string | null | undefined): number | null => (text ? Number(text) : null);
