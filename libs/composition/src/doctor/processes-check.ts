import type { RunningProcess, RunningProcesses, Service, Settings } from '@trunkline/platform';
import { type Check, clockResult, fault, fromDatabase, ok, type Result, warning } from './check';

const NAMES: Readonly<Record<Service, string>> = {
  api: 'API process',
  'internal-api': 'internal API process',
  worker: 'worker',
};

/** The API and worker processes: that they run, their clocks, and that they are of one release. */
export class ProcessesCheck implements Check {
  readonly name = 'processes';
  readonly failure = 'The processes could not be checked';
  readonly remedy = 'Start the API and a worker. See docs/operations.md#deployment.';

  constructor(
    private readonly processes: Pick<RunningProcesses, 'list'>,
    private readonly settings: Pick<Settings, 'isSandbox'>,
  ) {}

  run(): Promise<readonly Result[]> {
    return fromDatabase('Processes', () => this.check());
  }

  private async check(): Promise<Result[]> {
    const running = await this.processes.list();
    const versions = [...new Set(running.map(({ version }) => version))];
    return [
      this.presence(running, 'API process', ({ service }) => service !== 'worker', 'No request is answered.'),
      this.presence(running, 'worker', ({ service }) => service === 'worker', 'No mail, event or invoice is sent.'),
      ...clocksOf(running),
      ...(versions.length > 1
        ? [warning(`Processes of several releases run: ${versions.join(', ')}.`, 'Replace those of the old release.')]
        : []),
    ];
  }

  private presence(
    running: readonly RunningProcess[],
    noun: string,
    isOne: (process: RunningProcess) => boolean,
    without: string,
  ): Result {
    const count = running.filter(isOne).length;
    if (count > 0) return ok(`Running: ${count} × ${noun}.`);
    return (this.settings.isSandbox ? warning : fault)(`No ${noun} runs. ${without}`, this.remedy);
  }
}

function clocksOf(running: readonly RunningProcess[]): Result[] {
  const clocks = running.map(({ service, host, skewMs }) =>
    clockResult(`the ${NAMES[service]} on ${host}`, skewMs / 1000),
  );
  const wrong = clocks.filter(({ status }) => status !== 'ok');
  return running.length > 0 && wrong.length === 0 ? [ok('Their clocks and that of the database agree.')] : wrong;
}
