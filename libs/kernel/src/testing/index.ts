import { type Clock } from '../time/clock';
import { type EventBus, type IntegrationEvent } from '../events/event-bus';
import type { Actor } from '../actor';
import { Transactor } from '../transactor';

/** A transactor for use cases on fakes, which cannot roll back. */
export class NoTransactor extends Transactor {
  override run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  override together<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  override afterCommit(effect: () => void): void {
    effect();
  }

  override actAs(): void {
    // There are no changes to record.
  }

  override actingAs<T>(_actor: Actor, work: () => T): T {
    return work();
  }
}

/** A clock that only moves when a test advances it. */
export class TestClock implements Clock {
  constructor(private at = new Date('2026-01-01T00:00:00Z')) {}

  now(): Date {
    return this.at;
  }

  advance(seconds: number): void {
    this.at = new Date(this.at.getTime() + seconds * 1000);
  }
}

export class RecordingEventBus implements EventBus {
  readonly published: IntegrationEvent[] = [];

  publish(event: IntegrationEvent): Promise<void> {
    return this.publishAll([event]);
  }

  publishAll(events: readonly IntegrationEvent[]): Promise<void> {
    this.published.push(...events);
    return Promise.resolve();
  }
}
export { CHROMIUM_FLAGS, chromiumProgram } from './chromium';
export { freePort } from './free-port';
