import { shown } from './app-log';

const line = (entry: object): string => JSON.stringify({ level: 30, msg: 'm', ...entry });

describe('the terminal output of an app', () => {
  it('omits informational log lines', () => {
    expect(shown('api', line({ msg: 'request', status: 200 }))).toBeNull();
    expect(shown('api', '')).toBeNull();
  });

  it('shows every warning and error with its reason', () => {
    expect(shown('api', line({ level: 40, msg: 'redis', err: { message: 'gone' } }))).toBe(
      'api: warning: redis (gone)',
    );
    expect(shown('worker', line({ level: 50, msg: 'a job failed' }))).toBe('worker: error: a job failed');
  });

  it('shows the link of a mail', () => {
    expect(shown('worker', line({ msg: 'mail written', link: 'http://a.example/x' }))).toBe(
      'worker: mail written http://a.example/x',
    );
  });

  it('shows text that is not a log line', () => {
    expect(shown('api', 'Error: boom')).toBe('api: Error: boom');
    expect(shown('api', '{not json')).toBe('api: {not json');
  });
});
