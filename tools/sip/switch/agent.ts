import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../bed/poll';
import type { Program } from '../bed/program';
import type { Testbed } from '../bed/testbed';
import type { SwitchEnvironment } from './kamailio';

const run = promisify(execFile);
const MAIN = resolve('dist/apps/switch-agent/main.js');
/** Media ports of calls to the echo. */
const ECHO_PORTS = 8;

/** The agent of a switch: it carries out commands, probes gateways and keeps the list of sources. */
export class SwitchAgent {
  private program: Program | null = null;

  private constructor(
    private readonly bed: Testbed,
    private readonly env: SwitchEnvironment,
  ) {}

  /** Builds the agent if its sources are newer, and starts it beside a switch. */
  static async start(bed: Testbed, env: SwitchEnvironment): Promise<SwitchAgent> {
    await run(process.execPath, ['tools/build.mjs', 'switch-agent']);
    const first = await bed.ports.media(ECHO_PORTS);
    const agent = new SwitchAgent(bed, { ...env, ECHO_RTP_PORTS: `${first}-${first + ECHO_PORTS - 1}` });
    await agent.start();
    return agent;
  }

  async start(): Promise<void> {
    const program = this.bed.start(`agent-${this.env['NODE'] ?? ''}`, process.execPath, [MAIN], this.env);
    this.program = program;
    await until('the start of the agent', () => {
      if (!program.isRunning) throw new Error(`the agent has ended: ${program.log().slice(-1500)}`);
      return this.isLive();
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${program.log().slice(-1500)}`, { cause: error });
    });
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    await this.program?.stop(signal);
  }

  private async isLive(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.env['HEALTH_PORT'] ?? ''}/health/live`)).ok;
    } catch {
      return false;
    }
  }
}
