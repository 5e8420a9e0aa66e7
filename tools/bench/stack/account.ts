import { readAccount, type SandboxAccount } from '../../sandbox/sandbox-account';
import type { Stack } from '../../tour/stack';

/** Returns the account of a stack. A stack that has started has created it. */
export const accountOf = ({ dataDir }: Pick<Stack, 'dataDir'>): SandboxAccount =>
  readAccount(dataDir) as SandboxAccount;
