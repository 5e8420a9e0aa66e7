import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 40;
/** A switch repeats a report that was answered 5xx, see docs/integrating-a-switch.md. */
const REPEAT_MS = 500;
/** A switch repeats it for days. */
const REPEAT_FOR_MS = 600_000;
const NS_PER_MS = 1e6;
const ERROR = 500;
const ROUTE = 'POST /switch/route';

export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Sample {
  readonly name: string;
  readonly phase: string;
  readonly status: number;
  readonly ms: number;
  /** Whether the client sends the request again after a 5xx or a lost connection, as a switch does with CDRs. */
  readonly isRepeated: boolean;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

/** Sends a request. Status 0 stands for a connection that failed. */
export function send({ url, headers }: Target, agent: Agent, { method, path, body }: Request): Promise<Answer> {
  return new Promise((answered) => {
    const type = body && { 'content-type': 'application/json' };
    const sent = request(`${url}${path}`, { agent, method, headers: { ...headers, ...type } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('close', () => {
        answered({ status: response.complete ? (response.statusCode ?? 0) : 0, body: Buffer.concat(parts).toString() });
      });
    });
    sent.on('error', () => {
      answered({ status: 0, body: '' });
    });
    sent.end(body && JSON.stringify(body));
  });
}

/** Reads lists and reports, routes calls and reports them, each in a loop of its own, until it is stopped. */
export class Load {
  /** The switch's ids of the calls whose report was accepted. */
  readonly accepted: string[] = [];
  /** The ids of the calls whose report was never accepted. */
  readonly refused: string[] = [];
  /** The name of the phase to which new samples belong. */
  private phase = 'before';
  /** How late the timers of this process fire: a measured time may be too long by this much. */
  private readonly delay = monitorEventLoopDelay({ resolution: 10 });
  private readonly samples: Sample[] = [];
  private readonly stopping = new AbortController();
  private readonly loops: Promise<void>[] = [];

  constructor(
    private readonly api: Target,
    private readonly switches: Target,
    private readonly called: string,
  ) {}

  start(): void {
    this.delay.enable();
    const lists = [
      ['GET /cdrs', '/v1/cdrs?limit=50'],
      ['GET /cdrs by length', '/v1/cdrs?sort=billable_duration_s'],
      ['GET /cdrs filtered', '/v1/cdrs?country=IT&direction=outbound'],
      ['GET /cdrs of a number', '/v1/cdrs?e164=%2B49300000400'],
      ['GET /dashboard/summary', '/v1/dashboard/summary'],
      ['GET /numbers', '/v1/numbers?limit=50'],
    ] as const;
    for (const [name, path] of lists) this.loop((agent) => this.timed(name, this.api, agent, { method: 'GET', path }));
    const run = Date.now().toString(36);
    for (const lane of [1, 2]) this.loop((agent, n) => this.call(agent, `${run} ${String(lane)}.${String(n)}`));
  }

  /** Begins a phase, and returns a line about the one that ends. */
  enter(phase: string): string {
    const ended = this.phase;
    const samples = this.samples.filter((sample) => sample.phase === ended);
    const routes = samples.filter(({ name }) => name === ROUTE);
    const slowestMs = routes.reduce((slowest, { ms }) => Math.max(slowest, ms), 0);
    const failed = samples.filter(isFailure).length;
    const lateMs = this.delay.max / NS_PER_MS;
    this.delay.reset();
    this.phase = phase;
    return (
      `${ended}: ${String(samples.length)} requests, ${String(failed)} without a response or with 5xx; the slowest route took ` +
      `${slowestMs.toFixed(0)} ms, and this tool waited up to ${lateMs.toFixed(0)} ms for a processor`
    );
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  /** Returns a line per phase and request: count, median, 99th percentile, longest, and statuses other than 2xx. */
  table(): string {
    const groups = new Map<string, Sample[]>();
    for (const sample of this.samples) {
      const key = `| ${sample.phase} | ${sample.name}`;
      const group = groups.get(key);
      if (group) group.push(sample);
      else groups.set(key, [sample]);
    }
    const lines = [...groups].map(([key, samples]) => {
      const times = samples.map(({ ms }) => ms).sort((a, b) => a - b);
      const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0);
      const failed = samples.filter(({ status }) => status < 200 || status > 299).map(({ status }) => status);
      return `${key} | ${String(times.length)} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${failed.join(' ') || 'none'} |`;
    });
    return [
      '| phase | request | count | p50 ms | p99 ms | max ms | failed |',
      '|---|---|---|---|---|---|---|',
      ...lines,
    ].join('\n');
  }

  /** Returns how many reports of a switch were answered 5xx and sent again. */
  get repeats(): number {
    return this.samples.filter((sample) => sample.isRepeated && isFailure(sample)).length;
  }

  /**
   * Returns the samples that an upgrade must not have: 5xx, failed connections and times above the limit. Requests that a switch repeats
   * are left out.
   */
  faults(limitsMs: { readonly routes: number; readonly others: number }): string[] {
    const limitOf = ({ name }: Sample) => (name === ROUTE ? limitsMs.routes : limitsMs.others);
    return this.samples
      .filter((sample) => (isFailure(sample) && !sample.isRepeated) || sample.ms > limitOf(sample))
      .map((sample) => `${sample.phase}: ${sample.name}: ${String(sample.status)} after ${sample.ms.toFixed(0)} ms`);
  }

  private loop(work: (agent: Agent, n: number) => Promise<unknown>): void {
    const run = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let n = 0; !this.stopping.signal.aborted; n++) {
        await work(agent, n);
        await pause(PAUSE_MS);
      }
      agent.destroy();
    };
    this.loops.push(run());
  }

  private async call(agent: Agent, id: string): Promise<void> {
    const key = { switch_id: 'upgrade', call_id: `upgrade ${id}` };
    const call = { ...key, from: '+442079460000', to: this.called, source_ip: '127.0.0.1' };
    const routed = await this.timed(ROUTE, this.switches, agent, {
      method: 'POST',
      path: '/switch/route',
      body: call,
    });
    if (routed.status !== 200) return;
    const { decision_id: decisionId } = JSON.parse(routed.body) as { decision_id: string };
    const startedAt = Math.floor(Date.now() / 1000) - 60;
    const times = { started_at: startedAt, answered_at: startedAt, ended_at: startedAt + 50 };
    const row = { ...key, decision_id: decisionId, ...times, sip_code: 200 };
    const report = { method: 'POST', path: '/switch/cdrs', body: { cdrs: [row] } } as const;
    const giveUpAt = performance.now() + REPEAT_FOR_MS;
    while (performance.now() < giveUpAt) {
      const answer = await this.timed('POST /switch/cdrs', this.switches, agent, report);
      if (!isFailure(answer)) {
        const isAccepted = /"outcome":"(recorded|repeated)"/.test(answer.body);
        (isAccepted ? this.accepted : this.refused).push(key.call_id);
        return;
      }
      await pause(REPEAT_MS);
    }
    this.refused.push(key.call_id);
  }

  private async timed(name: string, ...sent: Parameters<typeof send>): Promise<Answer> {
    const { phase } = this;
    const began = performance.now();
    const answer = await send(...sent);
    const isRepeated = sent[2].path === '/switch/cdrs';
    this.samples.push({ name, phase, status: answer.status, ms: performance.now() - began, isRepeated });
    return answer;
  }
}

const isFailure = ({ status }: Pick<Answer, 'status'>): boolean => status === 0 || status >= ERROR;
