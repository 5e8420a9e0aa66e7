import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Metrics } from '@trunkline/platform/process';

/** What Kamailio has on disk for the API. */
export interface JournalCounts {
  /** CDRs that the API has not taken yet. */
  readonly outbox: number;
  /** Answered calls without a CDR. */
  readonly calls: number;
  /** CDRs that the API has refused, kept for the operator. */
  readonly refused: number;
}

const TABLES = ['outbox', 'calls', 'refused'] as const;
const TIMEOUT_MS = 1500;
const QUERY = `SELECT ${TABLES.map((table) => `(SELECT count(*) FROM ${table})`).join(', ')}`;

/** Counts the rows of Kamailio's journal. Returns null if it cannot be read, as before the first start of Kamailio. */
export function countJournal(stateDir: string): Promise<JournalCounts | null> {
  const args = ['-readonly', '-cmd', '.timeout 1000', join(stateDir, 'journal.sqlite'), QUERY];
  return new Promise((resolve) => {
    execFile('sqlite3', args, { timeout: TIMEOUT_MS }, (error, stdout) => {
      const counts = stdout.trim().split('|').map(Number);
      const [outbox = 0, calls = 0, refused = 0] = counts;
      const isRead = error === null && counts.length === TABLES.length && counts.every(Number.isInteger);
      resolve(isRead ? { outbox, calls, refused } : null);
    });
  });
}

/** Reports the counts as metrics. They are omitted while the journal cannot be read. */
export function observeJournal(metrics: Metrics, stateDir: string): void {
  metrics.gauge(
    {
      name: 'trunkline_switch_journal_rows',
      help: 'Rows on the disk of the switch: outbox, CDRs to send; calls, answered without a CDR; refused by the API.',
      labels: ['table'],
    },
    async (set) => {
      const counts = await countJournal(stateDir);
      for (const table of counts ? TABLES : []) set(counts?.[table] ?? 0, { table });
    },
  );
}
