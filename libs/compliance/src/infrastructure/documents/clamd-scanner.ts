import { connect, type Socket } from 'node:net';
import { trimmedEnd } from '@trunkline/kernel';
import { type VirusScanner } from '../../application/documents/ports';
import { ComplianceErrors } from '../../domain/errors';

const TIMEOUT_MS = 30_000;
const ANSWER_MAX = 4096;
const LOGGED_MAX = 100;
const CHUNK_BYTES = 65_536;
const FOUND = /^stream: (.+) FOUND$/;

/** Scans with clamd's INSTREAM command. The address is `host:port` or the path of a socket. */
export class ClamdScanner implements VirusScanner {
  constructor(private readonly address: string) {}

  async scan(content: Buffer): Promise<string | null> {
    const answer = await this.send((socket) => write(socket, content)).catch((cause: unknown) => {
      throw Object.assign(ComplianceErrors.unavailable(), { cause });
    });
    const [, virus] = FOUND.exec(answer) ?? [];
    if (virus === undefined && answer !== 'stream: OK') throw ComplianceErrors.unavailable();
    return virus ?? null;
  }

  async check(): Promise<void> {
    const answer = await this.send((socket) => void socket.write('zPING\0'));
    if (answer !== 'PONG') throw new Error(`clamd answered ${answer.slice(0, LOGGED_MAX)} to a ping.`);
  }

  private send(command: (socket: Socket) => void): Promise<string> {
    const socket = this.connect();
    return new Promise<string>((resolve, reject) => {
      let answer = '';
      socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('clamd did not answer in time.')));
      socket.once('error', reject);
      socket.on('data', (chunk: Buffer) => {
        answer = (answer + chunk.toString('latin1')).slice(0, ANSWER_MAX);
      });
      socket.once('end', () => resolve(trimmedEnd(answer, '\0\n')));
      command(socket);
    }).finally(() => socket.destroy());
  }

  private connect(): Socket {
    if (this.address.startsWith('/')) return connect(this.address);
    const colon = this.address.lastIndexOf(':');
    return connect(Number(this.address.slice(colon + 1)), this.address.slice(0, colon));
  }
}

/** Passes every document, where no scanner is configured. */
export class NoScanner implements VirusScanner {
  scan(): Promise<string | null> {
    return Promise.resolve(null);
  }

  check(): Promise<void> {
    return Promise.resolve();
  }
}

function write(socket: Socket, content: Buffer): void {
  socket.write('zINSTREAM\0');
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    const chunk = content.subarray(at, at + CHUNK_BYTES);
    socket.write(lengthOf(chunk.length));
    socket.write(chunk);
  }
  socket.write(lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
