import type { Clock } from '@trunkline/kernel';
import type { SwitchCommands, SwitchState, SwitchStates } from '@trunkline/voice-routing';
import { type Check, type DoctorRequest, fault, fromDatabase, ok, type Result, warning } from './check';

const SILENT_S = 60;
/** A switch that has been silent for longer was taken out of service. */
const GONE_S = 7 * 86_400;
const SKEW_MAX_S = 2;
/** Longer than a switch rings. */
const WAIT_MS = 16_000;
const INSTALL = 'Install the switch and its agent: docs/switch.md. Without one, no call is placed or received.';

/** The heartbeats and clocks of switches, and on request a call through one of them. */
export class SwitchesCheck implements Check {
  readonly name = 'switches';
  readonly failure = 'The switches could not be checked';
  readonly remedy = INSTALL;

  constructor(
    private readonly states: SwitchStates,
    private readonly commands: SwitchCommands,
    private readonly clock: Clock,
    private readonly settings: { readonly isSandbox: boolean },
  ) {}

  run({ callTo }: DoctorRequest): Promise<readonly Result[]> {
    return fromDatabase('Switches', () => this.check(callTo));
  }

  private async check(callTo: string | null): Promise<Result[]> {
    const now = this.clock.now();
    const known = (await this.states.list()).filter(
      ({ lastHeartbeatAt }) => secondsFrom(lastHeartbeatAt, now) < GONE_S,
    );
    const none = this.settings.isSandbox ? warning : fault;
    return [
      ...(known.length === 0 ? [none('No switch has sent a heartbeat.', INSTALL)] : []),
      ...known.flatMap((state) => resultsOf(state, now)),
      ...(callTo === null ? [] : [await this.call(callTo)]),
    ];
  }

  private async call(to: string): Promise<Result> {
    const called = to === 'echo' ? 'the echo of the switch' : to;
    if (!(await this.commands.isConnected()))
      return fault('No switch waits for commands, so none could place the test call.', INSTALL);
    const command = await this.commands.send({ type: 'test', uri: to === 'echo' ? null : to });
    return callResult(called, await this.commands.result(command, WAIT_MS));
  }
}

function callResult(called: string, result: Awaited<ReturnType<SwitchCommands['result']>>): Result {
  if (!result) return fault(`No switch reported the test call to ${called}.`, 'Check the log of the switch agent.');
  const { sipCode, rttMs, error } = result;
  if (result.ok) return ok(`A test call to ${called} was answered after ${rttMs ?? 0} ms.`);
  if (error === 'no_echo')
    return warning('The switch has no echo to call.', 'Set ECHO_PORT of the switch agent, or call a SIP URI.');
  const reason = sipCode === null ? (error ?? 'no reason given') : `SIP ${sipCode}`;
  return fault(`The test call to ${called} failed: ${reason}.`, 'See docs/switch.md#echo, and the log of Kamailio.');
}

function resultsOf({ switchId, node, lastHeartbeatAt, reportedAt }: SwitchState, now: Date): Result[] {
  const name = node === '' ? switchId : `${switchId}/${node}`;
  const silent = secondsFrom(lastHeartbeatAt, now);
  if (silent > SILENT_S)
    return [
      fault(`The switch ${name} has sent no heartbeat for ${Math.round(silent)} s.`, 'Check Kamailio and its agent.'),
    ];
  const skew = reportedAt === null ? 0 : secondsFrom(lastHeartbeatAt, reportedAt);
  return [
    ok(`The switch ${name} sent a heartbeat ${Math.round(silent)} s ago.`),
    ...(Math.abs(skew) > SKEW_MAX_S
      ? [warning(`The clock of the switch ${name} differs by ${skew.toFixed(1)} s.`, 'Synchronize it by NTP.')]
      : []),
  ];
}

function secondsFrom(start: Date, end: Date): number {
  return (end.getTime() - start.getTime()) / 1000;
}
