import { unixSeconds } from '@trunkline/kernel';
import type { CommandResults, HandedCommand, HandOutCommands } from '@trunkline/voice-routing';
import { commandPoll, commandResult } from '../schemas/command-schemas';
import { routeJson } from './switch-answers';
import type { SwitchCall, SwitchEndpoint } from './switch-endpoint';
import { SwitchError } from '../switch-error';
import type { SwitchMetrics } from '../switch-metrics';

/** Hands commands to switches, and receives their results. See docs/integrating-a-switch.md#commands. */
export class CommandEndpoints {
  constructor(
    private readonly commands: HandOutCommands,
    private readonly results: CommandResults,
    private readonly metrics: SwitchMetrics,
  ) {}

  get endpoints(): readonly (readonly [string, SwitchEndpoint])[] {
    return [
      ['GET /switch/commands', (call) => this.handOut(call)],
      ['POST /switch/commands/{id}/result', (call) => this.receiveResult(call)],
    ];
  }

  private async handOut({ query, signal }: SwitchCall): Promise<object> {
    const { switchId, node, after, waitSeconds } = commandPoll(query);
    const commands = await this.commands.poll({ switchId, node }, { after, waitSeconds, signal });
    if (commands === null)
      throw new SwitchError(503, 'unavailable', 'Too many open polls. Retry after the time in Retry-After.');
    for (const { type } of commands) this.metrics.handedOut(type);
    return { commands: commands.map(commandJson) };
  }

  private async receiveResult({ id, body }: SwitchCall): Promise<object> {
    const { switchId, ...result } = commandResult(body);
    const isKnown = await this.results.record(id, switchId, result);
    if (!isKnown) throw new SwitchError(404, 'not_found', 'Unknown command.');
    return {};
  }
}

function commandJson(command: HandedCommand): object {
  const head = { id: command.id, at: unixSeconds(command.createdAt), type: command.type };
  if (command.type === 'probe') return { ...head, uri: command.uri, transport: command.transport };
  if (command.type === 'test') return { ...head, ...(command.uri !== null && { uri: command.uri }) };
  const call = { ...head, decision_id: command.decisionId, call_id: command.callId };
  if (command.type === 'hangup') return call;
  return {
    ...call,
    from: command.from,
    to: command.to,
    ring_timeout_s: command.ringTimeoutSeconds,
    plan: routeJson(command.plan),
    agent: routeJson(command.agent),
  };
}
