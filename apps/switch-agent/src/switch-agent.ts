import { join } from 'node:path';
import { HealthServer, type Log, Metrics, reportBuild, VERSION, type HealthReport } from '@trunkline/platform/process';
import { ChangeFeed } from './api/change-feed';
import { SwitchApi } from './api/switch-api';
import { CallAgent } from './calls/call-agent';
import { readCallRecord } from './calls/call-record';
import type { UnansweredCall } from './calls/dialled-call';
import { DialledCalls } from './calls/dialled-calls';
import { CarryOutCommands } from './carry-out';
import { CommandFeed } from './command-feed';
import { Echo } from './echo/echo';
import { Kamailio } from './kamailio/kamailio';
import { KamailioWatch } from './kamailio/kamailio-watch';
import { RpcClient } from './kamailio/rpc-client';
import { Probe } from './probe';
import { TestCall } from './test-call';
import { peer, Prober } from './prober';
import { type Cdr, ReportQueue } from './report-queue';
import type { AgentSettings } from './settings';
import { source, SourceList } from './source-list';
import { StoredValues } from './stored-file';
import { unixSecondsOf } from './time';

/** The CDR of a call whose number was never called: only the agent knows of it. */
function unansweredCdr(
  call: UnansweredCall,
  { switchId, node }: { readonly switchId: string; readonly node: string },
): Cdr {
  const { command, startedAt, endedAt, sipCode, isEndedBySwitch, attempts } = call;
  return {
    switch_id: switchId,
    node,
    call_id: command.call_id,
    decision_id: command.decision_id,
    started_at: startedAt,
    answered_at: null,
    ended_at: endedAt,
    sip_code: sipCode,
    ...(isEndedBySwitch && { disconnected_by: 'system' }),
    attempts,
  };
}

interface Watched {
  readonly watch: KamailioWatch;
  readonly api: SwitchApi;
  readonly commands: CommandFeed;
  readonly reports: ReportQueue;
}

/** Returns what `GET /health` shows: whether Kamailio and the API can be reached, and what waits. See docs/switch.md#health. */
function agentHealth({ watch, api, commands, reports }: Watched): HealthReport {
  const { isReachable, bootId, hasSources, outbox, journal } = watch.state;
  return {
    ok: isReachable && api.isReachable,
    kamailio: { reachable: isReachable, boot_id: bootId, sources: hasSources, outbox, journal },
    api: {
      reachable: api.isReachable,
      last_answer_at: unixSecondsOf(api.lastAnswerAt),
      last_poll_at: unixSecondsOf(commands.lastPollAt),
    },
    reports_pending: reports.pending,
  };
}

function echoUriOf({ ECHO_PORT, ECHO_ADDRESS }: AgentSettings): string | null {
  if (ECHO_PORT === undefined) return null;
  return `sip:echo@${ECHO_ADDRESS.includes(':') ? `[${ECHO_ADDRESS}]` : ECHO_ADDRESS}:${ECHO_PORT}`;
}

const SERVICE = 'switch-agent';
const ECHO_RING_MS = 1000;
/** A customer who adds a PBX calls soon after. */
const SOURCES_INTERVAL_MS = 2000;
const GATEWAYS_INTERVAL_MS = 15_000;
const UP_REPORT_MS = 300_000;
const REPORTS_MAX = 8;

const isCdr = (value: unknown): value is Cdr => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The agent of one Kamailio: what it is made of, and the order in which its parts start and stop. */
export class SwitchAgent {
  private readonly metrics = new Metrics(SERVICE);
  private readonly identity: { readonly switchId: string; readonly node: string };
  private readonly proxy: { readonly host: string; readonly port: number };
  private readonly api: SwitchApi;
  private readonly rpc: RpcClient;
  private readonly kamailio: Kamailio;
  private readonly watch: KamailioWatch;
  private readonly callAgent: CallAgent;
  private readonly reports: ReportQueue;
  private readonly calls: DialledCalls;
  private readonly commands: CommandFeed;
  private readonly prober: Prober;
  private readonly sources: SourceList;
  private readonly feeds: readonly { start(): void; stop(): Promise<void> }[];
  private readonly echo: Echo | undefined;
  private readonly healthServer: HealthServer;

