import { newId } from '@trunkline/kernel';
import type { CryptoBox, Database, Notifications } from '@trunkline/platform';
import { COMMAND_SECONDS } from '../application/commands/hand-out-commands';
import { type CommandResult, type SwitchCommand, type SwitchCommands } from '../application/commands/ports';
import type { SwitchNode } from '../domain/live-calls/switch-node';

/** Carries the switch of a new command; empty for a command that any switch takes. */
export const COMMANDS_CHANNEL = 'trunkline_switch_commands';
/** Carries the id of a command that has a result. */
export const RESULTS_CHANNEL = 'trunkline_switch_results';
/** A payload holds the numbers of a call, and passwords of gateways. */
export const COMMAND_PURPOSE = 'voice.switch_command';

/** Longer than the longest poll. */
const CONNECTED_SECONDS = 40;
/** Replaces a lost notification. */
const RECHECK_MS = 500;

const SEND = `WITH sent AS (
    INSERT INTO voice.switch_commands (id, type, switch_id, node, decision_id, payload_sealed)
    VALUES ($1, $2, $3::text, $4, $5, $6))
  SELECT pg_notify('${COMMANDS_CHANNEL}', coalesce($3::text, ''))`;

const CONNECTED = `SELECT switch_id AS "switchId", node FROM voice.switch_polls
  WHERE ($1::text IS NULL OR (switch_id = $1 AND node = $2)) AND polled_at > clock_timestamp() - interval '${CONNECTED_SECONDS} seconds' ORDER BY polled_at DESC LIMIT 1`;

const RESULT = `SELECT result FROM voice.switch_commands WHERE id = $1`;

/** A switch that takes the command locks its row, so one of the two goes first. */
const WITHDRAW = `UPDATE voice.switch_commands SET closed_at = clock_timestamp()
  WHERE decision_id = $1 AND type = 'originate' AND handed_at IS NULL AND closed_at IS NULL
    AND created_at > clock_timestamp() - interval '${COMMAND_SECONDS} seconds'
  RETURNING id`;

export class StoredSwitchCommands implements SwitchCommands {
  /** Those who wait for results, by command. */
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
    notifications: Notifications,
  ) {
    notifications.listen(RESULTS_CHANNEL, (commandId) => this.wake(commandId));
  }

  async isConnected(node?: SwitchNode): Promise<boolean> {
    return (await this.lastPoll(node)) !== null;
  }

  connected(): Promise<SwitchNode | null> {
    return this.lastPoll();
  }

  async send(command: SwitchCommand): Promise<string> {
    const id = newId('cmd');
    const isOfCall = command.type === 'hangup' || command.type === 'originate';
    const { switchId, node } = isOfCall ? command.at : { switchId: null, node: '' };
    const decisionId = isOfCall ? command.decisionId : null;
    const sealed = this.box.seal(COMMAND_PURPOSE, JSON.stringify(command), id);
    await this.db.query(SEND, [id, command.type, switchId, node, decisionId, sealed]);
    return id;
  }

  async result(commandId: string, waitMs: number): Promise<CommandResult | null> {
    const endsAt = performance.now() + waitMs;
    for (;;) {
      // Before the read, so that a result that arrives meanwhile is not missed.
      const arrival = this.arrivalOf(commandId);
      try {
        const row = await this.db.find<{ result: CommandResult | null }>(RESULT, [commandId]);
        const leftMs = endsAt - performance.now();
        if (!row || row.result !== null || leftMs <= 0) return row?.result ?? null;
        await arrival.within(Math.min(leftMs, RECHECK_MS));
      } finally {
        arrival.forget();
      }
    }
  }

  async withdraw(decisionId: string): Promise<boolean> {
    return (await this.db.query(WITHDRAW, [decisionId])).length > 0;
  }

  private lastPoll(node?: SwitchNode): Promise<SwitchNode | null> {
    const values = [node?.switchId ?? null, node?.node ?? null];
    return this.db.find<SwitchNode>(CONNECTED, values);
  }

  private arrivalOf(commandId: string) {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const waiting = this.waiting.get(commandId) ?? new Set();
    this.waiting.set(commandId, waiting.add(arrived));
    const within = async (ms: number): Promise<void> => {
      let late: NodeJS.Timeout | undefined;
      await Promise.race([arrival, new Promise<void>((resolve) => (late = setTimeout(resolve, ms)))]);
      clearTimeout(late);
    };
    const forget = (): void => {
      waiting.delete(arrived);
      if (waiting.size === 0) this.waiting.delete(commandId);
    };
    return { within, forget };
  }

  /** Null after a reconnect: any result may have been announced meanwhile. */
  private wake(commandId: string | null): void {
    const waiting = commandId === null ? [...this.waiting.values()] : [this.waiting.get(commandId) ?? []];
    for (const each of waiting) for (const arrived of each) arrived();
  }
}
