import type { Page, WebSocketRoute } from '@playwright/test';

/** Returns the value of a header of a SIP message; empty without one. */
function headerOf(message: string, name: string): string {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';
}

/** Answers a request: the headers that identify it are repeated (RFC 3261, section 8.2.6). */
function responseTo(request: string, status: string, extra: readonly string[] = []): string {
  const copied = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${headerOf(request, name)}`);
  const to = `To: ${headerOf(request, 'To')};tag=switch`;
  return [`SIP/2.0 ${status}`, ...copied, to, ...extra, 'Content-Length: 0', '', ''].join('\r\n');
}

const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=rtpmap:111 opus/48000/2',
  '',
].join('\r\n');

/** Replaces the switch that the page connects to. Accepts every registration. */
export class SipSwitch {
  private socket: WebSocketRoute | null = null;
  private contact = '';

  static async answer(page: Page): Promise<SipSwitch> {
    const fake = new SipSwitch();
    await page.routeWebSocket(/:5060\/?$/, (socket) => {
      fake.socket = socket;
      socket.onMessage((message) => {
        fake.receive(String(message));
      });
    });
    return fake;
  }

  /** Calls the browser that is registered. */
  ring(caller: string): void {
    const [, uri = ''] = /<(.*?)>/.exec(this.contact) ?? [];
    const lines = [
      `INVITE ${uri} SIP/2.0`,
      'Via: SIP/2.0/WS switch.invalid;branch=z9hG4bKcall',
      'Max-Forwards: 70',
      `From: <sip:${caller}@switch.invalid>;tag=caller`,
      `To: <${uri}>`,
      'Call-ID: incoming-1',
      'CSeq: 1 INVITE',
      'Contact: <sip:switch.invalid;transport=ws>',
      'Content-Type: application/sdp',
      `Content-Length: ${String(SDP.length)}`,
    ];
    this.socket?.send(`${lines.join('\r\n')}\r\n\r\n${SDP}`);
  }

  private receive(message: string): void {
    if (!message.startsWith('REGISTER')) return;
    this.contact = headerOf(message, 'Contact');
    const expires = `Expires: ${headerOf(message, 'Expires')}`;
    this.socket?.send(responseTo(message, '200 OK', [`Contact: ${this.contact}`, expires]));
  }
}