  constructor(
    private readonly settings: AgentSettings,
    private readonly log: Log,
  ) {
    const { metrics } = this;
    const { INTERNAL_ADDRESS: host, STATE_DIR, SIP_DOMAIN } = settings;
    this.identity = { switchId: settings.SWITCH_ID, node: settings.NODE ?? '' };
    this.proxy = { host, port: settings.INTERNAL_SIP_PORT };
    const urls = [settings.API_URL, ...(settings.API_URL_2 === undefined ? [] : [settings.API_URL_2])];
    this.api = new SwitchApi({ ...this.identity, urls, token: settings.SWITCH_TOKEN, metrics });
    this.rpc = new RpcClient({ host, port: settings.RPC_PORT });
    this.kamailio = new Kamailio(this.rpc);
    this.callAgent = new CallAgent({ proxy: this.proxy, log, metrics });
    this.reports = new ReportQueue(
      this.api,
      this.stored('reports', (value) => (isCdr(value) ? value : undefined)),
      log,
      metrics,
    );
    this.calls = this.callsOf(settings);
    this.callAgent.serve(this.calls);
    const probe = new Probe(this.callAgent.userAgent, this.proxy, SIP_DOMAIN);
    const testCall = new TestCall(this.callAgent.userAgent, this.proxy, SIP_DOMAIN);
    const carryOut = new CarryOutCommands(this.calls, this.kamailio, probe, testCall, echoUriOf(settings));
    this.commands = new CommandFeed(this.api, (command) => carryOut.carryOut(command), log, metrics);
    const intervalMs = settings.PROBE_INTERVAL_S * 1000;
    this.prober = new Prober(
      probe,
      this.api,
      { intervalMs, upReportMs: UP_REPORT_MS, reportsMax: REPORTS_MAX },
      log,
      metrics,
    );
    this.sources = new SourceList(STATE_DIR, this.kamailio, log, metrics);
    this.watch = new KamailioWatch(this.kamailio, ({ hasSources }) => this.sources.remind(hasSources), log, metrics);
    this.feeds = this.feedsOf();
    this.echo = this.echoOf(settings);
    const parts = { watch: this.watch, api: this.api, commands: this.commands, reports: this.reports };
    this.healthServer = new HealthServer(metrics, () => Promise.resolve(agentHealth(parts)));
    reportBuild(metrics, settings.GIT_COMMIT);
  }

  /** Resolves once the agent carries out commands. Rejects if a port is in use or the state cannot be read. */
  async start(): Promise<void> {
    const { INTERNAL_ADDRESS, AGENT_PORT, HEALTH_PORT } = this.settings;
    await this.rpc.open(INTERNAL_ADDRESS);
    await this.callAgent.userAgent.open({ host: INTERNAL_ADDRESS, port: AGENT_PORT });
    await this.healthServer.listen(HEALTH_PORT, INTERNAL_ADDRESS);
    await this.echo?.open();
    await this.watch.start();
    await this.reports.restore();
    await this.calls.restore();
    this.commands.start();
    for (const feed of this.feeds) feed.start();
    this.log.info({ version: VERSION, echo: this.echo !== undefined }, 'the switch agent has started');
  }

  /** Ends calls that are being set up, reports them, and leaves connected calls to the next process. */
  async stop(): Promise<void> {
    const stopped = [this.commands.stop(), ...this.feeds.map((feed) => feed.stop())];
    this.prober.stop();
    await this.calls.stop();
    await Promise.all(stopped);
    await this.reports.stop();
    this.watch.stop();
    await this.sources.stop();
    await this.echo?.close();
    await this.callAgent.userAgent.close();
    await this.rpc.close();
    await this.healthServer.close();
    this.log.info({}, 'the switch agent has stopped');
  }

  private callsOf({ SIP_DOMAIN, DIAL_MAX }: AgentSettings): DialledCalls {
    return new DialledCalls({
      agent: this.callAgent.userAgent,
      kamailio: this.kamailio,
      reports: { unanswered: (call: UnansweredCall) => this.reports.add(unansweredCdr(call, this.identity)) },
      records: this.stored('calls', readCallRecord),
      settings: { proxy: this.proxy, sipDomain: SIP_DOMAIN, max: DIAL_MAX },
      log: this.log,
      metrics: this.metrics,
    });
  }

  private stored<T>(name: string, read: (value: unknown) => T | undefined): StoredValues<T> {
    return new StoredValues(join(this.settings.STATE_DIR, 'agent', name), read);
  }

  private feedsOf() {
    const gateways = {
      path: '/switch/gateways',
      member: 'gateways',
      item: peer,
      intervalMs: GATEWAYS_INTERVAL_MS,
      apply: this.prober.apply.bind(this.prober),
    };
    const sources = {
      path: '/switch/sources',
      member: 'sources',
      item: source,
      intervalMs: SOURCES_INTERVAL_MS,
      apply: this.sources.apply.bind(this.sources),
    };
    return [new ChangeFeed(this.api, gateways, this.log), new ChangeFeed(this.api, sources, this.log)];
  }

  private echoOf({ ECHO_PORT, ECHO_ADDRESS, ECHO_MAX_S, ECHO_RTP_PORTS }: AgentSettings): Echo | undefined {
    if (ECHO_PORT === undefined) return undefined;
    const address = { host: ECHO_ADDRESS, port: ECHO_PORT };
    const settings = { address, maxSeconds: ECHO_MAX_S, rtpPorts: ECHO_RTP_PORTS, ringMs: ECHO_RING_MS };
    return new Echo(settings, this.log, this.metrics);
  }
}
