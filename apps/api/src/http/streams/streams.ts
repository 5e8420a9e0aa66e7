import { Injectable } from '@nestjs/common';
import { Turns } from '@trunkline/kernel';
import { Log, Loop, Metrics, Settings, StreamPlaces } from '@trunkline/platform';
import type { Response } from 'express';
import { EdgeErrors } from '../answers/edge-errors';
import type { EdgeRequest } from '../endpoint/edge-request';
import { Admission } from '../guard/admission';
import { EventStream, type StreamRequest } from './event-stream';
import { OpenStream, type StreamEnd } from './open-stream';
import { StreamSignals } from './ports';

/** Open streams per account over all processes, before RATE_LIMIT_FACTOR. */
const STREAMS_MAX = 20;
const RETRY_AFTER_SECONDS = 30;
/** Replaces lost announcements, and keeps the places of this process. */
const POLL_MS = 5000;
/** Below the idle limits of common proxies. Credentials are checked as often. */
const HEARTBEAT_MS = 15_000;
/** Streams must leave connections of the pool to other requests. */
const READS_MAX = 4;

/** The open streams of this process. See docs/events.md#streams. */
@Injectable()
export class Streams {
  private readonly byAccount = new Map<string, Set<OpenStream>>();
  private readonly reads = new Turns(READS_MAX);
  private readonly polling: Loop;
  private readonly counts = new Map<string, number>();
  private readonly ends;
  private readonly removals = new Set<Promise<void>>();
  private heartbeat: NodeJS.Timeout | null = null;
  private isOver = false;

  constructor(
    private readonly signals: StreamSignals,
    private readonly places: StreamPlaces,
    private readonly admission: Admission,
    private readonly settings: Settings,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    this.polling = new Loop({ name: 'streams', everyMs: POLL_MS, work: () => this.poll() }, log);
    metrics.gauge({ name: 'trunkline_open_streams', help: 'Open event streams.', labels: ['stream'] }, (set) => {
      for (const [stream, count] of this.counts) set(count, { stream });
      return Promise.resolve();
    });
    this.ends = metrics.counter({
      name: 'trunkline_streams_ended_total',
      help: 'Event streams that ended: by the client, revoked, slow (the client did not read), shutdown.',
      labels: ['stream', 'reason'],
    });
  }

  /** Begins to follow new events and to check credentials. */
  start(): void {
    this.signals.listen((accountIds) => this.wake(accountIds ?? [...this.byAccount.keys()]));
    this.polling.start();
    this.heartbeat = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  /** Returns the response of a streaming endpoint. */
  of(request: StreamRequest): EventStream {
    return new EventStream((response) => this.open(request, response));
  }

  /** Ends all streams and opens no more. Their clients reconnect to another process. */
  async endAll(): Promise<void> {
    this.isOver = true;
    if (this.heartbeat) clearInterval(this.heartbeat);
    for (const stream of this.all()) stream.finish('shutdown');
    await Promise.all([this.polling.stop(), ...this.removals]);
  }

  /** Checks the credentials of all streams and sends heartbeats. */
  async beat(): Promise<void> {
    await Promise.all(this.all().map((stream) => stream.beat()));
  }

  private isClosing(): boolean {
    return this.isOver;
  }

  private all(): OpenStream[] {
    return [...this.byAccount.values()].flatMap((streams) => [...streams]);
  }

  private async open(request: StreamRequest, response: Response): Promise<void> {
    if (this.isClosing()) throw EdgeErrors.unavailable();
    const max = Math.max(1, Math.round(STREAMS_MAX * this.settings.RATE_LIMIT_FACTOR));
    const place = await this.places.take(request.accountId, max);
    if (!place) {
      const message = `The account has ${max} open streams. Close one and retry after the time in \`Retry-After\`.`;
      throw EdgeErrors.rate_limited({ message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const isAdmitted = () => this.admission.isStillAdmitted(response.req as EdgeRequest);
    const stream = new OpenStream(request, response, isAdmitted, this.reads, this.log);
    this.add(stream, request.name);
    const removal = stream.ended.then((end) => this.remove(stream, request.name, place, end));
    this.removals.add(removal);
    void removal.finally(() => this.removals.delete(removal));
    stream.begin();
    // Express also routes HEAD here.
    if (response.req.method === 'HEAD' || this.isClosing()) stream.finish('shutdown');
    // The client may have left before `close` was listened for.
    if (response.destroyed) response.emit('close');
  }

  private add(stream: OpenStream, name: string): void {
    const streams = this.byAccount.get(stream.accountId) ?? new Set();
    this.byAccount.set(stream.accountId, streams.add(stream));
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  private async remove(stream: OpenStream, name: string, place: string, end: StreamEnd): Promise<void> {
    const streams = this.byAccount.get(stream.accountId);
    streams?.delete(stream);
    if (streams?.size === 0) this.byAccount.delete(stream.accountId);
    this.counts.set(name, (this.counts.get(name) ?? 1) - 1);
    this.ends.inc({ stream: name, reason: end });
    // Otherwise the place is free when its lease ends.
    await this.places.free(place).catch((error: unknown) => {
      this.log.warn({ err: error }, 'the place of a stream was not freed');
    });
  }

  private wake(accountIds: readonly string[]): void {
    for (const accountId of accountIds) this.byAccount.get(accountId)?.forEach((stream) => stream.wake());
  }

  private async poll(): Promise<'rest'> {
    if (this.byAccount.size === 0) return 'rest';
    await this.places.renew();
    const seqs = [...this.byAccount].map(([accountId, streams]) => {
      return [accountId, Math.min(...[...streams].map(({ seq }) => seq))] as const;
    });
    this.wake(await this.signals.changed(new Map(seqs)));
    return 'rest';
  }
}
