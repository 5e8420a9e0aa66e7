import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server of the test's own, and what has come to it. */
export class MailServer {
  readonly received: string[] = [];
  /** Holds every mail after it was read, before the server says that it has it. */
  stalled = false;
  /** Rejects every connection with 421, service not available (RFC 5321, section 3.8). */
  away = false;
  /** An address that it refuses for good. */
  unknown: string | null = null;
  private readonly held: (() => void)[] = [];
  private server: SMTPServer | null = null;

  /** On a free port, or on the one that it had before. */
  async open(on = 0): Promise<number> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) =>
        this.away ? done(Object.assign(new Error('not available'), { responseCode: 421 })) : done(),
      onRcptTo: ({ address }, _session, done) =>
        address === this.unknown ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) : done(),
      onData: (stream, _session, done) => {
        let raw = '';
        stream.setEncoding('utf8').on('data', (text: string) => (raw += text));
        stream.on('end', () => {
          this.received.push(raw);
          if (this.stalled) this.held.push(done);
          else done();
        });
      },
    });
    this.server.on('error', () => undefined);
    const listening = this.server.listen(on, '127.0.0.1');
    await once(listening, 'listening');
    return (listening.address() as AddressInfo).port;
  }

  release(): void {
    this.stalled = false;
    this.held.splice(0).forEach((done) => done());
  }

  close(): Promise<void> {
    return new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve()));
  }

  get ids(): (string | undefined)[] {
    return this.received.map((raw) => /^Message-ID: (.*?)\r?$/im.exec(raw)?.[1]);
  }
}
