import type { Metrics } from '@trunkline/platform';

/** A finished request of a switch. */
export interface SwitchRequest {
  /** A served path, or `other`. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
}

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Prometheus metrics of the switch interface. Labels have few values and never hold an id. */
export class SwitchMetrics {
  private readonly duration;
  private readonly decisions;
  private readonly events;
  private readonly commands;
  private readonly logins;
  private readonly blocks;

  /** `countLive` and `countPolls` run at each scrape. */
  constructor(metrics: Metrics, countLive: () => Promise<number>, countPolls: () => number) {
    this.duration = metrics.histogram(
      {
        name: 'trunkline_switch_request_duration_seconds',
        help: 'Time from receiving a switch request to the last byte of its response, by path.',
        labels: ['path', 'status'],
      },
      BUCKETS_S,
    );
    this.decisions = metrics.counter({
      name: 'trunkline_call_decisions_total',
      help: 'Call decisions, by outcome: routed, or the reason for the rejection.',
      labels: ['outcome'],
    });
    this.events = metrics.counter({
      name: 'trunkline_switch_events_total',
      help: 'Call events that switches reported, and heartbeats.',
      labels: ['event'],
    });
    this.commands = metrics.counter({
      name: 'trunkline_switch_commands_total',
      help: 'Commands that were handed to switches, by type.',
      labels: ['type'],
    });
    this.logins = metrics.counter({
      name: 'trunkline_switch_logins_total',
      help: 'Look-ups of SIP users by switches, by outcome: found, unknown or blocked.',
      labels: ['outcome'],
    });
    this.blocks = metrics.counter({
      name: 'trunkline_sip_blocks_total',
      help: 'Blocks of a SIP user from an address, after too many failed digests.',
      labels: [],
    });
    metrics.gauge(
      { name: 'trunkline_switch_polls', help: 'Requests of switches that wait for commands.', labels: [] },
      (set) => {
        set(countPolls(), {});
        return Promise.resolve();
      },
    );
    metrics.gauge({ name: 'trunkline_live_calls', help: 'Calls in progress, all accounts.', labels: [] }, async (set) =>
      set(await countLive(), {}),
    );
  }

  observe({ path, status, seconds }: SwitchRequest): void {
    this.duration.observe({ path, status: String(status) }, seconds);
  }

  decided(outcome: string): void {
    this.decisions.inc({ outcome });
  }

  handedOut(type: string): void {
    this.commands.inc({ type });
  }

  lookedUp(outcome: string): void {
    this.logins.inc({ outcome });
  }

  blocked(): void {
    this.blocks.inc({});
  }

  event(event: string): void {
    this.events.inc({ event });
  }
}
