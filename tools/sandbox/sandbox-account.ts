import { join } from 'node:path';
import { readPrivate, writePrivate } from '../stack/private-file';

/** The account that a newcomer finds ready; kept in the data folder, readable by its owner alone. */
export interface SandboxAccount {
  readonly email: string;
  readonly password: string;
  readonly accountId: string;
  readonly apiKey: string;
}

/** What is known before the account is whole: enough to go on after a crash. */
export type AccountDraft = Pick<SandboxAccount, 'email' | 'password'> & Partial<SandboxAccount>;

const fileOf = (dataDir: string): string => join(dataDir, 'account.json');

export function readAccount(dataDir: string): AccountDraft | null {
  return readPrivate(fileOf(dataDir)) as AccountDraft | null;
}

export function keepAccount(dataDir: string, account: AccountDraft): void {
  writePrivate(fileOf(dataDir), account);
}
