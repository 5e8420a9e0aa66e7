import { WorkerProcess } from '../support/worker-process';

const UNREACHABLE_DATABASE = 'postgres://nobody@127.0.0.1:1/nothing';

describe.each(['api', 'worker'])('in production the %s', (name) => {
  it('reports a failed start as JSON lines only', async () => {
    const started = WorkerProcess.spawn(
      {
        DATABASE_URL: UNREACHABLE_DATABASE,
        NODE_ENV: 'production',
        ROOT_URL: 'https://api.example.com',
        SMTP_URL: 'smtp://127.0.0.1:1',
        NUMBER_SUPPLIERS: 'sandbox',
        CARD_PROCESSOR: 'sandbox',
        PORT: '0',
        INTERNAL_PORT: '0',
      },
      `dist/apps/${name}/main.js`,
    );
    expect(await started.ended()).toBe(1);
    const lines = started.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    // Not always the last one: lines of the application's log are written in the background.
    expect(lines.find(({ level }) => level === 60)).toMatchObject({ service: name, err: { code: 'ECONNREFUSED' } });
    expect(started.errors).toBe('');
  });
});
