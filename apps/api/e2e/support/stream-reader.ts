import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { eventually } from '@trunkline/platform/testing';
import { type Headers, type Sender } from '.';

export interface ReceivedMessage {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** Reads a stream as EventSource does. */
export class StreamReader {
  readonly messages: ReceivedMessage[] = [];
  comments = 0;
  lastEventId: string | null = null;
  isOver = false;
  private rest = '';

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.take(text));
    response.once('close', () => (this.isOver = true));
    // A killed connection.
    response.on('error', () => undefined);
  }

  /** `server` is an API, or a proxy in front of it. */
  static async open(
    server: { readonly url: string },
    path: string,
    sender: Sender,
    headers: Headers = {},
  ): Promise<StreamReader> {
    const credential: Headers = sender.key
      ? { authorization: `Bearer ${sender.key}` }
      : { cookie: sender.cookie ?? '' };
    const request = get(`${server.url}${path}`, { headers: { ...credential, ...headers }, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`The stream returned ${response.statusCode}.`);
    const reader = new StreamReader(response);
    await eventually(() => expect(reader.lastEventId).not.toBeNull());
    return reader;
  }

  get headers(): IncomingMessage['headers'] {
    return this.response.headers;
  }

  /** Reads no more until `resume`, as a slow client does. */
  pause(): void {
    this.response.pause();
  }

  resume(): void {
    this.response.resume();
  }

  /** Breaks the connection off. */
  kill(): void {
    this.response.destroy();
  }

  received(count: number): Promise<void> {
    return eventually(() => expect(this.messages.length).toBeGreaterThanOrEqual(count));
  }

  private take(text: string): void {
    this.rest += text;
    // Splits a long message only once it is complete.
    if (!text.includes('\n')) return;
    const blocks = this.rest.split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) this.takeBlock(block);
  }

  private takeBlock(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [name = '', ...value] = line.split(': ');
      fields.set(name, value.join(': '));
    }
    if (fields.has('')) this.comments++;
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const data = fields.get('data');
    if (data === undefined) return;
    this.messages.push({ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) });
  }
}
