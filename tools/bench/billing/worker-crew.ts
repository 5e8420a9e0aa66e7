import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mainOf } from '../../stack/app-process';

const STARTS_WITHIN_MS = 60_000;
const POLL_MS = 100;
const MEGA = 1024 * 1024;
/** Heap for one batch but not for all numbers: a worker that kept finished work would run out of memory. */
const HEAP_MB = 192;

export interface Memory {
  readonly rssMb: number;
  readonly heapMb: number;
}

/** A worker process as in production, which records what its log says about billing. */
class CrewMember {
  /** Number of months charged. */
  charged = 0;
  private port = 0;
  private rest = '';

  constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.read(text));
  }

  get hasStarted(): boolean {
    if (this.child.exitCode !== null) throw new Error('A worker did not start.');
    return this.port > 0;
  }

  /** From its metrics. */
  async memory(): Promise<Memory> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text();
    const of = (name: string) => Number(new RegExp(`^${name}{[^}]*} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN) / MEGA;
    return { rssMb: of('process_resident_memory_bytes'), heapMb: of('nodejs_heap_size_used_bytes') };
  }

  /** Kills the worker: events that are not relayed yet do not matter here. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  private read(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      const { msg, port, charged } = JSON.parse(line) as { msg?: string; port?: number; charged?: number };
      if (msg === 'worker started') this.port = port ?? 0;
      if (msg === 'numbers were billed') this.charged += charged ?? 0;
    }
  }
}

/** Several worker processes on one database. */
export class WorkerCrew {
  private constructor(readonly members: readonly CrewMember[]) {}

  /** Resolves when all workers have started. */
  static async start(count: number, env: Readonly<Record<string, string>>): Promise<WorkerCrew> {
    const built = spawnSync(process.execPath, ['tools/build.mjs', 'worker'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (built.status !== 0) throw new Error('The worker could not be built.');
    const members = Array.from({ length: count }, () => {
      const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, mainOf('worker')], {
        env: { PATH: process.env['PATH'] ?? '', ...env, WORKER_PORT: '0', LOG_LEVEL: 'info' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return new CrewMember(child);
    });
    const crew = new WorkerCrew(members);
    const until = performance.now() + STARTS_WITHIN_MS;
    while (!members.every(({ hasStarted }) => hasStarted)) {
      if (performance.now() > until) throw new Error('The workers did not start in time.');
      await new Promise((resume) => setTimeout(resume, POLL_MS));
    }
    return crew;
  }

  memory(): Promise<Memory[]> {
    return Promise.all(this.members.map((member) => member.memory()));
  }

  async kill(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
  }
}
