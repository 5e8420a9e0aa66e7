import { join } from 'node:path';
import { type Log, Metrics, VERSION } from '@trunkline/platform/process';
import { SwitchApi } from './api/switch-api';
import { CallAgent } from './calls/call-agent';
import { readCallRecord } from './calls/call-record';
import { DialledCalls } from './calls/dialled-calls';
import { unansweredCdr } from './calls/unanswered-report';
import { CarryOutCommands } from './commands/carry-out';
import { CommandFeed } from './commands/command-feed';
import { Echo } from './echo/echo';
import { type AgentHealth, HealthServer } from './health/health-server';
import { Kamailio } from './kamailio/kamailio';
import { KamailioWatch } from './kamailio/kamailio-watch';
import { RpcClient } from './kamailio/rpc-client';
import { Probe } from './probes/probe';
import { type Cdr, ReportQueue } from './reports/report-queue';
import type { AgentSettings } from './settings';
import { StoredValues } from './state/stored-file';

const SERVICE = 'switch-agent';
const ECHO_RING_MS = 1000;

const isCdr = (value: unknown): value is Cdr => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The agent of one Kamailio. Its parts by what they do for the API and for Kamailio. */
export class SwitchAgent {
  private readonly metrics = new Metrics(SERVICE);
  private readonly api: SwitchApi;
  private readonly rpc: RpcClient;
  private readonly calls: DialledCalls;
  private readonly callAgent: CallAgent;
  private readonly reports: ReportQueue;
  private readonly commands: CommandFeed;
  private readonly watch: KamailioWatch;
  private readonly echo: Echo | undefined;
  private readonly healthServer: HealthServer;

  constructor(
    private readonly settings: AgentSettings,
    private readonly log: Log,
  ) {
    const { INTERNAL_ADDRESS: host, INTERNAL_SIP_PORT, RPC_PORT, STATE_DIR, SIP_DOMAIN } = settings;
    const { metrics } = this;
    const proxy = { host, port: INTERNAL_SIP_PORT };
    const identity = { switchId: settings.SWITCH_ID, node: settings.NODE ?? '' };
    const urls = [settings.API_URL, ...(settings.API_URL_2 === undefined ? [] : [settings.API_URL_2])];
    const folder = (name: string) => join(STATE_DIR, 'agent', name);
    this.api = new SwitchApi({ ...identity, urls, token: settings.SWITCH_TOKEN, metrics });
    this.rpc = new RpcClient({ host, port: RPC_PORT });
    const kamailio = new Kamailio(this.rpc);
    this.callAgent = new CallAgent({ proxy, log, metrics });
    const cdrs = new StoredValues(folder('reports'), (value) => (isCdr(value) ? value : undefined));
    this.reports = new ReportQueue(this.api, cdrs, log, metrics);
    const dial = { proxy, sipDomain: SIP_DOMAIN, max: settings.DIAL_MAX };
    const reports = {
      unanswered: (call: Parameters<typeof unansweredCdr>[0]) => this.reports.add(unansweredCdr(call, identity)),
    };
    const records = new StoredValues(folder('calls'), readCallRecord);
    const parts = { agent: this.callAgent.userAgent, kamailio, reports, records, settings: dial, log, metrics };
    this.calls = new DialledCalls(parts);
    this.callAgent.serve(this.calls);
    const probe = new Probe(this.callAgent.userAgent, proxy, SIP_DOMAIN);
    const carryOut = new CarryOutCommands(this.calls, kamailio, probe);
    this.commands = new CommandFeed(this.api, (command) => carryOut.execute(command), log, metrics);
    this.watch = new KamailioWatch(kamailio, () => undefined, log, metrics);
    this.echo = this.echoOf(settings);
    this.healthServer = new HealthServer(metrics, () => this.health());
    this.describe();
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
    this.log.info({ version: VERSION, echo: this.echo !== undefined }, 'the switch agent has started');
  }

  /** Ends calls that are being set up, reports them, and leaves connected calls to the next process. */
  async stop(): Promise<void> {
    const isPolling = this.commands.stop();
    await this.calls.stop();
    await isPolling;
    await this.reports.stop();
    this.watch.stop();
    await this.echo?.close();
    await this.callAgent.userAgent.close();
    await this.rpc.close();
    await this.healthServer.close();
    this.log.info({}, 'the switch agent has stopped');
  }

  private echoOf({ ECHO_PORT, ECHO_ADDRESS, ECHO_MAX_S, ECHO_RTP_PORTS }: AgentSettings): Echo | undefined {
    if (ECHO_PORT === undefined) return undefined;
    const address = { host: ECHO_ADDRESS, port: ECHO_PORT };
    const settings = { address, maxSeconds: ECHO_MAX_S, rtpPorts: ECHO_RTP_PORTS, ringMs: ECHO_RING_MS };
    return new Echo(settings, this.log, this.metrics);
  }

  private health(): Promise<AgentHealth> {
    const { state } = this.watch;
    const seconds = (at: Date | null) => at && Math.floor(at.getTime() / 1000);
    return Promise.resolve({
      ok: state.isReachable && this.api.isReachable,
      kamailio: { reachable: state.isReachable, boot_id: state.bootId, outbox: state.outbox, journal: state.journal },
      api: {
        reachable: this.api.isReachable,
        last_answer_at: seconds(this.api.lastAnswerAt),
        last_poll_at: seconds(this.commands.lastPollAt),
      },
      reports_pending: this.reports.pending,
    });
  }

  private describe(): void {
    const build = { version: VERSION, node: process.versions.node, commit: this.settings.GIT_COMMIT ?? '' };
    this.metrics.gauge(
      {
        name: 'trunkline_build_info',
        help: 'Always 1. The labels identify the build.',
        labels: ['version', 'node', 'commit'],
      },
      (set) => Promise.resolve(set(1, build)),
    );
    this.metrics.gauge(
      { name: 'trunkline_agent_api_up', help: '1 while the API answers the agent.', labels: [] },
      (set) => Promise.resolve(set(Number(this.api.isReachable), {})),
    );
  }
}
