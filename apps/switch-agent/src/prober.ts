import type { Log, Metrics } from '@trunkline/platform/process';
import * as v from 'valibot';
import type { Changes } from './api/change-feed';
import { ApiError, type SwitchApi } from './api/switch-api';
import type { Probe, ProbeResult } from './probe';

/** A gateway or carrier to probe. */
export const peer = v.pipe(
  v.object({
    gateway_id: v.nullish(v.string()),
    carrier_id: v.nullish(v.string()),
    uri: v.optional(v.string(), ''),
    transport: v.nullish(v.string()),
    removed: v.optional(v.boolean(), false),
  }),
  v.check(({ gateway_id, carrier_id }) => Boolean(gateway_id ?? carrier_id), 'names neither a gateway nor a carrier'),
);

export type Peer = v.InferOutput<typeof peer>;

interface Probed {
  readonly key: string;
  peer: Peer;
  /** Null before the first probe. */
  isUp: boolean | null;
  /** Monotonic milliseconds of the last report that the API took. */
  reportedAt: number;
  timer: NodeJS.Timeout | undefined;
}

export interface ProberOptions {
  readonly intervalMs: number;
  /** How often a peer that stays up is reported, so that its row shows when it was probed last. */
  readonly upReportMs: number;
  /** Reports that are sent at once. */
  readonly reportsMax: number;
}

/** What a probe says about its peer. */
type Finding = ProbeResult & { readonly ok: boolean };

const keyOf = ({ gateway_id, carrier_id }: Peer): string => gateway_id ?? carrier_id ?? '';

/** Probes every peer once in the interval, spread over it, and reports what the API must know. */
export class Prober {
  private readonly peers = new Map<string, Probed>();
  /** By peer: a newer result replaces an older result that has not been sent. */
  private readonly reports = new Map<string, Finding>();
  private sending = 0;
  private isStopped = false;

  constructor(
    private readonly probe: Probe,
    private readonly api: SwitchApi,
    private readonly options: ProberOptions,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    metrics.gauge(
      {
        name: 'trunkline_agent_peers',
        help: 'Gateways and carriers by their last probe: up, down or unknown.',
        labels: ['state'],
      },
      (set) => {
        const states = [...this.peers.values()].map(({ isUp }) => (isUp === null ? 'unknown' : isUp ? 'up' : 'down'));
        for (const state of ['up', 'down', 'unknown']) set(states.filter((each) => each === state).length, { state });
        return Promise.resolve();
      },
    );
  }

  /** Takes over changed peers. Never rejects. */
  apply({ items, isComplete }: Changes<Peer>): Promise<void> {
    const named = new Set(items.filter(({ removed }) => !removed).map(keyOf));
    for (const key of [...this.peers.keys()]) if (isComplete && !named.has(key)) this.forget(key);
    for (const item of items) {
      if (item.removed) this.forget(keyOf(item));
      else this.learn(item);
    }
    return Promise.resolve();
  }

  stop(): void {
    this.isStopped = true;
    for (const key of [...this.peers.keys()]) this.forget(key);
    this.reports.clear();
  }

  private learn(item: Peer): void {
    const key = keyOf(item);
    const known = this.peers.get(key);
    if (known) {
      const isMoved = known.peer.uri !== item.uri || known.peer.transport !== item.transport;
      known.peer = item;
      if (isMoved) known.isUp = null;
      return;
    }
    const probed: Probed = { key, peer: item, isUp: null, reportedAt: -Infinity, timer: undefined };
    this.peers.set(key, probed);
    // A random place in the interval spreads them evenly, however many come at once.
    this.plan(probed, Math.random() * this.options.intervalMs);
  }

  private forget(key: string): void {
    clearTimeout(this.peers.get(key)?.timer);
    this.peers.delete(key);
    this.reports.delete(key);
  }

  private plan(probed: Probed, ms: number): void {
    probed.timer = setTimeout(() => void this.check(probed), ms);
  }

  private async check(probed: Probed): Promise<void> {
    const startedAt = performance.now();
    const { uri, transport } = probed.peer;
    const result = await this.probe.send(uri, transport ?? undefined).catch((error: unknown): ProbeResult => {
      // A URI that is not valid, such as that of an empty host.
      this.log.warn({ err: error, peer: probed.key }, 'a peer could not be probed');
      return { ok: false, sipCode: null, rttMs: null };
    });
    if (this.isStopped || this.peers.get(probed.key) !== probed) return;
    if (probed.peer.uri === uri) this.note(probed, result);
    this.plan(probed, Math.max(this.options.intervalMs - (performance.now() - startedAt), 0));
  }

  private note(probed: Probed, { ok, ...more }: ProbeResult): void {
    this.count(ok);
    if (ok === null) return;
    const { isUp, reportedAt, key } = probed;
    if (isUp !== null && isUp !== ok) this.log.info({ peer: key, ok, code: more.sipCode }, 'a peer has changed');
    probed.isUp = ok;
    // The API forgets a failure after a minute, so that each one is reported.
    const isDue = !ok || isUp !== true || performance.now() - reportedAt >= this.options.upReportMs;
    if (!isDue) return;
    this.reports.set(key, { ok, ...more });
    this.send();
  }

  private count(ok: boolean | null): void {
    const answered = ok ? 'up' : 'down';
    this.metrics
      .counter({
        name: 'trunkline_agent_probes_total',
        help: 'Probes of gateways and carriers, by outcome: up, down, or unanswered by Kamailio.',
        labels: ['outcome'],
      })
      .inc({ outcome: ok === null ? 'unanswered' : answered });
  }

  private send(): void {
    for (const [key, result] of this.reports) {
      if (this.sending >= this.options.reportsMax) return;
      this.reports.delete(key);
      this.sending += 1;
      void this.report(key, result).finally(() => {
        this.sending -= 1;
        this.send();
      });
    }
  }

  private async report(key: string, { ok, sipCode, rttMs }: Finding): Promise<void> {
    const probed = this.peers.get(key);
    if (!probed) return;
    const { gateway_id, carrier_id } = probed.peer;
    const id = gateway_id ? { gateway_id } : { carrier_id };
    try {
      await this.api.post('/switch/gateway-health', { ...id, ok, sip_code: sipCode, rtt_ms: rttMs, evidence: 'probe' });
      probed.reportedAt = performance.now();
    } catch (error) {
      // A peer that the API no longer knows leaves the list with its next change. Any other report is repeated by the next probe.
      if (error instanceof ApiError && error.isFinal) return;
      probed.isUp = null;
      this.log.warn({ err: error, peer: key }, 'a probe was not reported');
    }
  }
}
