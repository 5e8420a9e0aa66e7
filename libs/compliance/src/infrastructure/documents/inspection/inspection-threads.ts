import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { DomainError, Turns } from '@trunkline/kernel';
import type { Log } from '@trunkline/platform';
import { ComplianceErrors } from '../../../domain/errors';
import type { Inspections, ThreadMessage } from './inspection-thread';
import entryOfThreads from './inspection-thread?thread';

export interface ThreadLimits {
  /** Of the JavaScript of one task. */
  readonly memoryMb: number;
  /** Processor time of one task, where the system tells it, which is on Linux. */
  readonly processorMs: number;
  /** Time of one task, also on a machine that is busy with other work. */
  readonly totalMs: number;
}

/** The slowest file of the tests takes two seconds and 200 MB on a slow machine. */
const LIMITS: ThreadLimits = { memoryMb: 256, processorMs: 6_000, totalMs: 120_000 };
/** More would take more memory than they save time. */
const THREADS_MAX = 2;
const YOUNG_MB = 32;
const CHECK_MS_MIN = 50;
/** Of the times in /proc, on every Linux. See proc(5). */
const TICKS_PER_SECOND = 100;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

type ResultOf<J extends keyof Inspections> = Awaited<ReturnType<Inspections[J]>>;

interface Running {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly startedAt: number;
  processorMsBefore: number;
  timer?: NodeJS.Timeout;
}

/** A thread, which does one task at a time. */
class InspectionThread {
  hasEnded = false;
  private readonly worker: Worker;
  private running: Running | null = null;
  /** The system's id of the thread: empty where the system tells no times of threads, null until the thread runs. */
  private systemId: string | null = null;
  private failure: unknown = null;

  constructor(
    entry: URL,
    private readonly limits: ThreadLimits,
  ) {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: limits.memoryMb - YOUNG_MB };
    this.worker = new Worker(entry, { env: {}, resourceLimits });
    this.worker.on('message', (message: ThreadMessage) => this.take(message));
    this.worker.on('error', (error) => (this.failure = error));
    this.worker.on('exit', () => this.end(this.reasonOfExit()));
  }

  run<J extends keyof Inspections>(job: J, ...args: Parameters<Inspections[J]>): Promise<ResultOf<J>> {
    const [content, ...rest] = args;
    // The caller goes on using its content, which may be a part of other memory.
    const copy = new Uint8Array(content);
    return new Promise<ResultOf<J>>((resolve, reject) => {
      this.running = { resolve, reject, startedAt: performance.now(), processorMsBefore: this.processorMs() };
      // The process must not end before the answer, and may end when there is nothing to answer.
      this.worker.ref();
      this.worker.postMessage({ job, args: [copy, ...rest] }, [copy.buffer]);
      this.check();
    });
  }

  private take(message: ThreadMessage): void {
    if ('systemId' in message) {
      this.systemId = message.systemId;
      // The start of the thread is not the file's fault.
      if (this.running) this.running.processorMsBefore = this.processorMs();
      return;
    }
    const running = this.finish();
    if ('result' in message) running?.resolve(message.result);
    else if ('refusal' in message) running?.reject(new DomainError(...message.refusal));
    // A fault of a parser. Whatever a file does to it, the file is refused.
    else running?.reject(unreadable('The file cannot be read.', message.error));
  }

  private finish(): Running | null {
    const running = this.running;
    clearTimeout(running?.timer);
    this.running = null;
    this.worker.unref();
    return running;
  }

  /** Ends the thread when its task has used its time. Otherwise checks again when that can be at the earliest. */
  private check(): void {
    const { running, limits } = this;
    if (!running) return;
    const leftMs = Math.min(
      limits.totalMs - (performance.now() - running.startedAt),
      limits.processorMs - (this.processorMs() - running.processorMsBefore),
    );
    if (leftMs > 0) {
      running.timer = setTimeout(() => this.check(), Math.max(leftMs, CHECK_MS_MIN));
      return;
    }
    this.end(unreadable('The file takes too long to read.'));
    void this.worker.terminate();
  }

  private end(reason: unknown): void {
    this.hasEnded = true;
    this.finish()?.reject(reason);
  }

  /** A thread that ended by itself was ended by the file that it read. */
  private reasonOfExit(): unknown {
    const { failure } = this;
    if (this.systemId === null) return failure ?? new Error('A thread that reads documents did not start.');
    const isFull = failure instanceof Error && 'code' in failure && failure.code === OUT_OF_MEMORY;
    return unreadable(isFull ? 'The file takes too much memory to read.' : 'The file cannot be read.', failure);
  }

  private processorMs(): number {
    if (!this.systemId || this.hasEnded) return 0;
    const text = textOf(`/proc/self/task/${this.systemId}/stat`);
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND;
  }
}

/**
 * Threads that read customers' files, each one at a time, with limits of memory and time: a file that exceeds one is refused,
 * and another thread takes the place of the one that read it. They start when they are needed, and stay. One core is left to
 * the event loop, which answers calls.
 */
export class InspectionThreads {
  private readonly turns: Turns;
  private readonly idle: InspectionThread[] = [];

  constructor(
    private readonly log: Log,
    private readonly count = Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1)),
    private readonly limits = LIMITS,
    private readonly entry = entryOfThreads,
  ) {
    this.turns = new Turns(count);
  }

  /** Throws what the inspection throws, and `document_unreadable` for a file that exceeds a limit or ends its thread. */
  read(content: Buffer): ReturnType<Inspections['read']> {
    return this.turns.run(() => this.use((thread) => thread.run('read', content)));
  }

  /** As `read`. Nothing else is read beside an image that takes much memory. */
  decode(isLarge: boolean, ...task: Parameters<Inspections['decode']>): ReturnType<Inspections['decode']> {
    return this.turns.run(() => this.use((thread) => thread.run('decode', ...task)), isLarge ? this.count : 1);
  }

  private async use<T>(work: (thread: InspectionThread) => Promise<T>): Promise<T> {
    const kept = this.idle.pop();
    const thread = kept && !kept.hasEnded ? kept : new InspectionThread(this.entry, this.limits);
    try {
      return await work(thread);
    } catch (error) {
      if (thread.hasEnded) this.log.warn({ err: error }, 'a document ended the thread that read it');
      else if (error instanceof Error && error.cause) this.log.warn({ err: error }, 'a parser failed at a document');
      throw error;
    } finally {
      if (!thread.hasEnded) this.idle.push(thread);
    }
  }
}

/** Returns an empty text for the figures of a thread that has just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** `cause` is what a parser or a thread failed with, which the log needs and the client does not. */
function unreadable(what: string, cause?: unknown): Error {
  const message = `${what} Print or scan it to a new file and upload that.`;
  return Object.assign(ComplianceErrors.document_unreadable({ message }), cause !== undefined && { cause });
}
