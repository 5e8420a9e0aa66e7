import { addSeconds } from '@trunkline/kernel';
import { healthOf, type ReportedLink } from './carrier-health';

const NOW = new Date('2026-06-01T12:00:00Z');
const health = (given: Partial<ReportedLink> = {}) =>
  healthOf(
    { connected: true, since: addSeconds(NOW, -3600), silentSeconds: 1, accepted: 0, refused: 0, ...given },
    NOW,
  );

describe('healthOf', () => {
  it('is down without a worker, and when its worker has been silent for 20 seconds', () => {
    expect([healthOf(null, NOW), health({ silentSeconds: 21 }), health({ silentSeconds: 20 })]).toEqual([
      'down',
      'down',
      'up',
    ]);
  });

  it('is down once the connection has been lost for 15 seconds', () => {
    const lost = (seconds: number) => health({ connected: false, since: addSeconds(NOW, -seconds) });
    expect([lost(15), lost(16)]).toEqual(['up', 'down']);
  });

  it('is degraded while more than half of at least 20 messages were refused', () => {
    expect([
      health({ accepted: 9, refused: 10 }),
      health({ accepted: 10, refused: 10 }),
      health({ accepted: 10, refused: 11 }),
    ]).toEqual(['up', 'up', 'degraded']);
  });
});
