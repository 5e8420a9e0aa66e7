import type { CommandQueue, HandedCommand } from './ports';
import type { SwitchNode } from '../../domain/live-calls/switch-node';

/** A command that is older is never handed out (docs/integrating-a-switch.md#commands). */
export const COMMAND_SECONDS = 30;
/** What a switch receives that does not say what it has received: it may have restarted and must not dial again. */
const FRESH_SECONDS = 5;
/** Replaces a lost notification. */
const RECHECK_MS = 1_000;
/** Waiting polls of one process of a switch. A switch needs one; after a lost connection the old one waits until it is noticed. */
const POLLS_PER_NODE_MAX = 4;
/** Waiting polls of this process of the API. */
const POLLS_MAX = 256;

export interface CommandPoll {
  /** The last command that has arrived; null for a switch that has just started. */
  readonly after: string | null;
  readonly waitSeconds: number;
  /** Aborted when the switch disconnects. */
  readonly signal: AbortSignal;
}

interface WaitingPoll extends SwitchNode {
  /** A command may have come. */
  isDue: boolean;
  isEnded: boolean;
  wake: () => void;
}

/** Hands commands to the switches that wait for them. A waiting poll holds no database connection. */
export class HandOutCommands {
  private readonly waiting = new Set<WaitingPoll>();
  private isOver = false;

  constructor(private readonly queue: CommandQueue) {
    queue.listen((switchId) => this.wake(switchId));
  }

  get waitingPolls(): number {
    return this.waiting.size;
  }

  /**
   * Returns the commands of the process as soon as there are any, or none after `waitSeconds`. Returns null while too many
   * polls wait.
   */
  async poll(node: SwitchNode, { after, waitSeconds, signal }: CommandPoll): Promise<readonly HandedCommand[] | null> {
    if (this.waiting.size >= POLLS_MAX) return null;
    this.endOldestOf(node);
    const poll: WaitingPoll = { ...node, isDue: false, isEnded: this.isOver, wake: () => undefined };
    const end = () => endPoll(poll);
    signal.addEventListener('abort', end, { once: true });
    this.waiting.add(poll);
    try {
      await this.queue.arrive(node, after);
      const commands = await this.firstOf(poll, after === null ? FRESH_SECONDS : COMMAND_SECONDS, waitSeconds, signal);
      if (!signal.aborted) return commands;
      // Nothing was written to the connection, so that even a call may be placed by the next poll.
      await this.queue.giveBack(commands.map(({ id }) => id));
      return [];
    } finally {
      this.waiting.delete(poll);
      signal.removeEventListener('abort', end);
    }
  }

  /** Answers all waiting polls, and lets none wait from now on. */
  end(): void {
    this.isOver = true;
    for (const poll of this.waiting) endPoll(poll);
  }

  private async firstOf(
    poll: WaitingPoll,
    maxAgeSeconds: number,
    waitSeconds: number,
    signal: AbortSignal,
  ): Promise<HandedCommand[]> {
    const endsAt = performance.now() + waitSeconds * 1000;
    for (;;) {
      poll.isDue = false;
      if (signal.aborted) return [];
      const commands = await this.queue.take(poll, maxAgeSeconds);
      const leftMs = endsAt - performance.now();
      if (commands.length > 0 || poll.isEnded || leftMs <= 0) return commands;
      await awaken(poll, Math.min(leftMs, RECHECK_MS));
    }
  }

  private endOldestOf({ switchId, node }: SwitchNode): void {
    const same = [...this.waiting].filter((poll) => poll.switchId === switchId && poll.node === node && !poll.isEnded);
    if (same.length >= POLLS_PER_NODE_MAX && same[0]) endPoll(same[0]);
  }

  private wake(switchId: string | null): void {
    for (const poll of this.waiting) if (switchId === null || poll.switchId === switchId) wakePoll(poll);
  }
}

function wakePoll(poll: WaitingPoll): void {
  poll.isDue = true;
  poll.wake();
}

function endPoll(poll: WaitingPoll): void {
  poll.isEnded = true;
  poll.wake();
}

/** Resolves when the poll is woken or ended, at the latest after `ms` milliseconds. */
function awaken(poll: WaitingPoll, ms: number): Promise<void> {
  if (poll.isDue || poll.isEnded) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms);
    poll.wake = () => {
      clearTimeout(late);
      resolve();
    };
  });
}
