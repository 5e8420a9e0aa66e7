import type { HangUpCommand, OriginateCommand, ProbeCommand, ReceivedCommand, TestCommand } from './api/answers';
import type { DialledCalls } from './calls/dialled-calls';
import type { Kamailio } from './kamailio/kamailio';
import type { Probe } from './probe';
import type { CommandResult } from './command-feed';
import type { TestCall } from './test-call';

/** Shown to the customer, unlike the errors of other commands. */
const NOT_SENT = 'The switch could not send OPTIONS.';

/** Carries out commands of the API. See docs/switch.md#commands. */
export class CarryOutCommands {
  constructor(
    private readonly calls: DialledCalls,
    private readonly kamailio: Kamailio,
    private readonly probe: Probe,
    private readonly testCall: TestCall,
    /** The URI of the echo of this agent; null if it has none. */
    private readonly echoUri: string | null,
  ) {}

  /** Returns null for a call that was placed before. */
  carryOut(command: ReceivedCommand): Promise<CommandResult | null> {
    switch (command.type) {
      case 'hangup':
        return this.hangUp(command);
      case 'originate':
        return this.originate(command);
      case 'probe':
        return this.send(command);
      case 'test':
        return this.test(command);
      case 'unreadable':
        return Promise.resolve({ ok: false, error: 'unreadable_command' });
    }
  }

  private async hangUp({ decision_id }: HangUpCommand): Promise<CommandResult> {
    if (await this.calls.hangUp(decision_id)) return { ok: true };
    const outcome = await this.kamailio.hangUp(decision_id);
    return outcome === 'ended' ? { ok: true } : { ok: false, error: outcome };
  }

  private async originate(command: OriginateCommand): Promise<CommandResult | null> {
    const outcome = await this.calls.originate(command);
    return outcome && { ok: outcome.ok, sip_code: outcome.sipCode, error: outcome.error ?? null };
  }

  private async send({ uri, transport }: ProbeCommand): Promise<CommandResult> {
    const { ok, sipCode, rttMs } = await this.probe.send(uri, transport ?? undefined);
    if (ok === null) return { ok: false, error: NOT_SENT };
    return { ok, sip_code: sipCode, rtt_ms: rttMs };
  }

  /** Without a URI, calls the echo of this agent. */
  private async test({ uri }: TestCommand): Promise<CommandResult> {
    const called = uri ?? this.echoUri;
    if (called === null) return { ok: false, error: 'no_echo' };
    const { ok, sipCode, rttMs } = await this.testCall.place(called);
    return { ok, sip_code: sipCode, rtt_ms: rttMs };
  }
}
