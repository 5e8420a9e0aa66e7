import { join } from 'node:path';
import { readPrivate, writePrivate } from '../stack/private-file';

/** The account that `npm start` creates. Its file in the data folder is readable by its owner only. */
export interface SandboxAccount {
  readonly email: string;
  readonly password: string;
  readonly accountId: string;
  readonly apiKey: string;
}

/** The part that is stored before the account is complete, so that seeding resumes after a crash. */
export type AccountDraft = Pick<SandboxAccount, 'email' | 'password'> & Partial<SandboxAccount>;

const fileOf = (dataDir: string): string => join(dataDir, 'account.json');

export function readAccount(dataDir: string): AccountDraft | null {
  return readPrivate(fileOf(dataDir)) as AccountDraft | null;
}

export function keepAccount(dataDir: string, account: AccountDraft): void {
  writePrivate(fileOf(dataDir), account);
}
