import { spawn } from 'node:child_process';
import type { Statement } from './statements';

/** What the floor does for a request: its statements are the application's own. */
export interface FloorPlan {
  readonly authenticate: string;
  /** The third value of the statement that authenticates: an address for a key, an account or none for a session. */
  readonly asked: string | null;
  readonly read: string;
  /** What stands before the name in the path. */
  readonly prefix: string;
  /** The values of the statement that reads. */
  readonly values: readonly ('account' | 'name' | 'e164')[];
}

/** A statement for each address, and who asks is not asked. */
export type ReadPlan = Readonly<Record<string, FloorRead>>;

export interface FloorRead {
  readonly statement: Statement;
  /** The rows shown of a page, which reads one more; null for a single row. */
  readonly rows: number | null;
}

export interface Floor {
  readonly port: number;
  readonly stop: () => void;
}

/** The floor in a process of its own, as the API is: who asks, then the row. */
export function startFloor(databaseUrl: string, plan: FloorPlan): Promise<Floor> {
  return start('floor-server', databaseUrl, plan);
}

/** The floor of reads that authenticate nobody. */
export function startReadFloor(databaseUrl: string, plan: ReadPlan): Promise<Floor> {
  return start('read-floor-server', databaseUrl, plan);
}

async function start(server: string, databaseUrl: string, plan: object): Promise<Floor> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, FLOOR_PLAN: JSON.stringify(plan) };
  const child = spawn(process.execPath, ['tools/run.mjs', `bench/${server}`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    child.once('exit', () => reject(new Error('The floor server did not start.')));
  });
  return { port, stop: () => void child.kill('SIGTERM') };
}
