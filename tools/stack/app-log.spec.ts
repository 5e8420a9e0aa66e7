import { shown } from './app-log';

const line = (entry: object): string => JSON.stringify({ level: 30, msg: 'm', ...entry });

describe('what the terminal shows of an app', () => {
  it('is nothing of its everyday log', () => {
    expect(shown('api', line({ msg: 'request', status: 200 }))).toBeNull();
    expect(shown('api', '')).toBeNull();
  });

  it('is every warning and error, with the reason', () => {
    expect(shown('api', line({ level: 40, msg: 'redis', err: { message: 'gone' } }))).toBe(
      'api: warning: redis (gone)',
    );
    expect(shown('worker', line({ level: 50, msg: 'a job failed' }))).toBe('worker: error: a job failed');
  });

  it('is the link of a mail', () => {
    expect(shown('worker', line({ msg: 'mail written', link: 'http://a.example/x' }))).toBe(
      'worker: mail written http://a.example/x',
    );
  });

  it('is whatever is no log line', () => {
    expect(shown('api', 'Error: boom')).toBe('api: Error: boom');
    expect(shown('api', '{not json')).toBe('api: {not json');
  });
});
