import type * as argon2 from '@node-rs/argon2';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** Below everything else on the machine: hashes use the processor time that requests and the database leave. */
const PRIORITY = 10;

type Argon2 = typeof argon2;
type Work = 'hashSync' | 'verifySync';

interface Settlement {
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs in each thread. Answers in the order of the messages. On Linux the priority is that of the thread, elsewhere it would be
 * that of the process.
 */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const os = require('node:os');
if (os.platform() === 'linux') os.setPriority(Math.max(os.getPriority(), ${PRIORITY}));
const argon2 = require(workerData);
parentPort.on('message', ({ work, args }) => {
  let answer;
  try {
    answer = { value: argon2[work](...args) };
  } catch (error) {
    answer = { error };
  }
  parentPort.postMessage(answer);
});`;

/** A thread hashes strings of a hundred bytes. The memory of Argon2 itself is not limited by this. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

class HashThread {
  private readonly worker: Worker;
  private readonly unanswered: Settlement[] = [];

  /** `onExit` is called when the thread has ended. */
  constructor(library: string, onExit: (thread: HashThread) => void) {
    this.worker = new Worker(SOURCE, { eval: true, workerData: library, env: {}, resourceLimits: LIMITS });
    this.worker.on('message', ({ value, error }: { value: never; error?: unknown }) => {
      const { resolve, reject } = this.take();
      if (error) reject(error);
      else resolve(value);
    });
    let failure: unknown;
    this.worker.on('error', (error) => (failure = error));
    // Comes after all answers that the thread has sent. The error may come before them.
    this.worker.on('exit', (code) => {
      onExit(this);
      const reason = failure ?? new Error(`A thread that hashes passwords ended with code ${String(code)}.`);
      while (this.load > 0) this.take().reject(reason);
    });
  }

  get load(): number {
    return this.unanswered.length;
  }

  run<W extends Work>(work: W, args: Parameters<Argon2[W]>): Promise<ReturnType<Argon2[W]>> {
    return new Promise((resolve, reject) => {
      this.worker.postMessage({ work, args });
      this.unanswered.push({ resolve, reject });
      // The process must not end before the answer, and may end when there is nothing to answer.
      this.worker.ref();
    });
  }

  private take(): Settlement {
    const oldest = this.unanswered.shift();
    if (!oldest) throw new Error('A thread answered what it was not asked.');
    if (this.load === 0) this.worker.unref();
    return oldest;
  }
}

/**
 * Threads that hash passwords, each one at a time. Waiting passwords are queued in a thread, which takes the next one at once.
 * libuv's threads had to wait until the event loop sent it: on two slow cores, 39 and 40 sign-ins a second became 42 to 44.
 * Threads start when they are needed, and stay.
 */
export class HashThreads {
  private readonly threads: HashThread[] = [];

  /** `library`: the path of `@node-rs/argon2`. */
  constructor(
    private readonly count: number,
    private readonly library = createRequire(import.meta.url).resolve('@node-rs/argon2'),
  ) {}

  hash(...args: Parameters<Argon2['hashSync']>): Promise<string> {
    return this.leastBusy().run('hashSync', args);
  }

  /** Rejects when the first argument is no hash. */
  verify(...args: Parameters<Argon2['verifySync']>): Promise<boolean> {
    return this.leastBusy().run('verifySync', args);
  }

  private leastBusy(): HashThread {
    const [least] = [...this.threads].sort((one, other) => one.load - other.load);
    return least && (least.load === 0 || this.threads.length === this.count) ? least : this.start();
  }

  private start(): HashThread {
    const thread = new HashThread(this.library, (ended) => this.threads.splice(this.threads.indexOf(ended), 1));
    this.threads.push(thread);
    return thread;
  }
}
