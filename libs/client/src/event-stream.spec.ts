import { Trunkline, type TrunklineError } from './index.ts';

/** One connection: its text in pieces, and how it ends. */
interface Connection {
  readonly pieces: readonly string[];
  readonly end?: Error | 'never';
}

const encoder = new TextEncoder();
const eventText = (n: number): string => `id: evt_${n}\nevent: number.released\ndata: {"id":"evt_${n}"}\n\n`;
const position = (n: number): string => `retry: 1\nid: evt_${n}\n\n`;

/** As with `fetch`, an aborted signal breaks the body. */
function bodyOf({ pieces, end }: Connection, signal?: AbortSignal | null): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      signal?.addEventListener('abort', () => {
        controller.error(signal.reason);
      });
    },
    pull(controller) {
      if (end instanceof Error) controller.error(end);
      else if (end !== 'never') controller.close();
    },
  });
}

/** A client whose connections are answered in turn, and the `Last-Event-ID` of each. */
function clientOf(answers: readonly (Connection | Response | Error)[], token?: () => Promise<string>) {
  const left = [...answers];
  const resumedAfter: (string | null)[] = [];
  const fetchNext = (_url: unknown, init?: RequestInit): Promise<Response> => {
    resumedAfter.push(new Headers(init?.headers).get('last-event-id'));
    const next = left.shift();
    if (!next || next instanceof Error) return Promise.reject(next ?? new Error('no answer is left'));
    return Promise.resolve(next instanceof Response ? next : new Response(bodyOf(next, init?.signal)));
  };
  const options = { rootUrl: 'https://api.test', fetch: fetchNext, ...(token && { token }) };
  return { client: new Trunkline(options), resumedAfter };
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ ok: false, error: { code, message: 'No.' } }), { status, headers });

describe('events.stream', () => {
  it('yields each message once and resumes after it when the connection ends or breaks', async () => {
    const { client, resumedAfter } = clientOf([
      { pieces: [position(0), eventText(1).slice(0, 20), eventText(1).slice(20) + eventText(2)] },
      { pieces: [position(2), eventText(3)], end: new TypeError('terminated') },
      { pieces: [position(3), ': heartbeat\n\n', 'id: evt_7\n\n'] },
      { pieces: [position(7), eventText(8)] },
    ]);
    const ids: string[] = [];
    const ends: (string | null)[] = [];
    const onDisconnect = (reason: TrunklineError | null): unknown => ends.push(reason && reason.code);
    for await (const { id, data } of client.events.stream({}, { onDisconnect })) {
      expect(data.id).toBe(id);
      ids.push(id);
      if (id === 'evt_8') break;
    }
    expect(ids).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_8']);
    expect(resumedAfter).toEqual([null, 'evt_2', 'evt_3', 'evt_7']);
    expect(ends).toEqual([null, 'connection_failed', null]);
  });

  it('reconnects after a transient error and rejects with a permanent one', async () => {
    const { client, resumedAfter } = clientOf([
      { pieces: [position(5)] },
      refusal(503, 'unavailable', { 'retry-after': '0' }),
      new TypeError('fetch failed'),
      refusal(422, 'invalid_input'),
    ]);
    const next = client.events.stream({}, { lastEventId: 'evt_4' }).next();
    await expect(next).rejects.toMatchObject({ status: 422, code: 'invalid_input' });
    expect(resumedAfter).toEqual(['evt_4', 'evt_5', 'evt_5', 'evt_5']);
  });

  it('rejects with an error of the application unchanged: of its token, and of its callback', async () => {
    const expired = new Error('The refresh token has expired.');
    const { client } = clientOf([{ pieces: [] }], () => Promise.reject(expired));
    await expect(client.events.stream().next()).rejects.toBe(expired);
    const broken = new Error('The page is gone.');
    const onConnect = (): void => {
      throw broken;
    };
    await expect(
      clientOf([{ pieces: [] }])
        .client.events.stream({}, { onConnect })
        .next(),
    ).rejects.toBe(broken);
  });

  it('ends with the reason of the signal, also between connections', async () => {
    const controller = new AbortController();
    const { client } = clientOf([{ pieces: ['retry: 60000\nid: evt_1\n\n'] }]);
    const onDisconnect = (): void => controller.abort(new Error('the page was left'));
    const next = client.events.stream({}, { signal: controller.signal, onDisconnect }).next();
    await expect(next).rejects.toThrow('the page was left');
  });

  it('replaces a silent connection', async () => {
    const { client, resumedAfter } = clientOf([{ pieces: [position(1)], end: 'never' }, { pieces: [eventText(2)] }]);
    const reasons: unknown[] = [];
    const onDisconnect = (reason: TrunklineError | null): unknown => reasons.push(reason?.code);
    const { value } = await client.events.stream({}, { timeoutMs: 20, onDisconnect }).next();
    expect(value).toMatchObject({ id: 'evt_2' });
    expect(resumedAfter).toEqual([null, 'evt_1']);
    expect(reasons).toEqual(['timed_out']);
  });
});
