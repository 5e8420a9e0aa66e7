import type { Program } from '../bed/program';
import { isListening } from '../bed/listening';
import { until } from '../bed/poll';
import type { Testbed } from '../bed/testbed';

/** Enough for some 30 calls at a time. Ports are free again at once after a call. */
const MEDIA_PORTS = 120;

/** A media relay in user space, without its kernel module. */
export interface Rtpengine {
  /** As Kamailio names it. */
  readonly address: string;
  readonly program: Program;
}

export async function startRtpengine(bed: Testbed): Promise<Rtpengine> {
  const port = await bed.ports.port();
  const first = await bed.ports.media(MEDIA_PORTS);
  const control = `127.0.0.1:${port}`;
  // Without a file of its own it would read the one of Debian, whose ports another rtpengine of this machine may use.
  const file = `--config-file=${bed.write('rtpengine.conf', '[rtpengine]\n')}`;
  const media = [`--port-min=${first}`, `--port-max=${first + MEDIA_PORTS - 1}`, '--interface=127.0.0.1'];
  const args = [
    file,
    '--foreground',
    '--log-stderr',
    '--log-level=6',
    `--listen-ng=${control}`,
    '--table=-1',
    '--delete-delay=0',
    ...media,
  ];
  const program = bed.start('rtpengine', 'rtpengine', args);
  await until('the start of rtpengine', () => {
    if (!program.isRunning) throw new Error(`rtpengine has ended: ${program.log().slice(-500)}`);
    return isListening(port);
  });
  return { address: `udp:${control}`, program };
}
