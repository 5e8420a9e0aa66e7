import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';

/** Phones register and gateways fail while the page is open. */
export const STATUS_RELOAD_MS = 10_000;

/** What switches report of a trunk, read again every few seconds. Components that use it share one request. */
export function useTrunkStatus(id: string) {
  return useQuery({
    queryKey: ['trunks', id, 'status'],
    queryFn: ({ signal }) => trunkline.sipTrunks.status.get(id, { signal }),
    enabled: useMay()('sip_trunks:read'),
    refetchInterval: STATUS_RELOAD_MS,
  });
}
