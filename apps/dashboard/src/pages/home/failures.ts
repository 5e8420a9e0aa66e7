import type { CdrGroup } from '@trunkline/client';
import { keysOf } from '../call-log/result-bars';
import { countsOf } from '../calls/results';

export interface Failure {
  readonly cause: string;
  readonly calls: number;
}

/** Returns the causes by which calls failed, the most frequent first. Takes the groups of calls by time and cause. */
export const failuresOf = (groups: readonly CdrGroup[]): readonly Failure[] =>
  groups
    .map((group) => {
      const { cause } = keysOf(group);
      return { cause: cause ?? '', calls: countsOf(group, cause).failed };
    })
    .filter(({ calls }) => calls > 0)
    .sort((one, other) => other.calls - one.calls);
