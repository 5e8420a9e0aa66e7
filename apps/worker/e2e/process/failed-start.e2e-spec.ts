import { eventually, freshDatabaseUrl } from '@trunkline/platform/testing';
import { makeDataDir, WorkerProcess } from '../support/worker-process';

const UNREACHABLE_DATABASE = 'postgres://nobody@127.0.0.1:1/nothing';
const PRODUCTION = {
  NODE_ENV: 'production',
  ROOT_URL: 'https://api.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  NUMBER_SUPPLIERS: 'sandbox',
  CARD_PROCESSOR: 'sandbox',
  PORT: '0',
  INTERNAL_PORT: '0',
};

describe.each(['api', 'worker'])('in production the %s', (name) => {
  const spawn = (env: Readonly<Record<string, string>>) =>
    WorkerProcess.spawn({ ...PRODUCTION, ...env }, `dist/apps/${name}/main.js`);
  const linesOf = ({ lines }: WorkerProcess) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

  it('reports a failed start as JSON lines only', async () => {
    const started = spawn({ DATABASE_URL: UNREACHABLE_DATABASE });
    expect(await started.ended()).toBe(1);
    // Not always the last one: lines of the application's log are written in the background.
    const fatal = linesOf(started).find(({ level }) => level === 60);
    expect(fatal).toMatchObject({ service: name, err: { code: 'ECONNREFUSED' } });
    expect(started.errors).toBe('');
  });

  it('warns at its start while no rule of number prices is in force', async () => {
    const data = makeDataDir();
    const started = spawn({ DATABASE_URL: await freshDatabaseUrl(), DATA_DIR: data.dir });
    try {
      await eventually(() => {
        const warnings = linesOf(started).filter(({ level }) => level === 40);
        expect(warnings.map(({ msg }) => msg)).toContain(
          'No rule of number prices is in force: numbers are sold at what their supplier charges.',
        );
      });
    } finally {
      await started.kill();
      data.remove();
    }
  });
});
