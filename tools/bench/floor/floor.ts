import { spawn } from 'node:child_process';
import type { Statement } from '../measuring/statements';
import type { CalledCustomer } from '../switch/customers';

/** What the floor does for a request, with the application's own statements. */
export interface FloorPlan {
  readonly authenticate: string;
  /** Third value of the authenticating statement: an address for a key, an account or null for a session. */
  readonly asked: string | null;
  readonly read: string;
  /** Path before the name. */
  readonly prefix: string;
  /** Values of the reading statement. */
  readonly values: readonly ('account' | 'name' | 'e164')[];
}

/** One statement per address, without authentication. */
export type ReadPlan = Readonly<Record<string, FloorRead>>;

export interface FloorRead {
  readonly statement: Statement;
  /** Page size; the statement reads one row more. Null for a single row. */
  readonly rows: number | null;
}

/** Authenticates a key and runs the statements of a page in order, of which the last returns its rows. */
export interface ListPlan {
  readonly authenticate: string;
  /** Third value of the authenticating statement. */
  readonly asked: string;
  /** By path with query. */
  readonly pages: Readonly<Record<string, { readonly statements: readonly Statement[]; readonly rows: number }>>;
}

/** The statements of one request, in order. */
export type StatementsPlan = readonly Statement[];

/** The statements of a routed call. */
export interface RoutePlan {
  readonly reads: readonly Statement[];
  /** Those of its transaction. */
  readonly writes: readonly Statement[];
  /** Texts in the values that are new with each call. */
  readonly fresh: readonly string[];
  /** Whose texts replace those of the first, in the order of the members. */
  readonly customers: readonly Readonly<Record<keyof CalledCustomer, string>>[];
}

export interface UploadPlan {
  readonly folder: string;
  /** Records an inspected file. Its values are an id and the time. */
  readonly insert: string;
}

export interface Floor {
  readonly port: number;
  readonly stop: () => void;
}

/** Starts the floor as a process, as the API is: authenticates, then reads the row. */
export function startFloor(databaseUrl: string, plan: FloorPlan): Promise<Floor> {
  return start('floor-server', databaseUrl, plan);
}

/** Starts the floor of reads without authentication. */
export function startReadFloor(databaseUrl: string, plan: ReadPlan): Promise<Floor> {
  return start('read-floor-server', databaseUrl, plan);
}

/** Starts the floor of lists: authenticates, then reads a page. */
export function startListFloor(databaseUrl: string, plan: ListPlan): Promise<Floor> {
  return start('list-floor-server', databaseUrl, plan);
}

/** Starts the floor of uploads, which stores files in a folder of its own within `folder`. */
export function startUploadFloor(databaseUrl: string, plan: UploadPlan): Promise<Floor> {
  return start('upload-floor-server', databaseUrl, plan);
}

/** Starts the floor of routed calls. */
export function startRouteFloor(databaseUrl: string, plan: RoutePlan): Promise<Floor> {
  return start('route-floor-server', databaseUrl, plan);
}

/** Starts the floor of a request that runs several statements. */
export function startStatementsFloor(databaseUrl: string, plan: StatementsPlan): Promise<Floor> {
  return start('statements-floor-server', databaseUrl, plan);
}

async function start(server: string, databaseUrl: string, plan: object): Promise<Floor> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, FLOOR_PLAN: JSON.stringify(plan) };
  const child = spawn(process.execPath, ['tools/run.mjs', `bench/floor/${server}`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    child.once('exit', () => reject(new Error('The floor server did not start.')));
  });
  return { port, stop: () => void child.kill('SIGTERM') };
}
