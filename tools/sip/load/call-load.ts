import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Testbed } from '../bed/testbed';
import { callerScenario, CLOCKS } from '../sipp/caller';
import { type Address, Phone, startSipp } from '../sipp/phone';

export interface LoadOptions {
  readonly via: Address;
  readonly to: string;
  /** Address of the caller. */
  readonly host: string;
  readonly calls: number;
  readonly perSecond: number;
  readonly holdMs: number;
}

export interface LoadResult {
  readonly answered: number;
  /** Milliseconds from each INVITE to its 180. */
  readonly ringingMs: readonly number[];
}

/** More than are ever up, so that SIPp keeps its rate. */
const AT_ONCE = 20_000;
let loads = 0;

/** Many calls of one caller. */
export class CallLoad {
  private constructor(
    private readonly phone: Phone,
    private readonly folder: string,
    private readonly name: string,
  ) {}

  static async start(bed: Testbed, options: LoadOptions): Promise<CallLoad> {
    loads += 1;
    const { via, to, host, calls, perSecond, holdMs } = options;
    const rate = ['-m', String(calls), '-r', String(perSecond), '-l', String(AT_ONCE), '-d', String(holdMs)];
    const times = ['-trace_rtt', '-rtt_freq', '1'];
    const args = [`${via.host}:${via.port}`, '-s', to, ...rate, ...times];
    const scenario = callerScenario({ from: `+15559990000@${host}` });
    const kind = `load${loads}`;
    const started = await startSipp(bed, kind, { host, scenario, args, isTraced: false });
    return new CallLoad(new Phone(...started), bed.folder, kind);
  }

  /** Resolves when all calls have ended. */
  get ended(): Promise<number | null> {
    return this.phone.ended;
  }

  stop(): Promise<void> {
    return this.phone.stop('SIGKILL');
  }

  /** Reads what SIPp has logged so far: a line per clock that stopped, with its time and its name. */
  result(): LoadResult {
    const lines = this.files().flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
    const of = (clock: string): number[] =>
      lines.map((line) => line.split(';')).flatMap(([, ms, name]) => (name === clock ? [Number(ms)] : []));
    return { answered: of(CLOCKS.answer).length, ringingMs: of(CLOCKS.ringing) };
  }

  /** SIPp names the file after the scenario and its process. */
  private files(): string[] {
    const own = (file: string): boolean => file.startsWith(`${this.name}-`) && file.endsWith('_rtt.csv');
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter(own)
      .map((file) => `${this.folder}/${file}`);
  }
}
