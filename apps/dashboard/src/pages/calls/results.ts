import type { CdrDetail, CdrGroup, HangupCause } from '@trunkline/client';
import { FAILURE_CAUSES, HANGUP_CAUSES } from '@trunkline/client/lists';

/** Only answered calls end in these ways. */
const ANSWERED_CAUSES = ['normal_clearing', 'allotted_timeout'] as const satisfies readonly HangupCause[];

const isIn = (causes: readonly string[], cause: string | null): boolean => cause !== null && causes.includes(cause);

/** Returns whether an unanswered call with the cause failed. Busy, no answer, rejected and cancelled calls did not. */
export const isFailure = (cause: string | null): boolean => isIn(FAILURE_CAUSES, cause);

/** Returns whether a call was not answered because of a fault. */
export const hasFailed = ({ answered_at, hangup_cause }: Pick<CdrDetail, 'answered_at' | 'hangup_cause'>): boolean =>
  answered_at === null && isFailure(hangup_cause);

/** Returns whether a call with the cause was answered, where nothing else tells. */
export const isAnsweredBy = (cause: string | null): boolean => isIn(ANSWERED_CAUSES, cause);

export const RESULTS = { answered: 'Answered', unanswered: 'Not answered', failed: 'Failed' } as const;
export type Result = keyof typeof RESULTS;

const CAUSES: Readonly<Record<Result, readonly HangupCause[]>> = {
  answered: HANGUP_CAUSES,
  unanswered: HANGUP_CAUSES.filter((cause) => !isFailure(cause) && !isAnsweredBy(cause)),
  failed: FAILURE_CAUSES,
};

/** Returns the causes that calls with a result can have; all without a result that exists. */
export const causesOf = (result: string | undefined): readonly HangupCause[] =>
  result !== undefined && Object.hasOwn(CAUSES, result) ? CAUSES[result as Result] : HANGUP_CAUSES;

interface ResultQuery {
  readonly answered?: boolean;
  readonly hangup_cause?: readonly HangupCause[];
}

/** Returns the filters of the API for a result and causes. A call has to meet both. */
export function queryOfResult(result: Result | undefined, causes: readonly HangupCause[] | undefined): ResultQuery {
  const hangup_cause = causes ?? (result === 'unanswered' || result === 'failed' ? CAUSES[result] : undefined);
  return { ...(result && { answered: result === 'answered' }), ...(hangup_cause && { hangup_cause }) };
}

type Counts = Readonly<Record<Result, number>>;

/** Returns how the calls of a group with one cause ended. An answered call is answered, whatever ended it. */
export function countsOf({ calls, answered }: Pick<CdrGroup, 'calls' | 'answered'>, cause: string | null): Counts {
  const [unanswered, failed] = isFailure(cause) ? [0, calls - answered] : [calls - answered, 0];
  return { answered, unanswered, failed };
}
