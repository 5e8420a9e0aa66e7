import type { OriginateCommand } from '../api/answers';
import type { Leg, LegEvents } from '../sip/leg';
import type { SipResponse } from '../sip/message';
import { unixNow } from '../time';
import type { StoredValues } from '../stored-file';
import { type Bridge, opposite, type Side } from './bridge';
import type { CallRecord } from './call-record';
import type { DialledCall, DialOutcome, DialStage } from './dialled-call';

export type Legs = Readonly<Record<Side, Leg>>;

export interface StoredCallEvents {
  readonly onOver: () => void;
  /** Work in the background has failed. */
  readonly onError: (error: unknown) => void;
}

/** A dialled call with its record on disk. Ends one leg with the other. */
export class StoredCall {
  readonly startedAt: number;
  legs: Legs;
  bridge: Bridge;
  private call: DialledCall;
  private saving: Promise<void> = Promise.resolve();
  private waitingForEnd: (() => void)[] = [];
  private current: DialStage;
  private isStopped = false;

  constructor(
    private readonly command: OriginateCommand,
    private readonly records: StoredValues<CallRecord>,
    record: CallRecord | undefined,
    private readonly events: StoredCallEvents,
  ) {
    this.startedAt = record?.startedAt ?? unixNow();
    this.current = record?.stage ?? 'agent';
  }

  attach(legs: Legs, bridge: Bridge, call: DialledCall): void {
    this.legs = legs;
    this.bridge = bridge;
    this.call = call;
  }

  get stage(): DialStage {
    return this.current;
  }

  get isLive(): boolean {
    return this.current !== 'over';
  }

  get decisionId(): string {
    return this.command.decision_id;
  }

  run(): Promise<DialOutcome> {
    return this.call.run();
  }

  async hangUp(): Promise<void> {
    await this.call.hangUp();
    if (this.current === 'connected') await this.enter('over');
  }

  /** Resolves once the stage is on disk. A call that is over stays so. */
  async enter(stage: DialStage): Promise<void> {
    if (this.current !== 'over') {
      this.current = stage;
      if (stage === 'connected') this.bridge.connect();
      if (stage === 'over') this.finish();
      this.save();
    }
    await this.saving;
  }

  legEvents(side: Side): LegEvents {
    return {
      onProgress: (response: SipResponse) => {
        if (side === 'number') this.call.onNumberProgress(response);
        else if (response.status >= 180) this.call.onAgentProgress();
      },
      onEnded: () => this.inBackground(this.endOther(side)),
      onRequest: (transaction) => this.inBackground(this.bridge.forward(side, transaction)),
    };
  }

  /** Stores what is known now, after what is being stored. Does nothing after `stop`: the next process goes on from there. */
  save(): void {
    if (this.isStopped) return;
    const previous = this.saving.catch(() => undefined);
    this.saving = previous.then(() => this.records.store(this.command.id, this.record()));
    // `enter` rejects when the disk is full. Between two stages the record is only older.
    this.saving.catch(() => undefined);
  }

  async stop(): Promise<void> {
    if (this.current === 'connected') this.save();
    this.isStopped = true;
    await this.saving;
  }

  isOverWithin(ms: number): Promise<boolean> {
    if (!this.isLive) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.waitingForEnd.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.events.onError(error));
  }

  private async endOther(side: Side): Promise<void> {
    await this.legs[opposite(side)].end();
    if (this.current === 'connected') await this.enter('over');
  }

  private finish(): void {
    for (const resolve of this.waitingForEnd) resolve();
    this.waitingForEnd = [];
    this.events.onOver();
  }

  private record(): CallRecord {
    const { command, startedAt, legs, bridge } = this;
    const { agent, number } = legs;
    return {
      stage: this.current,
      at: Date.now(),
      command,
      startedAt,
      agent: { ...agent.state, routes: [...agent.state.routes] },
      number: { ...number.state, routes: [...number.state.routes] },
      sessions: bridge.sessions,
    };
  }
}
