import { Worker } from 'node:worker_threads';
import { Turns } from '@trunkline/kernel';
import type { Log } from '../observability/log';
import type { PrintMessage } from './print-thread';
import entryOfThread from './print-thread?thread';
import type { Printed, PrintedDocument } from './printed-document';

/** The fonts of every script together take a third of it. */
const MEMORY_MB = 256;
/** The longest document takes some seconds on a slow machine. */
const TIME_MS = 60_000;
/** The thread keeps its fonts for the next document this long. */
const IDLE_MS = 60_000;

/**
 * Prints documents in a thread, one at a time, so that the event loop goes on answering requests. The thread starts with the first
 * document and ends after a minute without one.
 */
export class PdfPrinter {
  private readonly turns = new Turns(1);
  private worker: Worker | null = null;
  private idle: NodeJS.Timeout | null = null;

  constructor(
    private readonly log: Log,
    private readonly limits = { memoryMb: MEMORY_MB, timeMs: TIME_MS, idleMs: IDLE_MS },
    private readonly entry = entryOfThread,
  ) {}

  /** The same document prints the same bytes. Rejects when a document exceeds the limits of memory or time. */
  async print(document: PrintedDocument): Promise<Buffer> {
    const { content, missing } = await this.turns.run(() => this.run(document));
    if (missing.length > 0)
      this.log.warn({ title: document.title, missing }, 'a document has characters for which there is no font');
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  }

  private async run(document: PrintedDocument): Promise<Printed> {
    clearTimeout(this.idle ?? undefined);
    const worker = this.worker ?? this.start();
    worker.ref();
    try {
      return await this.answerOf(worker, document);
    } finally {
      // The process may end when there is nothing to print.
      worker.unref();
      this.idle = setTimeout(() => this.end(worker), this.limits.idleMs).unref();
    }
  }

  private start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.limits.memoryMb };
    const worker = new Worker(this.entry, { env: {}, resourceLimits });
    worker.on('exit', () => this.forget(worker));
    worker.on('error', (error) => this.log.warn({ err: error }, 'the thread that prints documents failed'));
    this.worker = worker;
    return worker;
  }

  private answerOf(worker: Worker, document: PrintedDocument): Promise<Printed> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        outcome();
      };
      const onMessage = (message: PrintMessage): void =>
        settle(() => ('printed' in message ? resolve(message.printed) : reject(asError(message.error))));
      const onError = (error: unknown): void => settle(() => reject(asError(error)));
      const onExit = (): void => settle(() => reject(new Error('The thread that prints documents ended.')));
      const timer = setTimeout(() => {
        settle(() => reject(new Error('A document takes too long to print.')));
        this.end(worker);
      }, this.limits.timeMs);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(document);
    });
  }

  private end(worker: Worker): void {
    this.forget(worker);
    void worker.terminate();
  }

  private forget(worker: Worker): void {
    if (this.worker === worker) this.worker = null;
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('A document could not be printed.', { cause: reason });
}
