import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { isOutage } from './outage';

const failed = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more });

describe('an outage', () => {
  it.each([
    'ECONNREFUSED', // nothing listens
    'ECONNRESET', // the connection was cut
    'EPIPE',
    'ETIMEDOUT',
    'EAI_AGAIN', // the resolver does not answer
    'ENOSPC', // the disk is full
    'EROFS',
    '08006', // connection_failure
    '25006', // a standby refuses to write
    '53300', // too_many_connections
    '53400',
    '57P01', // admin_shutdown
    '57P02', // crash_shutdown
    '57P03', // cannot_connect_now
    '57014', // statement_timeout, or cancelled
    '55P03', // lock_timeout
    '25P03', // idle_in_transaction_session_timeout
    '25P04', // transaction_timeout
    'XX000', // internal_error, of the server or of an extension
    'XX001', // data_corrupted
  ])('is an error with the code %s', (code) => {
    expect(isOutage(failed(code))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Connection is closed.',
    "Stream isn't writeable and enableOfflineQueue options is false",
    'READONLY You can’t write against a read only replica.',
    'LOADING Redis is loading the dataset in memory',
  ])('includes driver errors without a code: %s', (message) => {
    expect(isOutage(new Error(message))).toBe(true);
  });

  it('is found in wrapping errors', () => {
    const refused = failed('ECONNREFUSED');
    expect(isOutage(new QueryFailedError('SELECT 1', [], refused))).toBe(true);
    expect(isOutage(new AggregateError([failed('EACCES'), refused]))).toBe(true);
    expect(isOutage(new Error('no snapshot', { cause: new Error('no row', { cause: refused }) }))).toBe(true);
  });

  it('includes a connection that TypeORM released because it was lost', () => {
    expect(isOutage(new QueryRunnerAlreadyReleasedError())).toBe(true);
  });

  it('includes a pooler without a server, and excludes a protocol violation', () => {
    expect(isOutage(failed('08P01', { severity: 'FATAL' }))).toBe(true);
    expect(isOutage(failed('08P01', { severity: 'ERROR' }))).toBe(false);
  });

  it('includes an error response of an engine that states no code', () => {
    const message = 'could not connect to any active placements';
    const response = Object.assign(new Error(message), { severity: 'ERROR', code: undefined });
    expect(isOutage(response)).toBe(true);
    expect(isOutage(Object.assign(new Error(message), { code: undefined }))).toBe(false);
  });

  it.each(['23505', '40001', '42601', '42501', '22P02', '28P01', '3D000', 'ENOENT'])(
    'is not an error with the code %s',
    (code) => {
      expect(isOutage(failed(code))).toBe(false);
    },
  );

  it('is not a bug, an unknown value or an error that wraps itself', () => {
    const circular = new Error('circular');
    circular.cause = circular;
    for (const error of [new TypeError('x is not a function'), circular, 'ECONNREFUSED', null, undefined]) {
      expect(isOutage(error)).toBe(false);
    }
  });
});
