import { PinoLog, reportFailedStart, SettingsError } from '@trunkline/platform/process';
import { loadSettings } from './settings';
import { SwitchAgent } from './switch-agent';

async function main(): Promise<void> {
  const settings = loadSettings(process.env);
  const agent = new SwitchAgent(settings, new PinoLog(settings.LOG_LEVEL, 'switch-agent'));
  const starting = agent.start();
  // A signal during the start takes effect after it. Further signals change nothing.
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= starting.then(() => agent.stop()).then(() => process.exit(0), fail));
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  await starting;
}

function fail(error: unknown): void {
  const isProduction = process.env['NODE_ENV'] === 'production';
  reportFailedStart({ service: 'switch-agent', error, message: explain(error), isProduction });
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return `The switch agent could not start: ${String(error)}`;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use; set AGENT_PORT, HEALTH_PORT or ECHO_PORT.`;
  // The message of a system error suffices. Any other error is a bug and needs its stack.
  return `The switch agent could not start: ${code ? error.message : error.stack}`;
}

main().catch(fail);
