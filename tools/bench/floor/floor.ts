import { spawn } from 'node:child_process';
import type { Statement } from '../measuring/statements';

/** What the floor of a request does: the application's own statements, by the path of the request. */
export interface FloorPlan {
  /** Authenticates a key; its values are the hash of the key, the time, and the address of the client. Null: no authentication. */
  readonly authenticate: Pick<Statement, 'text'> | null;
  readonly requests: Readonly<Record<string, FloorRequest>>;
}

export interface FloorRequest {
  /** In order. The last returns what is read. */
  readonly statements: readonly Statement[];
  /** Page size; the statement reads one row more. Null for a single row. */
  readonly rows: number | null;
}

export interface Floor {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts the floor of a bench as a process, as the API is. The plan says what it does. */
export async function startFloor(databaseUrl: string, plan: object, server = 'floor/floor-server'): Promise<Floor> {
  const child = spawn(process.execPath, ['tools/run.mjs', `bench/${server}`], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(plan));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString()));
    child.once('exit', () => reject(new Error('The floor server did not start.')));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill('SIGTERM') };
}
