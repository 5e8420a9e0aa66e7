import type { WebrtcUser } from '@trunkline/client';

export interface UserValues extends Record<string, unknown> {
  name: string;
  /** Empty for none. */
  default_caller_id: string;
}

export const requestOf = ({ name, default_caller_id }: UserValues) => ({
  name: name.trim(),
  default_caller_id: default_caller_id === '' ? null : default_caller_id,
});

export const valuesOf = ({ name, default_caller_id, status }: WebrtcUser) => ({
  name,
  default_caller_id: default_caller_id ?? '',
  is_enabled: status === 'active',
});
