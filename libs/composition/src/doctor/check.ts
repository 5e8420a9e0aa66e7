import { isOutage } from '@trunkline/platform';

/** `fault`: the deployment does not work, or loses money or data. `warning`: it works, but should not stay so. */
export const FINDING_STATUSES = ['ok', 'warning', 'fault'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];

/** What a check has found. */
export interface Finding {
  /** The name of the check. */
  readonly check: string;
  readonly status: FindingStatus;
  readonly message: string;
  /** What to do; null if nothing. */
  readonly remedy: string | null;
}

export type Result = Omit<Finding, 'check'>;

/** What a run may do besides reading. */
export interface DoctorRequest {
  /** Whether to write probes to Redis and to folders, to store and delete a file, and to scan a test virus. */
  readonly changes: boolean;
  /** Send a mail to this address; null: none. */
  readonly mailTo: string | null;
  /** Call this SIP URI through a switch, or `echo` for the echo of the switch; null: call nothing. */
  readonly callTo: string | null;
}

export const READ_ONLY: DoctorRequest = { changes: false, mailTo: null, callTo: null };

/** One subject of the doctor. A rejected run is a fault: `failure` with the reason, and `remedy` as what to do. */
export interface Check {
  readonly name: string;
  /** What a rejected run means, and why that matters. */
  readonly failure: string;
  readonly remedy: string;
  run(request: DoctorRequest): Promise<readonly Result[]>;
}

export const ok = (message: string): Result => ({ status: 'ok', message, remedy: null });
export const warning = (message: string, remedy: string): Result => ({ status: 'warning', message, remedy });
export const fault = (message: string, remedy: string): Result => ({ status: 'fault', message, remedy });

const SKEW_FAULT_S = 5;
const SKEW_WARNING_S = 1;

/** The finding about the clock of a process, which is compared with that of the database. */
export function clockResult(whose: string, skewSeconds: number): Result {
  const message = `The clocks of ${whose} and of the database differ by ${skewSeconds.toFixed(1)} s.`;
  const remedy = 'Synchronize both clocks by NTP. See docs/operations.md#clocks.';
  const skew = Math.abs(skewSeconds);
  return skew > SKEW_FAULT_S ? fault(message, remedy) : skew > SKEW_WARNING_S ? warning(message, remedy) : ok(message);
}

/**
 * Returns what a check reads from the database. While that is unavailable, which is a fault of its own check, the subject is
 * not checked, and its own remedy would mislead.
 */
export async function fromDatabase(
  subject: string,
  read: () => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  try {
    return await read();
  } catch (error) {
    if (!isOutage(error)) throw error;
    return [warning(`${subject} could not be checked: the database is unavailable.`, 'Correct the database first.')];
  }
}

/** Returns the message of an error and, where it says more, that of its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const own = message || code || error.name;
  return cause instanceof Error && cause.message ? `${own} ${cause.message}` : own;
}
