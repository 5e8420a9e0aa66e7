import type { Check, DoctorRequest, Finding } from './check';
import { examine } from './check';

/** The report of a run. */
export interface Diagnosis {
  /** Whether there is no fault. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** Checks what a deployment needs. See docs/operations.md#doctor. */
export class Doctor {
  constructor(private readonly checks: readonly Check[]) {}

  /** Changes nothing without `changes`, and sends nothing without `mailTo` and `callTo`. Never rejects. */
  async examine(request: DoctorRequest): Promise<Diagnosis> {
    return diagnosisOf(await examine(this.checks, request));
  }
}

export function diagnosisOf(findings: readonly Finding[]): Diagnosis {
  return { ok: findings.every(({ status }) => status !== 'fault'), findings };
}
