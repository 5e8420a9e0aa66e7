import type { Database } from '@trunkline/platform';
import { type ApiUptime } from '../../application/live-calls/ports';
import { BEAT_GAP_SECONDS } from './concurrent-calls';

/** Measures the gap in real time, which the test clock does not change; `up_since` is a time of the clock. */
const BEAT = `INSERT INTO voice.api_uptime AS u (id, up_since, beat_at) VALUES (true, $1, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET beat_at = clock_timestamp(),
    up_since = CASE WHEN u.beat_at < clock_timestamp() - interval '${BEAT_GAP_SECONDS} seconds'
      THEN excluded.up_since ELSE u.up_since END`;

export class StoredApiUptime implements ApiUptime {
  constructor(private readonly db: Database) {}

  async beat(now: Date): Promise<void> {
    await this.db.query(BEAT, [now]);
  }
}
