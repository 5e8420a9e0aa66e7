import type { Stack } from '../../tour/stack';

/** A stack that was filled with CDRs, and the credentials of its account. */
export interface Scaled {
  readonly stack: Stack;
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
}
