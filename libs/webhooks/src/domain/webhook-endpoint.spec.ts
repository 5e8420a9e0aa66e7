import { addDays, addSeconds } from '@trunkline/kernel';
import { type AttemptTally, FAILING_FROM, WebhookEndpoint } from './webhook-endpoint';

const NOW = new Date('2026-01-01T00:00:00Z');
const SECRET = { sealed: 'sealed-1', prefix: 'whsec_aaaa' };
const OTHER = { sealed: 'sealed-2', prefix: 'whsec_bbbb' };
const options = { url: 'https://hooks.example.com/', eventTypes: ['call.completed'], description: null };

const make = (enabled = true) =>
  WebhookEndpoint.create({ accountId: 'acc_1', options: { ...options, enabled } }, SECRET, NOW);
const success = (at: Date): AttemptTally => ({
  lastSuccessAt: at,
  lastFailureAt: null,
  failuresInRow: 0,
  failingSince: null,
});
const failures = (count: number, at: Date): AttemptTally => ({
  lastSuccessAt: null,
  lastFailureAt: at,
  failuresInRow: count,
  failingSince: at,
});

describe('WebhookEndpoint', () => {
  it('reduces its types to distinct ones, and to * alone if it is among them', () => {
    const endpoint = make();
    endpoint.change({ eventTypes: ['order.failed', 'order.failed'] }, NOW);
    expect(endpoint.eventTypes).toEqual(['order.failed']);
    endpoint.change({ eventTypes: ['order.failed', '*'] }, NOW);
    expect(endpoint.eventTypes).toEqual(['*']);
  });

  it('is failing from the fifth failure in a row until a success', () => {
    const endpoint = make();
    endpoint.noteAttempts(failures(FAILING_FROM - 1, NOW), NOW);
    expect(endpoint.status).toBe('enabled');
    endpoint.noteAttempts(failures(1, NOW), NOW);
    expect([endpoint.status, endpoint.consecutiveFailures, endpoint.failingSince]).toEqual(['failing', 5, NOW]);
    endpoint.noteAttempts(success(NOW), NOW);
    expect([endpoint.status, endpoint.consecutiveFailures, endpoint.failingSince]).toEqual(['enabled', 0, null]);
  });

  it('counts only the failures after a success of the same tally', () => {
    const endpoint = make();
    endpoint.noteAttempts(failures(4, NOW), NOW);
    const later = addSeconds(NOW, 1);
    endpoint.noteAttempts({ ...failures(2, later), lastSuccessAt: NOW }, later);
    expect([endpoint.consecutiveFailures, endpoint.failingSince]).toEqual([2, later]);
  });

  it('is disabled after five days of nothing but failures, and not a second before', () => {
    const endpoint = make();
    endpoint.noteAttempts(failures(1, NOW), NOW);
    const nearly = addSeconds(addDays(NOW, 5), -1);
    expect(endpoint.noteAttempts(failures(1, nearly), nearly)).toBe(false);
    expect(endpoint.noteAttempts(failures(1, addDays(NOW, 5)), addDays(NOW, 5))).toBe(true);
    expect([endpoint.status, endpoint.disabledReason]).toEqual(['disabled', 'failures']);
    expect(endpoint.noteAttempts(failures(1, addDays(NOW, 6)), addDays(NOW, 6))).toBe(false);
  });

  it.each([{ enabled: true }, { url: 'https://hooks.example.com/new' }])(
    'starts without failures with %j',
    (change) => {
      const endpoint = make();
      endpoint.noteAttempts(failures(7, NOW), NOW);
      if (change.enabled) endpoint.change({ enabled: false }, NOW);
      endpoint.change(change, NOW);
      expect([endpoint.status, endpoint.disabledReason]).toEqual(['enabled', null]);
      expect([endpoint.consecutiveFailures, endpoint.failingSince]).toEqual([0, null]);
    },
  );

  it('stays disabled when another member changes, and keeps the reason', () => {
    const endpoint = make();
    endpoint.disable('gone', NOW);
    endpoint.change({ url: 'https://hooks.example.com/new' }, NOW);
    endpoint.change({ enabled: false }, NOW);
    expect([endpoint.status, endpoint.disabledReason]).toEqual(['disabled', 'gone']);
    expect(() => endpoint.assertEnabled()).toThrow('is disabled');
  });

  it('keeps the replaced secret for the overlap only', () => {
    const endpoint = make();
    expect(endpoint.rotateSecret(OTHER, 60, NOW)).toEqual(addSeconds(NOW, 60));
    expect([endpoint.secretSealed, endpoint.previousSecretSealed]).toEqual(['sealed-2', 'sealed-1']);
    endpoint.rotateSecret({ sealed: 'sealed-3', prefix: 'whsec_cccc' }, 0, NOW);
    expect([endpoint.secretSealed, endpoint.previousSecretSealed]).toEqual(['sealed-3', null]);
  });

  it('rotates again when the overlap has ended, or without one, and never while one runs', () => {
    const endpoint = make();
    endpoint.rotateSecret(OTHER, 60, NOW);
    const third = { sealed: 'sealed-3', prefix: 'whsec_cccc' };
    const pending = expect.objectContaining({ code: 'rotation_pending' });
    expect(() => endpoint.rotateSecret(third, 60, addSeconds(NOW, 59))).toThrow(pending);
    expect(endpoint.sealedSecrets(addSeconds(NOW, 59))).toEqual(['sealed-2', 'sealed-1']);
    endpoint.rotateSecret(third, 60, addSeconds(NOW, 60));
    expect(endpoint.sealedSecrets(addSeconds(NOW, 60))).toEqual(['sealed-3', 'sealed-2']);
    endpoint.rotateSecret({ sealed: 'sealed-4', prefix: 'whsec_dddd' }, 0, addSeconds(NOW, 61));
    expect(endpoint.sealedSecrets(addSeconds(NOW, 61))).toEqual(['sealed-4']);
  });

  it('has no secret after its deletion', () => {
    const endpoint = make();
    endpoint.rotateSecret(OTHER, 60, NOW);
    endpoint.delete(NOW);
    expect(() => endpoint.sealedSecrets(NOW)).toThrow('no secret');
    expect(endpoint).toMatchObject({ status: 'disabled', secretSealed: null, previousSecretSealed: null });
  });
});
