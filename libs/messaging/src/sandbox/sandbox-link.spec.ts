import { SystemClock } from '@trunkline/kernel';
import type { OutboundMessage } from '../application/carriers/ports';
import { itIsACarrierLink } from '../testing/carrier-link-contract';
import { RecordingInbox } from '../testing/recording-inbox';
import { aMessagingCarrier, anOutboundMessage } from '../testing/samples';
import { SandboxProtocol } from './sandbox-link';
import type { SandboxReceipts } from './sandbox-receipts';

let count = 0;
function message(to: string, parts: number): OutboundMessage {
  count += 1;
  const texts = Array.from({ length: parts }, () => ({ text: 'Hello' }));
  return anOutboundMessage({ id: `sms_${String(count)}`, to, parts: texts });
}

/** None is owed: the receipts of the sandbox are tested with its database. */
const receipts = { add: async () => undefined, due: async () => [], remove: async () => undefined };

describe('the link to the sandbox carrier', () => {
  itIsACarrierLink(async () => {
    const inbox = new RecordingInbox();
    const log = { failed: () => undefined };
    const protocol = new SandboxProtocol(receipts as unknown as SandboxReceipts, log, new SystemClock());
    const link = protocol.open(aMessagingCarrier({ protocol: 'sandbox' }), inbox);
    return {
      link,
      inbox,
      accepted: (parts) => message('+12125550123', parts),
      outcomes: { refused: () => message('+12125550190', 1) },
      close: () => link.close(),
    };
  });
});
