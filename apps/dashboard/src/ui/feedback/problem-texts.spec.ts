import { TrunklineError } from '@trunkline/client';
import { ChunkError } from '../chunk';
import { problemText } from './problem-texts';

const failed = (code: TrunklineError['code'], message: string, retryAfterSeconds?: number) =>
  problemText(
    new TrunklineError({ status: 409, code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }),
  );

describe('what is said of a failure', () => {
  it('names no member, header or endpoint of the API', () => {
    expect(failed('number_locked', 'The number is locked against release. Clear `deletion_lock` first.')).toBe(
      'The number is protected against release. Remove the protection first.',
    );
    expect(failed('port_incomplete', 'The port lacks what it needs to be submitted. `fields` names it.')).toBe(
      'The port lacks what it needs to be submitted.',
    );
  });

  it('says when to try again', () => {
    const message = 'Too many requests. Retry after the time in `Retry-After`.';
    expect(failed('rate_limited', message, 30)).toBe('Too many requests. Try again in 30 seconds.');
    expect(failed('rate_limited', message, 61)).toBe('Too many requests. Try again in 2 minutes.');
    expect(failed('rate_limited', message)).toBe('Too many requests. Try again later.');
  });

  it('does not advise to wait where that does not help', () => {
    expect(failed('missing_token', '`token` is required: pass the token of the mailed link.')).toBe(
      'This could not be done. If it fails again, write to support.',
    );
  });

  it.each(['unauthorized', 'mfa_required', 'reauthentication_required'] as const)('leads to sign-in for %s', (code) => {
    expect(failed(code, 'Send `password`, or POST /v1/auth/mfa/challenge.')).toMatch(/ Sign in again\.$/);
  });

  it('names no header for a change from elsewhere', () => {
    const message = 'A change with a session cookie must come from the dashboard or this host (Origin header).';
    expect(failed('csrf_rejected', message)).not.toContain('Origin');
  });

  it('is the message of the API where that is for people', () => {
    expect(failed('payment_declined', 'The card was declined.')).toBe('The card was declined.');
  });

  it.each([502, 503, 504])('asks to wait where a proxy answers %i in place of the API', (status) => {
    const message = `The API returned HTTP ${status} without JSON.`;
    expect(problemText(new TrunklineError({ status, code: 'unreadable_response', message }))).toBe(
      'The service cannot do this at the moment. Try again in a minute.',
    );
  });

  it('is about the connection where a script could not be loaded', () => {
    expect(problemText(new ChunkError(new Error('Failed to fetch'), () => undefined))).toContain(
      'Check your connection',
    );
  });
});
