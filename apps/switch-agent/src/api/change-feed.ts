import type { Log } from '@trunkline/platform/process';
import * as v from 'valibot';
import type { SwitchApi } from './switch-api';

/** What has changed since the last request. */
export interface Changes<T> {
  readonly items: readonly T[];
  /** `items` is everything: what it does not name is gone. */
  readonly isComplete: boolean;
}

export interface FeedOptions<T> {
  readonly path: string;
  /** The member of the answer with the list. */
  readonly member: string;
  readonly item: v.GenericSchema<unknown, T>;
  readonly intervalMs: number;
  /** Resolves once the changes are applied. They are asked for again if it rejects. */
  readonly apply: (changes: Changes<T>) => Promise<void>;
}

const TIMEOUT_MS = 20_000;
const PAUSE_MAX_MS = 60_000;

const page = v.looseObject({
  next: v.string(),
  more: v.boolean(),
  /** The list begins anew with this page. */
  reset: v.optional(v.boolean(), false),
});

/** Follows a list of the API by its change cursor. */
export class ChangeFeed<T> {
  private cursor: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private failures = 0;
  private readAt: Date | null = null;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly api: SwitchApi,
    private readonly options: FeedOptions<T>,
    private readonly log: Log,
  ) {}

  /** When the list was last known to be current. */
  get lastReadAt(): Date | null {
    return this.readAt;
  }

  start(): void {
    this.reading = this.read();
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.stopping.abort();
    await this.reading;
  }

  private async read(): Promise<void> {
    const { intervalMs, path } = this.options;
    try {
      await this.readOnce();
      this.failures = 0;
      this.readAt = new Date();
    } catch (error) {
      this.failures += 1;
      // Without a cursor the next answer is complete, whatever this one was.
      this.cursor = undefined;
      if (!this.stopping.signal.aborted) this.log.warn({ err: error, path }, 'a list of the API could not be followed');
    }
    if (this.stopping.signal.aborted) return;
    const pauseMs = Math.min(intervalMs * 2 ** Math.min(this.failures, 5), Math.max(intervalMs, PAUSE_MAX_MS));
    this.timer = setTimeout(() => this.start(), pauseMs);
  }

  /** Applies nothing until the last page has arrived. */
  private async readOnce(): Promise<void> {
    let items: T[] = [];
    let isComplete = false;
    let after = this.cursor;
    for (let hasMore = true; hasMore; ) {
      const { next, more, reset, list } = await this.readPage(after);
      // The cursor was too old, perhaps in the middle of the list.
      if (reset) [items, isComplete] = [[], true];
      items.push(...list);
      [after, hasMore] = [next, more];
    }
    if (isComplete || items.length > 0) await this.options.apply({ items, isComplete });
    this.cursor = after;
  }

  private async readPage(after: string | undefined) {
    const { path, member, item } = this.options;
    const query: Record<string, string> = after === undefined ? {} : { after };
    const body = await this.api.get(path, query, { signal: this.stopping.signal, timeoutMs: TIMEOUT_MS });
    const { next, more, reset, [member]: list } = v.parse(page, body);
    return { next, more, reset, list: v.parse(v.array(item), list) };
  }
}
