import { resolve } from 'node:path';
import { until } from '../bed/poll';
import type { Program } from '../bed/program';
import type { Testbed } from '../bed/testbed';
import type { SwitchEnvironment } from './kamailio';

const MAIN = resolve('dist/apps/switch-agent/main.js');
const START_TIMEOUT_MS = 20_000;

/** The agent of a switch: it carries out commands, probes gateways and keeps the list of sources. */
export class SwitchAgent {
  private program: Program | null = null;

  private constructor(
    private readonly bed: Testbed,
    private readonly env: SwitchEnvironment,
  ) {}

  static async start(bed: Testbed, env: SwitchEnvironment): Promise<SwitchAgent> {
    const agent = new SwitchAgent(bed, env);
    await agent.start();
    return agent;
  }

  async start(): Promise<void> {
    const program = this.bed.start(`agent-${this.env['NODE'] ?? ''}`, process.execPath, [MAIN], this.env);
    this.program = program;
    await until(
      'the start of the agent',
      () => {
        if (!program.isRunning) throw new Error(`the agent has ended: ${program.log().slice(-1500)}`);
        return this.isReady();
      },
      START_TIMEOUT_MS,
    );
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    await this.program?.stop(signal);
  }

  private async isReady(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.env['HEALTH_PORT'] ?? ''}/health/ready`)).ok;
    } catch {
      return false;
    }
  }
}
