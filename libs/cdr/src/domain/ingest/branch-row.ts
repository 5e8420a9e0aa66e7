import type { CallReport } from './call-report';
import type { Decision } from './decision';

type ReportedEnd = Pick<CallReport, 'answeredAt' | 'branch' | 'disconnectedBy'>;

/**
 * Returns whether the report says only that a branch failed, so that another route of the call may still answer. A switch
 * that reports each call once states no branch of an unanswered call. See docs/cdrs.md#failed-branches.
 */
export function isFailedBranch(report: ReportedEnd | null, { routes }: Pick<Decision, 'routes'>): boolean {
  if (!report || report.answeredAt || report.disconnectedBy === 'caller') return false;
  const { branch } = report;
  if (branch === null || routes.length < 2) return false;
  // A digest challenge counts as a branch, and the last branch of a parallel fork may fail first.
  const isLastKnown = !routes.some(({ hasDigest, isForked }) => hasDigest === true || isForked === true);
  return !isLastKnown || branch < routes.length - 1;
}
