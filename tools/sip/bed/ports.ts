import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';
/** Ports for signalling and, above them, as many for media: more than a run uses, so that no port is used twice. */
const RANGE = 900;
const MEDIA_OFFSET = 1000;
/** Below the ephemeral ports of Linux, from which outgoing connections take theirs, and above those of `freePort`. */
const FIRST = 20_000;
const LAST = 31_000;
const TRIES = 40;

/** Ports of one testbed. A range that a testbed holds is held by no other, in any process. */
export class Ports {
  private next: number;
  private nextMedia: number;

  private constructor(
    private readonly base: number,
    private readonly size: number,
    private readonly release: () => void,
  ) {
    // The first port is the claim.
    this.next = base + 1;
    this.nextMedia = base + MEDIA_OFFSET;
  }

  /** Claims a range: that of the variable `SIP_TEST_PORTS` (such as `24800-24999`), or a free one. */
  static async claim(): Promise<Ports> {
    const [from, to] = (process.env['SIP_TEST_PORTS'] ?? '').split('-').map(Number);
    const given = from && to ? { base: from, size: to - from + 1 } : null;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { base, size } = given ?? { base: randomBase(), size: RANGE };
      const release = await bound(base);
      if (release) return new Ports(base, size, release);
    }
    throw new Error(given ? `port ${given.base} is in use` : 'no range of ports is free');
  }

  /** Returns a port that neither UDP nor TCP uses. */
  async port(): Promise<number> {
    for (let tries = 0; tries < this.size; tries += 1) {
      const port = this.next;
      this.next = port + 1 < this.base + this.size ? port + 1 : this.base + 1;
      if (await isFree(port)) return port;
    }
    throw new Error('all ports of the testbed are in use');
  }

  /** Returns the first of `count` free UDP ports for media, an even one. */
  async media(count: number): Promise<number> {
    const first = this.base + MEDIA_OFFSET;
    for (let tries = 0; tries < this.size; tries += 1) {
      const port = this.nextMedia;
      this.nextMedia = port + 2 * count > first + this.size ? first : port + count;
      const ports = Array.from({ length: count }, (_, index) => port + index);
      const releases = await Promise.all(ports.map(bound));
      for (const release of releases) release?.();
      if (!releases.includes(null)) return port;
    }
    throw new Error('all media ports of the testbed are in use');
  }

  free(): void {
    this.release();
  }
}

function randomBase(): number {
  const ranges = Math.floor((LAST - FIRST) / (2 * MEDIA_OFFSET));
  return FIRST + Math.floor(Math.random() * ranges) * 2 * MEDIA_OFFSET;
}

/** Binds a UDP port. Returns a function that releases it, or null if it is in use. */
function bound(port: number): Promise<(() => void) | null> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', () => {
      resolve(null);
    });
    socket.bind(port, LOOPBACK, () => {
      socket.unref();
      resolve(() => {
        socket.close();
      });
    });
  });
}

async function isFree(port: number): Promise<boolean> {
  const release = await bound(port);
  release?.();
  return release !== null && (await acceptsTcp(port));
}

function acceptsTcp(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, LOOPBACK, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
