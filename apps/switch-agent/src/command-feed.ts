import type { Log, Metrics } from '@trunkline/platform/process';
import { commandsIn, type ReceivedCommand } from './api/answers';
import { ApiError, type SwitchApi } from './api/switch-api';

/** What came of a command, as `POST /switch/commands/{id}/result` receives it. */
export interface CommandResult {
  readonly ok: boolean;
  readonly sip_code?: number | null;
  readonly rtt_ms?: number | null;
  readonly error?: string | null;
}

/** Returns null for a command that was carried out before: its result is not reported again. */
export type CarryOut = (command: ReceivedCommand) => Promise<CommandResult | null>;

const WAIT_S = 25;
const POLL_TIMEOUT_MS = 35_000;
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 10_000;
const RESULT_ATTEMPTS = 4;

/** Asks the API for commands by a long poll, has them carried out and reports their results. */
export class CommandFeed {
  private after: string | undefined;
  private readonly stopping = new AbortController();
  private polling: Promise<void> | undefined;
  private readonly running = new Set<Promise<void>>();
  private polledAt: Date | null = null;

  constructor(
    private readonly api: SwitchApi,
    private readonly carryOut: CarryOut,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  /** When the API last answered a poll. */
  get lastPollAt(): Date | null {
    return this.polledAt;
  }

  start(): void {
    this.polling = this.poll();
  }

  /** Asks for no more commands, and waits for the results of those that run. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.polling;
    await Promise.all(this.running);
  }

  private async poll(): Promise<void> {
    const { signal } = this.stopping;
    let pauseMs = PAUSE_MIN_MS;
    while (!signal.aborted) {
      const isAnswered = await this.pollOnce(signal);
      if (isAnswered) pauseMs = PAUSE_MIN_MS;
      else {
        await pause(pauseMs * (0.5 + Math.random()), signal);
        pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
      }
    }
  }

  private async pollOnce(signal: AbortSignal): Promise<boolean> {
    try {
      const query = { wait_s: WAIT_S, ...(this.after !== undefined && { after: this.after }) };
      const commands = commandsIn(
        await this.api.get('/switch/commands', query, { signal, timeoutMs: POLL_TIMEOUT_MS }),
      );
      this.polledAt = new Date();
      for (const command of commands) this.begin(command);
      return true;
    } catch (error) {
      if (!signal.aborted) this.log.warn({ err: error }, 'the poll for commands failed');
      return false;
    }
  }

  private begin(command: ReceivedCommand): void {
    this.after = command.id;
    const work: Promise<void> = this.command(command).finally(() => this.running.delete(work));
    this.running.add(work);
  }

  private async command(command: ReceivedCommand): Promise<void> {
    const result = await this.resultOf(command);
    if (!result) return;
    this.log.info(
      { command: command.id, type: command.type, ok: result.ok, error: result.error },
      'a command was carried out',
    );
    this.metrics
      .counter({
        name: 'trunkline_agent_commands_total',
        help: 'Commands that were carried out, by type and outcome: ok or failed.',
        labels: ['type', 'outcome'],
      })
      .inc({ type: command.type, outcome: result.ok ? 'ok' : 'failed' });
    await this.report(command, result);
  }

  private async resultOf(command: ReceivedCommand): Promise<CommandResult | null> {
    try {
      return await this.carryOut(command);
    } catch (error) {
      this.log.error({ err: error, command: command.id, type: command.type }, 'a command failed');
      return { ok: false, error: error instanceof Error ? error.message : 'failed' };
    }
  }

  /** A result that the API never receives only delays the request that waits for it. */
  private async report({ id }: ReceivedCommand, result: CommandResult): Promise<void> {
    for (let attempt = 1; attempt <= RESULT_ATTEMPTS; attempt += 1) {
      try {
        await this.api.post(`/switch/commands/${encodeURIComponent(id)}/result`, result);
        return;
      } catch (error) {
        const isLast = attempt === RESULT_ATTEMPTS || (error instanceof ApiError && error.isFinal);
        if (isLast) {
          this.log.warn({ err: error, command: id }, 'the result of a command was not reported');
          return;
        }
        await pause(PAUSE_MIN_MS * 2 ** attempt, this.stopping.signal);
      }
    }
  }
}

/** Resolves after the pause, or at once when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
