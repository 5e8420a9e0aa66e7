import { spawn } from 'node:child_process';

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

export interface Floor {
  readonly port: number;
  readonly stop: () => void;
}

/** The floor in a process of its own, as the API is. */
export async function startFloor(databaseUrl: string, plan: FloorPlan): Promise<Floor> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, FLOOR_PLAN: JSON.stringify(plan) };
  const child = spawn(process.execPath, ['tools/run.mjs', 'bench/floor-server'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    child.once('exit', () => reject(new Error('The floor server did not start.')));
  });
  return { port, stop: () => void child.kill('SIGTERM') };
}
