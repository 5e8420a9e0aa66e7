import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '../database/database';
import { VERSION } from './version';

/** The services whose processes are listed. Tools end by themselves. */
const SERVICES = ['api', 'internal-api', 'worker'] as const;
export type Service = (typeof SERVICES)[number];

/** An API or worker process, as it reported itself. */
export interface RunningProcess {
  readonly service: Service;
  readonly host: string;
  /** The release, and the commit where `GIT_COMMIT` names it. */
  readonly version: string;
  /** How far its clock is ahead of that of the database. */
  readonly skewMs: number;
}

/** Three reports and a little more: a process that reported nothing for so long has ended, or does not reach the database. */
const SILENT_SECONDS = 35;

const REPORT = `INSERT INTO platform.processes (id, service, host, version, skew_ms, seen_at)
  VALUES ($1, $2, $3, $4, $5, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET skew_ms = excluded.skew_ms, seen_at = excluded.seen_at`;
const LIST = `SELECT service, host, version, skew_ms AS "skewMs" FROM platform.processes
  WHERE seen_at > clock_timestamp() - interval '${SILENT_SECONDS} s' ORDER BY service, host, id`;

/** Lists the API and worker processes of the deployment. Each reports itself every ten seconds, see `DatabaseProbe`. */
export class RunningProcesses {
  private readonly id = randomUUID();
  private readonly version: string;

  constructor(
    private readonly db: Database,
    private readonly service: string,
    commit: string | undefined,
  ) {
    this.version = commit ? `${VERSION} (${commit})` : VERSION;
  }

  /** Records that this process runs. Does nothing in a tool. */
  async report(skewMs: number): Promise<void> {
    if (!SERVICES.some((service) => service === this.service)) return;
    await this.db.write(REPORT, [this.id, this.service, hostname(), this.version, Math.round(skewMs)]);
  }

  /** Returns the processes that reported themselves within the last 35 seconds. */
  list(): Promise<RunningProcess[]> {
    return this.db.query<RunningProcess>(LIST);
  }
}
