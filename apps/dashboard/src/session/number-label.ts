import { useQuery } from '@tanstack/react-query';
import { useMay } from './account';
import { batched } from './batches';
import { trunkline } from './client';

/** Of one request. */
const IDS_MAX = 100;
const KEPT_MS = 300_000;

const labelOf = batched(async (ids) => {
  const { items } = await trunkline.numbers.list({ id: ids, limit: IDS_MAX });
  return new Map(items.flatMap(({ id, label }) => (label === null ? [] : [[id, label] as const])));
}, IDS_MAX);

/** Returns the label of a number of the account, if it has one. The rows of a table share one request. */
export function useNumberLabel(id: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['numbers', 'label', id],
    queryFn: async () => labelOf(id ?? ''),
    enabled: useMay()('numbers:read') && id !== null,
    staleTime: KEPT_MS,
  });
  return data ?? null;
}
