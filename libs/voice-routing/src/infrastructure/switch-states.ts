import type { Database } from '@trunkline/platform';
import type { SwitchState, SwitchStates } from '../application/switch-states';

export class StoredSwitchStates implements SwitchStates {
  constructor(private readonly db: Database) {}

  list(): Promise<readonly SwitchState[]> {
    return this.db.query<SwitchState & { readonly switchId: string }>(
      `SELECT switch_id AS "switchId", node, last_heartbeat_at AS "lastHeartbeatAt", heartbeat_at AS "reportedAt"
       FROM voice.switch_nodes ORDER BY switch_id, node`,
    );
  }
}
