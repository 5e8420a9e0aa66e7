import type { Clock } from '@trunkline/kernel';
import type { Log, Metrics } from '@trunkline/platform';
import type { KeptPdus } from '../../application/carriers/kept-pdus';
import type { CarrierInbox, CarrierLink, CarrierProtocol, MessagingCarrier } from '../../application/carriers/ports';
import { SmppLink } from './smpp-link';
import type { SmppObserver } from './smpp-settings';

const SECOND_MS = 1_000;
const LABELS = ['carrier'] as const;

/** Opens links over SMPP, and reports on them. See docs/messages.md#smpp. */
export class SmppProtocol implements CarrierProtocol {
  readonly protocol = 'smpp';
  /** The open links, with the names of their carriers. */
  private readonly links = new Map<SmppLink, string>();

  constructor(
    private readonly pdus: KeptPdus,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.gauge({ name: 'trunkline_smpp_connected', help: '1 while the carrier is bound.' }, ({ state }) =>
      state.connected ? 1 : 0,
    );
    this.gauge(
      { name: 'trunkline_smpp_in_flight', help: 'Messages that await the answers of the carrier.' },
      ({ state }) => state.inFlight,
    );
    this.gauge(
      { name: 'trunkline_smpp_lag_seconds', help: 'Time that the carrier took to answer the last message.' },
      ({ state: { lagMs } }) => lagMs && lagMs / SECOND_MS,
    );
  }

  open(carrier: MessagingCarrier, inbox: CarrierInbox): CarrierLink {
    const { id, name, systemId, password } = carrier;
    const observer = this.observerOf(id, name, () => this.links.delete(link));
    const link: SmppLink = new SmppLink(
      { ...carrier, carrierId: id, systemId: systemId ?? '', password: password ?? '' },
      { inbox, observer, clock: this.clock, log: this.log },
    );
    this.links.set(link, name);
    return link;
  }

  private observerOf(id: string, carrier: string, closed: () => void): SmppObserver {
    const throttled = this.metrics.counter({
      name: 'trunkline_smpp_throttled_total',
      help: 'Parts that the carrier did not take because it had too much to do.',
      labels: LABELS,
    });
    const unreadable = this.metrics.counter({
      name: 'trunkline_smpp_unreadable_total',
      help: 'PDUs of the carrier that could not be read.',
      labels: LABELS,
    });
    return {
      throttled: () => throttled.inc({ carrier }),
      unreadable: (octets, reason) => {
        unreadable.inc({ carrier });
        return this.pdus.keep(id, octets, reason);
      },
      closed,
    };
  }

  private gauge(
    metric: { readonly name: string; readonly help: string },
    read: (link: SmppLink) => number | null,
  ): void {
    this.metrics.gauge({ ...metric, labels: LABELS }, (set) => {
      for (const [link, carrier] of this.links) {
        const value = read(link);
        if (value !== null) set(value, { carrier });
      }
      return Promise.resolve();
    });
  }
}
