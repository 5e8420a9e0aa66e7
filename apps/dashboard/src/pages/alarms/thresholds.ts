import type { AlarmMetric } from '@trunkline/client';
import { centsOf, dollarsOf } from '../../format/dollars';

/** A threshold as a person edits it. */
export const thresholdText = (metric: AlarmMetric, threshold: number): string =>
  metric === 'cost_cents' ? dollarsOf(threshold) : String(threshold);

/** The threshold that a person typed, or null for an invalid text. */
export function thresholdOf(metric: AlarmMetric, text: string): number | null {
  if (metric === 'cost_cents') return centsOf(text);
  const plain = text.trim().replace(/[%s]$/, '').trimEnd();
  return /^\d{1,5}(?:\.\d)?$/.test(plain) ? Number(plain) : null;
}
