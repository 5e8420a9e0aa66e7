import { mock } from 'node:test';
import { ClientTransaction } from './client-transaction';
import { newRequest, parseMessage, type SipRequest, type SipResponse, writeRequest } from './message';
import { ServerTransaction } from './server-transaction';

const TIMERS = { t1: 500, t2: 4000, t4: 5000 };

function request(method: string): SipRequest {
  return newRequest(method, 'sip:+15551@127.0.0.1:5060', [
    ['Via', 'SIP/2.0/UDP 127.0.0.1:5064;branch=z9hG4bK1;rport'],
    ['Route', '<sip:127.0.0.1:5062;lr>'],
    ['From', '<sip:a@example>;tag=1'],
    ['To', '<sip:b@example>'],
    ['Call-ID', 'c1'],
    ['CSeq', `1 ${method}`],
  ]);
}

function response(status: number, method: string): SipResponse {
  const text = [
    `SIP/2.0 ${status} Reason`,
    'Via: SIP/2.0/UDP 127.0.0.1:5064;branch=z9hG4bK1;rport=5064',
    'From: <sip:a@example>;tag=1',
    'To: <sip:b@example>;tag=2',
    'Call-ID: c1',
    `CSeq: 1 ${method}`,
    '',
    '',
  ].join('\r\n');
  return parseMessage(Buffer.from(text)) as SipResponse;
}

const STEP_MS = 100;

/** In steps, because a timer that is set meanwhile would otherwise begin at the end. */
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += STEP_MS) mock.timers.tick(STEP_MS);
}

const firstLines = (texts: readonly string[]) => texts.map((text) => text.split('\r\n')[0]);

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => {
  mock.timers.reset();
});

function client(method: string, timeoutMs?: number) {
  const sent: string[] = [];
  const cancels: SipRequest[] = [];
  const progress: number[] = [];
  const options = {
    timers: TIMERS,
    send: (text: string) => sent.push(text),
    onProvisional: ({ status }: SipResponse) => progress.push(status),
    onTerminated: () => undefined,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const transaction = new ClientTransaction(request(method), options, (cancel) => cancels.push(cancel));
  return { transaction, sent, cancels, progress };
}

describe('a client transaction', () => {
  it('repeats an INVITE with doubled pauses until a provisional response', () => {
    const { transaction, sent, progress } = client('INVITE');
    pass(500 + 1000 + 2000);
    expect(sent).toHaveLength(4);
    transaction.receive(response(100, 'INVITE'));
    transaction.receive(response(180, 'INVITE'));
    pass(3_600_000);
    expect(sent).toHaveLength(4);
    expect(progress).toEqual([180]);
  });

  it('repeats other requests at most every 4 s, also after a provisional response', () => {
    const { transaction, sent } = client('OPTIONS');
    transaction.receive(response(100, 'OPTIONS'));
    pass(500 + 1000 + 2000 + 4000 + 4000);
    expect(sent).toHaveLength(6);
  });

  it('gives up after 64 T1, or after its own time-out', async () => {
    const { transaction, sent } = client('BYE');
    const early = client('OPTIONS', 4500);
    pass(4500);
    expect(await early.transaction.final).toBeNull();
    expect(transaction.isCompleted).toBe(false);
    pass(27_500);
    expect(await transaction.final).toBeNull();
    const count = sent.length;
    pass(60_000);
    expect(sent).toHaveLength(count);
  });

  it('acknowledges a negative response to an INVITE, each time that it arrives', async () => {
    const { transaction, sent } = client('INVITE');
    transaction.receive(response(486, 'INVITE'));
    transaction.receive(response(486, 'INVITE'));
    expect((await transaction.final)?.status).toBe(486);
    expect(firstLines(sent)).toEqual([
      'INVITE sip:+15551@127.0.0.1:5060 SIP/2.0',
      'ACK sip:+15551@127.0.0.1:5060 SIP/2.0',
      'ACK sip:+15551@127.0.0.1:5060 SIP/2.0',
    ]);
    // The ACK belongs to the transaction of the INVITE, and has the tag of the response.
    expect(sent[1]).toContain('branch=z9hG4bK1');
    expect(sent[1]).toContain('Route: <sip:127.0.0.1:5062;lr>');
    expect(sent[1]).toContain('To: <sip:b@example>;tag=2');
    expect(sent[1]).toContain('CSeq: 1 ACK');
  });

  it('leaves the acknowledgement of a 2xx to the dialog', async () => {
    const { transaction, sent } = client('INVITE');
    transaction.receive(response(200, 'INVITE'));
    expect((await transaction.final)?.status).toBe(200);
    pass(60_000);
    expect(sent).toHaveLength(1);
  });

  it('cancels only once there is a provisional response, and only once', () => {
    const { transaction, cancels } = client('INVITE');
    transaction.cancel();
    expect(cancels).toEqual([]);
    transaction.receive(response(180, 'INVITE'));
    transaction.cancel();
    expect(cancels).toHaveLength(1);
    expect(cancels[0] && writeRequest(cancels[0])).toContain('branch=z9hG4bK1');
    expect(cancels[0]?.cseq).toEqual({ number: 1, method: 'CANCEL' });
  });

  it('gives up a cancelled INVITE that is never answered', async () => {
    const { transaction } = client('INVITE');
    transaction.receive(response(180, 'INVITE'));
    transaction.cancel();
    pass(32_000);
    expect(await transaction.final).toBeNull();
  });
});

function server(method: string) {
  const sent: string[] = [];
  const ended: number[] = [];
  const options = { timers: TIMERS, send: (text: string) => sent.push(text), onTerminated: () => ended.push(1) };
  return { transaction: new ServerTransaction(request(method), options), sent, ended };
}

describe('a server transaction', () => {
  it('repeats the response when the request is repeated', () => {
    const { transaction, sent } = server('BYE');
    transaction.repeat();
    expect(sent).toEqual([]);
    transaction.respond(200);
    transaction.repeat();
    expect(firstLines(sent)).toEqual(['SIP/2.0 200 OK', 'SIP/2.0 200 OK']);
  });

  it('repeats the final response to an INVITE until the ACK arrives', async () => {
    const { transaction, sent } = server('INVITE');
    transaction.respond(180);
    transaction.respond(200, { body: 'v=0' });
    pass(500 + 1000);
    expect(sent).toHaveLength(4);
    const ack = request('ACK');
    transaction.receiveAck(ack);
    pass(60_000);
    expect(sent).toHaveLength(4);
    expect(await transaction.acknowledged).toBe(ack);
  });

  it('ends after 64 T1 without an ACK', async () => {
    const { transaction, ended } = server('INVITE');
    transaction.respond(200);
    pass(32_000);
    expect(await transaction.acknowledged).toBeNull();
    expect(ended).toHaveLength(1);
  });

  it('sends one final response', () => {
    const { transaction, sent } = server('INVITE');
    transaction.respond(487);
    transaction.respond(200);
    expect(firstLines(sent)).toEqual(['SIP/2.0 487 Request Terminated']);
  });

  it('adds its tag to every response but 100', () => {
    const { transaction, sent } = server('INVITE');
    transaction.respond(100);
    transaction.respond(180);
    expect(sent[0]).toContain('To: <sip:b@example>\r\n');
    expect(sent[1]).toContain(`To: <sip:b@example>;tag=${transaction.localTag}\r\n`);
  });
});
