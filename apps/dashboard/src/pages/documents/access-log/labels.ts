import type { AccessAction, ReaderKind } from '@trunkline/client';

export const ACTIONS: Readonly<Record<AccessAction, string>> = {
  'end_user.read': 'End user read',
  'end_user.export': 'End user exported',
  'end_user.erase': 'End user erased',
  'document.read': 'Document details read',
  'document.read_content': 'Document content read',
};

export const READERS: Readonly<Record<ReaderKind, string>> = {
  user: 'User',
  api_key: 'API key',
  oauth_app: 'OAuth app',
  operator: 'Reviewer',
  supplier: 'Supplier of numbers',
};
