import { Turns } from '@trunkline/kernel';
import { isOutage, type Log } from '@trunkline/platform';
import type { AuthenticateSystem, FollowCalls, Heartbeats } from '@trunkline/voice-routing';
import { eventBatch, switchEvent, type SwitchEvent } from '../schemas/event-schemas';
import { heartbeatJson } from './switch-answers';
import type { SwitchEndpoint } from './switch-endpoint';
import { SwitchError } from '../switch-error';
import type { SwitchMetrics } from '../switch-metrics';

/** Ends and heartbeats of a batch that are processed at a time: each is a transaction, and connections are few. */
const AT_ONCE_MAX = 4;

type EventOf<K extends SwitchEvent['kind']> = Extract<SwitchEvent, { readonly kind: K }>;

/** Receives what switches report about calls in progress. See docs/integrating-a-switch.md#events. */
export class EventEndpoints {
  constructor(
    private readonly followCalls: FollowCalls,
    private readonly heartbeats: Heartbeats,
    private readonly systems: AuthenticateSystem,
    private readonly metrics: SwitchMetrics,
    private readonly log: Log,
    /** How many seconds the test clock is ahead; 0 outside the sandbox. */
    private readonly clockOffset: () => number,
  ) {}

  get endpoints(): readonly (readonly [string, SwitchEndpoint])[] {
    return [['POST /switch/events', ({ body }) => this.receive(body)]];
  }

  private async receive(body: unknown): Promise<object> {
    const batch = eventBatch(body);
    return batch ? { outcomes: await this.receiveAll(batch) } : this.receiveOne(this.read(body));
  }

  private read(value: unknown): SwitchEvent {
    const event = switchEvent(value, this.clockOffset());
    this.metrics.event(event.kind);
    return event;
  }

  private async receiveOne(event: SwitchEvent): Promise<object> {
    if (event.kind === 'heartbeat') return heartbeatJson(await this.heartbeats.receive(event));
    if (event.kind === 'auth_failed') await this.countFailure(event);
    else if (event.kind === 'ended') await this.followCalls.end(event, event);
    else await this.followCalls.recordProgress(event.kind, [event]);
    return {};
  }

  private async countFailure({ username, sourceIp, at }: EventOf<'auth_failed'>): Promise<void> {
    if (await this.systems.recordFailure(username, sourceIp, at)) this.metrics.blocked();
  }

  /**
   * Returns the outcome of each event. Of all events of the batch, those that a call rings come first, then answers, then ends
   * and heartbeats: the order in which one switch sees them, whatever the order of the batch.
   */
  private async receiveAll(batch: readonly unknown[]): Promise<object[]> {
    const events = batch.map((value) => this.readOrError(value));
    await this.followCalls.recordProgress('ringing', ofKind(events, 'ringing'));
    await this.followCalls.recordProgress('answered', ofKind(events, 'answered'));
    const turns = new Turns(AT_ONCE_MAX);
    return Promise.all(
      events.map(async (event) => {
        if (event instanceof SwitchError) return errorOutcome(event);
        if (event.kind === 'ringing' || event.kind === 'answered') return { outcome: 'accepted' };
        return turns.run(() => this.outcomeOf(event));
      }),
    );
  }

  private readOrError(value: unknown): SwitchEvent | SwitchError {
    try {
      return this.read(value);
    } catch (error) {
      if (error instanceof SwitchError) return error;
      throw error;
    }
  }

  /** One event that fails does not fail the others. Without a database the batch fails, and the switch repeats it. */
  private async outcomeOf(event: SwitchEvent): Promise<object> {
    try {
      return { outcome: 'accepted', ...(await this.receiveOne(event)) };
    } catch (error) {
      if (isOutage(error)) throw error;
      this.log.error({ err: error, event: event.kind }, 'an event of a batch failed');
      return errorOutcome(new SwitchError(500, 'internal_error', 'Internal error. Send the event again.'));
    }
  }
}

function ofKind<K extends SwitchEvent['kind']>(events: readonly (SwitchEvent | SwitchError)[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => !(event instanceof SwitchError) && event.kind === kind);
}

function errorOutcome({ code, message, fields }: SwitchError): object {
  return { outcome: 'error', error: { code, message, ...(fields && { fields }) } };
}
