import type { Principal } from '@trunkline/kernel';

export const READER_KINDS = ['user', 'api_key', 'oauth_app', 'operator', 'supplier'] as const;

/** The user, credential or operator that reads personal data, or the supplier of numbers to which it is handed over. */
export interface Reader {
  readonly kind: (typeof READER_KINDS)[number];
  readonly id: string;
}

const KIND_OF_CREDENTIAL = { session: 'user', key: 'api_key', oauth: 'oauth_app' } as const;

export function readerOf(principal: Pick<Principal, 'credential' | 'credentialId' | 'userId'>): Reader {
  const kind = KIND_OF_CREDENTIAL[principal.credential];
  return { kind, id: kind === 'user' ? principal.userId : principal.credentialId };
}

export const ACCESS_ACTIONS = [
  'end_user.read',
  'end_user.export',
  'end_user.erase',
  'document.read',
  'document.read_content',
] as const;
export type AccessAction = (typeof ACCESS_ACTIONS)[number];
