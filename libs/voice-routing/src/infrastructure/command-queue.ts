import type { CryptoBox, Database, Notifications } from '@trunkline/platform';
import { COMMAND_SECONDS } from '../application/commands/hand-out-commands';
import {
  type CommandQueue,
  type CommandResult,
  type HandedCommand,
  type SwitchCommand,
} from '../application/commands/ports';
import type { SwitchNode } from '../domain/live-calls/switch-node';
import type { ReportedCall } from '../application/live-calls/follow-calls';
import type { HeldCall } from '../application/live-calls/ports';
import { COMMAND_PURPOSE, COMMANDS_CHANNEL, RESULTS_CHANNEL } from './switch-commands';

/** A switch that received a command asks for the next one at once, and thereby acknowledges it. */
const REPEAT_SECONDS = 3;
const TAKEN_MAX = 100;

const ARRIVE = `INSERT INTO voice.switch_polls AS p (switch_id, node, polled_at) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (switch_id, node) DO UPDATE SET polled_at = GREATEST(p.polled_at, excluded.polled_at)`;

/** Not by id: of two commands, the older one may have been committed, and handed out, later. */
const ACKNOWLEDGE = `UPDATE voice.switch_commands SET acknowledged_at = clock_timestamp()
  WHERE handed_switch_id = $1 AND handed_node = $2 AND acknowledged_at IS NULL
    AND created_at > clock_timestamp() - interval '${2 * COMMAND_SECONDS} seconds'
    AND handed_at <= (SELECT handed_at FROM voice.switch_commands WHERE id = $3)`;

/** SQL: whether the call of an originate command may still be placed. A CDR ends its call. */
const MAY_CALL = `EXISTS (SELECT FROM voice.calls k WHERE k.decision_id = c.decision_id AND k.ended_at IS NULL)`;

/** The commands of one take share a time, by which they are acknowledged together. */
const TAKE = `WITH due AS (
    SELECT c.id FROM voice.switch_commands c
    WHERE c.created_at > clock_timestamp() - make_interval(secs => $3)
      AND c.acknowledged_at IS NULL AND c.closed_at IS NULL AND c.result IS NULL
      AND (c.switch_id IS NULL OR (c.switch_id = $1 AND c.node = $2))
      AND (c.handed_at IS NULL OR (c.type <> 'originate'
        AND c.handed_at < clock_timestamp() - interval '${REPEAT_SECONDS} seconds'))
      AND (c.type <> 'originate' OR ${MAY_CALL})
    ORDER BY c.id LIMIT ${TAKEN_MAX} FOR UPDATE OF c SKIP LOCKED)
  UPDATE voice.switch_commands c SET handed_at = statement_timestamp(), handed_switch_id = $1, handed_node = $2
  FROM due WHERE c.id = due.id
  RETURNING c.id, c.payload_sealed AS "payloadSealed", c.created_at AS "createdAt"`;

const GIVE_BACK = `UPDATE voice.switch_commands SET handed_at = NULL, handed_switch_id = NULL, handed_node = NULL
  WHERE id = ANY ($1) AND acknowledged_at IS NULL AND result IS NULL`;

/** Only the first result counts. A result also acknowledges. */
const FINISH = `WITH command AS (
    SELECT id, type, decision_id, handed_switch_id, result FROM voice.switch_commands
    WHERE id = $1 AND handed_at IS NOT NULL AND ($2::text IS NULL OR handed_switch_id = $2) FOR UPDATE
  ), finished AS (
    UPDATE voice.switch_commands c
    SET result = $3, acknowledged_at = coalesce(c.acknowledged_at, clock_timestamp())
    FROM command WHERE c.id = command.id AND command.result IS NULL
    RETURNING pg_notify('${RESULTS_CHANNEL}', c.id)
  )
  SELECT type, decision_id AS "decisionId", handed_switch_id AS "switchId", result IS NULL AS "isFirst",
    (SELECT count(*) FROM finished) AS finished
  FROM command`;

const CLOSE_EXPIRED = `WITH expired AS (
    SELECT id FROM voice.switch_commands
    WHERE type = 'originate' AND handed_at IS NULL AND closed_at IS NULL
      AND created_at <= clock_timestamp() - interval '${COMMAND_SECONDS} seconds'
    ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
  UPDATE voice.switch_commands c SET closed_at = clock_timestamp()
  FROM expired, voice.calls k WHERE c.id = expired.id AND k.decision_id = c.decision_id
  RETURNING c.decision_id AS "decisionId", k.account_id AS "accountId"`;

/** Commands whose call waits to be released are kept. */
const PRUNE = `WITH commands AS (
    DELETE FROM voice.switch_commands WHERE created_at < clock_timestamp() - interval '1 day'
      AND (type <> 'originate' OR handed_at IS NOT NULL OR closed_at IS NOT NULL) RETURNING 1
  ), polls AS (
    DELETE FROM voice.switch_polls WHERE polled_at < clock_timestamp() - interval '30 days' RETURNING 1
  )
  SELECT (SELECT count(*) FROM commands) + (SELECT count(*) FROM polls) AS deleted`;

interface TakenCommand {
  readonly id: string;
  readonly payloadSealed: string;
  readonly createdAt: Date;
}

interface FinishedCommand extends ReportedCall {
  readonly type: SwitchCommand['type'];
  readonly isFirst: boolean;
}

export class StoredCommandQueue implements CommandQueue {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
    private readonly notifications: Notifications,
  ) {}

  async arrive({ switchId, node }: SwitchNode, after: string | null): Promise<void> {
    await this.db.together(() =>
      Promise.all([this.db.query(ARRIVE, [switchId, node]), this.db.query(ACKNOWLEDGE, [switchId, node, after])]),
    );
  }

  async take({ switchId, node }: SwitchNode, maxAgeSeconds: number): Promise<HandedCommand[]> {
    const rows = await this.db.query<TakenCommand>(TAKE, [switchId, node, maxAgeSeconds]);
    return rows.map((row) => this.open(row)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async giveBack(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.db.query(GIVE_BACK, [ids]);
  }

  listen(listener: (switchId: string | null) => void): void {
    this.notifications.listen(COMMANDS_CHANNEL, (switchId) => listener(switchId === '' ? null : switchId));
  }

  async finish(
    commandId: string,
    switchId: string | null,
    result: CommandResult,
  ): Promise<{ readonly failed: ReportedCall | null } | null> {
    const row = await this.db.find<FinishedCommand>(FINISH, [commandId, switchId, JSON.stringify(result)]);
    if (!row) return null;
    const hasFailed = row.type === 'originate' && row.isFirst && !result.ok;
    return { failed: hasFailed ? { decisionId: row.decisionId, switchId: row.switchId } : null };
  }

  closeExpired(limit: number): Promise<HeldCall[]> {
    return this.db.query<HeldCall>(CLOSE_EXPIRED, [limit]);
  }

  async prune(): Promise<number> {
    return (await this.db.get<{ deleted: number }>(PRUNE)).deleted;
  }

  private open({ id, payloadSealed, createdAt }: TakenCommand): HandedCommand {
    const command = JSON.parse(this.box.open(COMMAND_PURPOSE, payloadSealed, id).toString()) as SwitchCommand;
    return { ...command, id, createdAt };
  }
}
