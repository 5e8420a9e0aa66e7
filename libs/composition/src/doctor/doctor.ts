import { type Check, type DoctorRequest, fault, type Finding, reasonOf } from './check';

/** The report of a run. */
export interface Diagnosis {
  /** Whether there is no fault. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** Longer than the longest check, a test call. */
const TIMEOUT_MS = 30_000;

/** Checks what a deployment needs. See docs/operations.md#doctor. */
export class Doctor {
  constructor(private readonly checks: readonly Check[]) {}

  /**
   * Runs the checks side by side. Writes nothing without `changes`, and sends nothing without `mailTo` and `callTo`. Never
   * rejects: a check that fails or does not end in time is a fault.
   */
  async examine(request: DoctorRequest): Promise<Diagnosis> {
    const findings = await Promise.all(this.checks.map((check) => findingsOf(check, request)));
    return diagnosisOf(findings.flat());
  }
}

export function diagnosisOf(findings: readonly Finding[]): Diagnosis {
  return { ok: findings.every(({ status }) => status !== 'fault'), findings };
}

async function findingsOf(check: Check, request: DoctorRequest): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`There was no response within ${TIMEOUT_MS / 1000} seconds.`)),
      TIMEOUT_MS,
    );
  });
  try {
    const results = await Promise.race([check.run(request), late]);
    return results.map((result) => ({ check: check.name, ...result }));
  } catch (error) {
    return [{ check: check.name, ...fault(`${check.failure}: ${reasonOf(error)}`, check.remedy) }];
  } finally {
    clearTimeout(timer);
  }
}
