import { createSocket, type Socket } from 'node:dgram';
import { eventually, RecordingLog } from '@trunkline/platform/testing';
import { Metrics } from '@trunkline/platform/process';
import { Echo } from '../src/echo/echo';
import { Dialog, SDP } from '../src/sip/dialog';
import type { SipResponse } from '../src/sip/message';
import { UserAgent } from '../src/sip/user-agent';

const OFFER = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');

function rtp(type: number): Buffer {
  const packet = Buffer.alloc(172, type);
  packet.writeUInt8(0x80, 0);
  packet.writeUInt8(type, 1);
  packet.writeUInt32BE(7, 8);
  return packet;
}

describe('the echo', () => {
  let echo: Echo;
  let caller: UserAgent;
  let media: Socket;
  const received: Buffer[] = [];
  const requests: string[] = [];

  const open = async (maxSeconds: number) => {
    const address = { host: '127.0.0.1', port: 0 };
    const settings = { address, maxSeconds, rtpPorts: { first: 34_000, last: 34_999 }, ringMs: 50 };
    echo = new Echo(settings, new RecordingLog(), new Metrics('test'));
    await echo.open();
  };

  beforeEach(async () => {
    received.length = 0;
    requests.length = 0;
    caller = new UserAgent(
      {
        onRequest: (transaction) => {
          requests.push(transaction.request.method);
          transaction.respond(200);
        },
        onCancel: () => undefined,
        onUnexpectedAnswer: () => undefined,
        onMalformed: () => undefined,
        onError: () => undefined,
      },
      () => true,
    );
    await caller.open({ host: '127.0.0.1', port: 0 });
    media = createSocket('udp4');
    await new Promise<void>((resolve) => media.bind(0, '127.0.0.1', resolve));
    media.on('message', (data) => received.push(data));
  });
  afterEach(async () => {
    await echo.close();
    await caller.close();
    await new Promise<void>((resolve) => media.close(() => resolve()));
  });

  const newDialog = () =>
    Dialog.of({ callId: `c${Math.random()}`, from: 'sip:a@b', to: 'sip:echo@b', target: 'sip:echo@127.0.0.1' });

  async function call(dialog: Dialog, offer = OFFER): Promise<{ progress: number[]; answer: SipResponse | null }> {
    const progress: number[] = [];
    const request = dialog.request('INVITE', caller.local, { content: { type: SDP, body: offer } });
    const onProvisional = ({ status }: SipResponse) => progress.push(status);
    const answer = await caller.request(request, echo.local, { onProvisional }).final;
    if (answer && answer.status < 300) {
      dialog.establish(answer);
      caller.request(dialog.request('ACK', caller.local, { cseq: answer.cseq.number }), echo.local);
    }
    return { progress, answer };
  }

  it('rings, answers and returns sound, but no keys', async () => {
    await open(60);
    const dialog = newDialog();
    const { progress, answer } = await call(dialog);
    expect([progress, answer?.status]).toEqual([[180], 200]);
    const [, port, types] = /^m=audio (\d+) RTP\/AVP (.*)$/m.exec(answer?.body ?? '') ?? [];
    expect(types?.trim()).toBe('8 101');
    media.send(rtp(101), Number(port), '127.0.0.1');
    media.send(rtp(8), Number(port), '127.0.0.1');
    await eventually(() => expect(received).toHaveLength(1));
    expect(received[0]?.readUInt8(1)).toBe(8);
    // The echo is another source, not a loop.
    expect(received[0]?.readUInt32BE(8)).not.toBe(7);
    expect((await caller.request(dialog.request('BYE', caller.local), echo.local).final)?.status).toBe(200);
    expect((await caller.request(dialog.request('OPTIONS', caller.local), echo.local).final)?.status).toBe(200);
    expect((await caller.request(dialog.request('BYE', caller.local), echo.local).final)?.status).toBe(481);
  });

  it('sends nothing to a second sender', async () => {
    await open(60);
    const { answer } = await call(newDialog());
    const port = Number(/^m=audio (\d+) /m.exec(answer?.body ?? '')?.[1]);
    media.send(rtp(8), port, '127.0.0.1');
    await eventually(() => expect(received).toHaveLength(1));
    const other = createSocket('udp4');
    await new Promise<void>((resolve) => other.bind(0, '127.0.0.1', resolve));
    other.send(rtp(8), port, '127.0.0.1');
    media.send(rtp(8), port, '127.0.0.1');
    await eventually(() => expect(received).toHaveLength(2));
    await new Promise<void>((resolve) => other.close(() => resolve()));
  });

  it('ends the call after its time', async () => {
    await open(1);
    await call(newDialog());
    await eventually(() => expect(requests).toEqual(['BYE']));
  });

  it('is held and resumed', async () => {
    await open(60);
    const dialog = newDialog();
    await call(dialog);
    const { answer } = await call(dialog, `${OFFER}a=sendonly\r\n`);
    expect(answer?.body).toContain('a=recvonly');
  });

  it('refuses a call without plain audio with 488', async () => {
    await open(60);
    const { answer } = await call(newDialog(), OFFER.replace('RTP/AVP', 'RTP/SAVP'));
    expect(answer?.status).toBe(488);
  });

  it('ends a call that is cancelled while it rings', async () => {
    await open(60);
    const dialog = newDialog();
    const request = dialog.request('INVITE', caller.local, { content: { type: SDP, body: OFFER } });
    const transaction = caller.request(request, echo.local, { onProvisional: () => transaction.cancel() });
    expect((await transaction.final)?.status).toBe(487);
  });
});
