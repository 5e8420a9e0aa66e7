import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Ports } from './ports';

describe('Ports', () => {
  it('returns a port once, and none that another program uses', async () => {
    const ports = await Ports.claim();
    const first = await ports.port();
    const taken = createSocket('udp4').bind(first + 1, '127.0.0.1');
    await once(taken, 'listening');
    const next = await ports.port();
    expect(next).toBeGreaterThan(first + 1);
    taken.close();
    ports.free();
  });

  it('claims ranges that do not overlap', async () => {
    const claims = await Promise.all([1, 2, 3].map(() => Ports.claim()));
    const first = await Promise.all(claims.map((ports) => ports.port()));
    expect(new Set(first).size).toBe(3);
    for (const ports of claims) ports.free();
  });

  it('returns even ports for media, so that RTCP has the next one', async () => {
    const ports = await Ports.claim();
    const media = [await ports.media(4), await ports.media(4)];
    expect(media.map((port) => port % 2)).toEqual([0, 0]);
    expect((media[1] ?? 0) - (media[0] ?? 0)).toBeGreaterThanOrEqual(4);
    ports.free();
  });
});
