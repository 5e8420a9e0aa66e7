import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const PORTS_FROM = 10_000;
/** The testbed of calls takes the ports above, in ranges of its own. */
const PORTS_TO = 20_000;

/**
 * Returns a loopback port for a process that the test starts. It is below the ephemeral ports of Linux (from
 * 32768), so no outgoing connection or listener on port 0 takes it before the process listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS_FROM, PORTS_TO);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
