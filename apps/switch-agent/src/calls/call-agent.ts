import type { Log, Metrics } from '@trunkline/platform/process';
import type { SipTimers } from '../sip/timers';
import { ALLOW } from '../sip/dialog';
import { tagOf } from '../sip/headers';
import { endAnswered } from '../sip/leg';
import type { SipResponse } from '../sip/message';
import type { ServerTransaction } from '../sip/server-transaction';
import type { Address } from '../sip/transport';
import { UserAgent } from '../sip/user-agent';
import type { DialledCalls } from './dialled-calls';

export interface CallAgentOptions {
  /** Kamailio's socket for the agent. Messages from elsewhere are ignored. */
  readonly proxy: Address;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly timers?: SipTimers;
}

/** The user agent that Kamailio knows as its agent. Hands what arrives to the calls. */
export class CallAgent {
  readonly userAgent: UserAgent;
  private calls: DialledCalls | undefined;

  constructor(private readonly options: CallAgentOptions) {
    const { proxy, log, metrics, timers } = options;
    const malformed = metrics.counter({
      name: 'trunkline_agent_malformed_messages_total',
      help: 'Datagrams from Kamailio that are no SIP message.',
      labels: [],
    });
    const events = {
      onRequest: (transaction: ServerTransaction) => this.receive(transaction),
      onCancel: (transaction: ServerTransaction) => this.calls?.cancel(transaction),
      onUnexpectedAnswer: (response: SipResponse) => this.receiveAnswer(response),
      onMalformed: () => malformed.inc(),
      onError: (error: Error) => log.error({ err: error }, 'a SIP message could not be handled'),
    };
    this.userAgent = new UserAgent(events, ({ host, port }) => host === proxy.host && port === proxy.port, timers);
  }

  serve(calls: DialledCalls): void {
    this.calls = calls;
  }

  private receive(transaction: ServerTransaction): void {
    const { method, headers } = transaction.request;
    if (tagOf(headers.get('To')) !== undefined) {
      if (!this.calls?.receive(transaction)) transaction.respond(481);
    } else if (method === 'OPTIONS') transaction.respond(200, { entries: [['Allow', ALLOW]] });
    else transaction.respond(method === 'INVITE' ? 488 : 405, { entries: [['Allow', ALLOW]] });
  }

  /** A phone that is answered after it was given up, or by two people at once, is hung up. */
  private receiveAnswer(response: SipResponse): void {
    const leg = this.calls?.legOf(response.callId, tagOf(response.headers.get('From')));
    if (leg) leg.receiveAnswer(response);
    else endAnswered(this.userAgent, this.options.proxy, response);
  }
}
