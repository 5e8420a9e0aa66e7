import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A provider of bot challenges on loopback. It accepts the token `solved` once, as providers do. */
export class Siteverify {
  readonly requests: URLSearchParams[] = [];
  /** The body of the next answers; null verifies. */
  answer: string | null = null;
  /** Answers nothing. */
  isSilent = false;
  private used = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Siteverify> {
    const server = createServer();
    const siteverify = new Siteverify(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const form = new URLSearchParams(body);
        siteverify.requests.push(form);
        if (!siteverify.isSilent) response.end(siteverify.answer ?? JSON.stringify(siteverify.verdictOf(form)));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return siteverify;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/siteverify`;
  }

  /** Issues the token anew. */
  solve(): string {
    this.used = false;
    return 'solved';
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private verdictOf(form: URLSearchParams): object {
    if (form.get('secret') !== 'secret') return { success: false, 'error-codes': ['invalid-input-secret'] };
    if (form.get('response') !== 'solved') return { success: false, 'error-codes': ['invalid-input-response'] };
    if (this.used) return { success: false, 'error-codes': ['timeout-or-duplicate'] };
    this.used = true;
    return { success: true, 'error-codes': [] };
  }
}
