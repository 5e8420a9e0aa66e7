import { QueryFailedError } from 'typeorm';
import { PinoLog } from './log';

describe('the log', () => {
  const written = (fields: object): Record<string, unknown> => {
    const lines: string[] = [];
    new PinoLog('info', 'test', { write: (line) => void lines.push(line) }).error(fields, 'failed');
    return JSON.parse(lines.join()) as Record<string, unknown>;
  };
  const refused = () => {
    const detail = 'Key (email)=(ada@example.org) already exists.';
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'users_email', detail });
    return new QueryFailedError('INSERT INTO identity.users VALUES ($1)', ['ada@example.org'], cause);
  };

  it('logs name, stack and codes of an error', () => {
    expect(written({ err: refused(), requestId: 'req_1' })).toMatchObject({
      msg: 'failed',
      service: 'test',
      requestId: 'req_1',
      err: {
        type: 'QueryFailedError',
        message: 'duplicate key',
        code: '23505',
        constraint: 'users_email',
        stack: expect.stringContaining('log.spec'),
      },
    });
  });

  it.each([
    ['itself', refused],
    ['as a cause', () => new Error('outer', { cause: refused() })],
    ['among several', () => new AggregateError([refused(), new Error('another')], 'two')],
  ])('omits the values of a statement from an error %s', (_where, make) => {
    const line = JSON.stringify(written({ err: make() }));
    expect(line).toContain('duplicate key');
    expect(line).not.toContain('ada@example.org');
  });

  it('logs only the type of a thrown value that is not an error', () => {
    expect(written({ err: { password: 'hunter2' } })).toMatchObject({ err: { type: 'object' } });
    expect(JSON.stringify(written({ err: { password: 'hunter2' } }))).not.toContain('hunter2');
  });

  it('handles an error that is its own cause', () => {
    const loop = new Error('round');
    loop.cause = loop;
    expect(written({ err: loop })).toMatchObject({ err: { message: 'round' } });
  });
});
