import type { RoutedAnswer } from '../calls/route-answer';
import type { ReportedCall } from '../live-calls/follow-calls';
import type { HeldCall } from '../live-calls/ports';
import type { SwitchNode } from '../../domain/live-calls/switch-node';

/** A call as its switch knows it. */
interface SwitchCall {
  readonly decisionId: string;
  /** The SIP Call-ID. */
  readonly callId: string;
}

/** Ends a call, ringing or answered. */
export interface HangupCommand extends SwitchCall {
  readonly type: 'hangup';
  /** The process that requested the route of the call. */
  readonly at: SwitchNode;
}

/** Rings the agent, calls `to` once the agent has answered, and connects the two. Never carried out twice. */
export interface OriginateCommand extends SwitchCall {
  readonly type: 'originate';
  /** The process that the call belongs to. */
  readonly at: SwitchNode;
  readonly from: string;
  readonly to: string;
  readonly ringTimeoutSeconds: number;
  /** The leg to `to`, as POST /switch/route would answer it. */
  readonly plan: RoutedAnswer;
  /** The leg to the agent. */
  readonly agent: RoutedAnswer;
}

/** Sends OPTIONS to a gateway or carrier. Any connected switch does. */
export interface ProbeCommand {
  readonly type: 'probe';
  /** A SIP URI. */
  readonly uri: string;
  readonly transport: 'udp' | 'tcp' | 'tls' | 'wss';
}

/** Calls a URI through the switch and hangs up once it is answered, without a decision and a CDR. Any connected switch does. */
export interface TestCommand {
  readonly type: 'test';
  /** A SIP URI; null calls the echo of the switch. */
  readonly uri: string | null;
}

export type SwitchCommand = HangupCommand | OriginateCommand | ProbeCommand | TestCommand;

export interface CommandResult {
  readonly ok: boolean;
  /** The final SIP response, if there was one. */
  readonly sipCode: number | null;
  readonly rttMs: number | null;
  readonly error: string | null;
}

/** Commands to switches, as those who give them see it. See docs/integrating-a-switch.md#commands. */
export abstract class SwitchCommands {
  /** Returns whether a switch, or this process of one, waits for commands, or did so within the last 40 seconds. */
  abstract isConnected(node?: SwitchNode): Promise<boolean>;
  /** Returns the process that asked for commands last, within the last 40 seconds; null if there is none. */
  abstract connected(): Promise<SwitchNode | null>;
  /** Hands a command to the switch within milliseconds, for 30 seconds, and returns its id. Joins the transaction around it. */
  abstract send(command: SwitchCommand): Promise<string>;
  /** Waits at most `waitMs` for the result of a command; null if none has arrived. Holds no connection while it waits. */
  abstract result(commandId: string, waitMs: number): Promise<CommandResult | null>;
  /** Withdraws the originate command of a call. Returns false if a switch has received it, or if there is none. */
  abstract withdraw(decisionId: string): Promise<boolean>;
}

/** A command as a switch receives it. */
export type HandedCommand = SwitchCommand & {
  readonly id: string;
  /** Real time. */
  readonly createdAt: Date;
};

/** Commands to switches, as those who hand them out see it. Ages are in real time. */
export abstract class CommandQueue {
  /** Notes that the process asks for commands, and that those up to `after` have arrived there. */
  abstract arrive(node: SwitchNode, after: string | null): Promise<void>;
  /**
   * Takes the due commands of the process that are at most `maxAgeSeconds` old. A command goes to one taker. One that is not
   * acknowledged is taken again after three seconds, except an originate command.
   */
  abstract take(node: SwitchNode, maxAgeSeconds: number): Promise<HandedCommand[]>;
  /** Returns commands that were taken and not sent. */
  abstract giveBack(commandIds: readonly string[]): Promise<void>;
  /** Calls the listener with the switch that has a new command; null if it may be any switch. */
  abstract listen(listener: (switchId: string | null) => void): void;
  /**
   * Stores the first result of a command. Returns null for an unknown command, for one that was not handed out, and for one of
   * another switch; `switchId` null matches any switch. `failed` is the call that an originate command has not placed.
   */
  abstract finish(
    commandId: string,
    switchId: string | null,
    result: CommandResult,
  ): Promise<{ readonly failed: ReportedCall | null } | null>;
  /** Closes originate commands that no switch received in time, and returns their calls. Each is returned once. */
  abstract closeExpired(limit: number): Promise<HeldCall[]>;
  /** Deletes the commands of the day before, and switches that have not asked for a month. Returns how many rows. */
  abstract prune(): Promise<number>;
}
