import { DomainError, type Turns } from '@trunkline/kernel';
import { type Log, runAs } from '@trunkline/platform';
import type { Response } from 'express';
import { type StreamPage, type StreamRequest, STREAM_TYPE, textOf } from './event-stream';
import type { StreamPosition } from './ports';

/** Why a stream ended: by the client, because its credential lost the right, because the client read too slowly, or at shutdown. */
export type StreamEnd = 'client' | 'revoked' | 'slow' | 'shutdown';

/** A client that has not read one page after this time is disconnected. It resumes with Last-Event-ID. */
const SLOW_MS = 10_000;
/** Clients reconnect after 2 to 5 seconds, so that they do not all return at once after a shutdown. */
const RETRY_MS = { from: 2000, spread: 3000 };

/**
 * One open stream. Reads a page, writes it, and reads the next one only when the client has taken it: its memory is that of
 * one page, however slow the client is.
 */
export class OpenStream {
  /** Resolves when the connection has ended. */
  readonly ended: Promise<StreamEnd>;
  private position: StreamPosition;
  private end: StreamEnd | null = null;
  private isWoken = false;
  private isSending = false;

  constructor(
    private readonly request: StreamRequest,
    private readonly response: Response,
    private readonly isAdmitted: () => Promise<boolean>,
    private readonly reads: Turns,
    private readonly log: Log,
    private readonly slowMs = SLOW_MS,
  ) {
    this.position = request.start;
    this.ended = new Promise((resolve) => {
      response.once('close', () => {
        this.end ??= 'client';
        resolve(this.end);
      });
    });
  }

  get accountId(): string {
    return this.request.accountId;
  }

  get seq(): number {
    return this.position.seq;
  }

  /** Sends the headers, and the position from which a client without events resumes. */
  begin(): void {
    const { response, request } = this;
    response.statusCode = 200;
    response.setHeader('Content-Type', `${STREAM_TYPE}; charset=utf-8`);
    response.setHeader('Cache-Control', 'no-store, no-transform');
    // Without it, nginx stores events for a client that reads slowly, up to a gigabyte each.
    response.setHeader('X-Accel-Buffering', 'no');
    const retryMs = Math.round(RETRY_MS.from + Math.random() * RETRY_MS.spread);
    response.write(`retry: ${retryMs}\nid: ${request.start.eventId}\n\n`);
    this.wake();
  }

  /** Sends what follows the position of the stream. */
  wake(): void {
    this.isWoken = true;
    if (!this.isSending) void this.send();
  }

  /** Ends the response after what was written. */
  finish(end: StreamEnd): void {
    if (this.end) return;
    this.end = end;
    this.response.end();
  }

  /** Checks the credential and sends a heartbeat. */
  async beat(): Promise<void> {
    try {
      if (!(await this.reads.run(() => runAs('lists', this.isAdmitted)))) return this.finish('revoked');
    } catch (error) {
      // The credential store is unavailable. The next beat checks again, and no event can be read meanwhile.
      this.log.warn({ err: error, stream: this.request.name }, 'the credential of a stream was not checked');
    }
    if (!this.end && !this.response.writableNeedDrain) this.response.write(': heartbeat\n\n');
  }

  private async send(): Promise<void> {
    this.isSending = true;
    try {
      while (this.isWoken && !this.end) {
        this.isWoken = false;
        await this.sendPages();
      }
    } catch (error) {
      // The next poll wakes the stream again, unless the account's settings now forbid what it reads.
      if (error instanceof DomainError) this.finish('revoked');
      else this.log.warn({ err: error, stream: this.request.name }, 'a stream could not be read');
    } finally {
      this.isSending = false;
    }
  }

  private async sendPages(): Promise<void> {
    let page: StreamPage;
    do {
      page = await this.reads.run(() => runAs('lists', () => this.request.read(this.position)));
      if (this.end) return;
      await this.write(page);
    } while (page.hasMore);
  }

  private async write({ messages, position }: StreamPage): Promise<void> {
    const isAhead = position.eventId !== (messages.at(-1)?.id ?? this.position.eventId);
    this.position = position;
    // Moves the client past events that its filters exclude, so that it does not resume from an expired event.
    const texts = messages.map((message) => textOf(this.request.type, message));
    const text = texts.join('') + (isAhead ? `id: ${position.eventId}\n\n` : '');
    if (text !== '' && !this.response.write(text)) await this.drained();
  }

  /** Resolves when the client has taken what was written, or the connection has ended. */
  private drained(): Promise<void> {
    const { response } = this;
    if (response.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.end ??= 'slow';
        response.destroy();
      }, this.slowMs);
      const done = (): void => {
        clearTimeout(late);
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.once('drain', done).once('close', done);
    });
  }
}
