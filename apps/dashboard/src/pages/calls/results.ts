import type { CdrGroup, HangupCause } from '@trunkline/client';
import { HANGUP_CAUSES } from '@trunkline/client/lists';

/** Ordinary ends of calls without an answer. They are no faults. */
const QUIET = ['user_busy', 'no_answer', 'originator_cancel'] as const satisfies readonly HangupCause[];
const FAILED = HANGUP_CAUSES.filter((cause) => cause !== 'normal_clearing' && !isQuiet(cause));

/** Whether a cause is an ordinary end of a call without an answer. */
export function isQuiet(cause: string): boolean {
  return QUIET.some((each) => each === cause);
}

export const RESULTS = { answered: 'Answered', unanswered: 'Not answered', failed: 'Failed' } as const;
export type Result = keyof typeof RESULTS;

interface ResultQuery {
  readonly answered: boolean;
  readonly hangup_cause?: readonly HangupCause[];
}

/** The filter of the API for a result. */
export function queryOfResult(result: Result): ResultQuery {
  if (result === 'answered') return { answered: true };
  return { answered: false, hangup_cause: result === 'failed' ? FAILED : QUIET };
}

type Counts = Readonly<Record<Result, number>>;

/** Returns how the calls of a group with one cause ended. An answered call is answered, whatever ended it. */
export function countsOf({ calls, answered }: Pick<CdrGroup, 'calls' | 'answered'>, cause: string | null): Counts {
  const rest = calls - answered;
  const isFault = cause === null || !isQuiet(cause);
  return { answered, unanswered: isFault ? 0 : rest, failed: isFault ? rest : 0 };
}
