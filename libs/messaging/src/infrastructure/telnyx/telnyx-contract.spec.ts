import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { SystemClock } from '@trunkline/kernel';
import { eventually } from '@trunkline/platform/testing';
import type { OutboundMessage } from '../../application/carriers/ports';
import { itIsACarrierLink } from '../../testing/carrier-link-contract';
import { RecordingInbox } from '../../testing/recording-inbox';
import { aMessagingCarrier, anOutboundMessage } from '../../testing/samples';
import { TelnyxProtocol } from './telnyx-link';

type Answer = (response: ServerResponse) => void;

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const REFUSED = json(400, { errors: [{ code: '40310', title: "Invalid 'to' address" }] });
const BUSY = json(429, { errors: [{ code: '10011', title: 'Too many requests' }] }, { 'retry-after': '2' });

let count = 0;
function message(parts: number): OutboundMessage {
  count += 1;
  const texts = Array.from({ length: parts }, () => ({ text: 'x'.repeat(153) }));
  return anOutboundMessage({ id: `sms_${String(count)}`, parts: texts });
}

describe('the link to Telnyx', () => {
  itIsACarrierLink(async () => {
    let answer: Answer = (response) => json(200, { data: { id: `t-${String(count)}` } })(response);
    const server = createServer((request: IncomingMessage, response) => {
      if (request.method === 'GET') json(200, { data: [] })(response);
      else answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const inbox = new RecordingInbox();
    const timings = { requestMs: 5_000, probeMs: 20, closeMs: 100, throttledMs: 1_000 };
    const protocol = new TelnyxProtocol('https://example.com/webhooks/messaging/telnyx', new SystemClock(), timings);
    const link = protocol.open(aMessagingCarrier({ protocol: 'http', host: '127.0.0.1', port, tls: false }));
    const stop = () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    };
    const answering = (next: Answer) => () => {
      answer = next;
      return message(1);
    };
    return {
      link,
      inbox,
      accepted: message,
      outcomes: {
        refused: answering(REFUSED),
        busy: answering(BUSY),
        unknown: answering((response) => response.destroy()),
        unreachable: async () => {
          await stop();
          // Until then, a connection may be used that the server has just ended.
          await eventually(() => expect(link.state.lastError).toContain('ECONNREFUSED'));
          return message(1);
        },
      },
      close: async () => {
        await link.close();
        await stop();
      },
    };
  });
});
