import type { Stack } from '../../tour/stack';

/** A stack with its CDRs, and how its account is reached. */
export interface Scaled {
  readonly stack: Stack;
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
}
