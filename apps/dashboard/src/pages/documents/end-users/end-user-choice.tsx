import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EndUser } from '@trunkline/client';
import { type ReactNode, useState } from 'react';
import { trunkline } from '../../../session/client';
import { Choice } from '../../../ui/forms/choice';
import { SearchField } from '../../../ui/forms/search-field';

const SHOWN_MAX = 100;

interface Props {
  readonly label: string;
  readonly none: string;
  readonly value: string | undefined;
  readonly disabled?: boolean;
  readonly error?: ReactNode;
  readonly onChoose: (id: string | undefined) => void;
}

const asOption = ({ id, display_name }: EndUser) => ({ value: id, label: display_name });

/** One of the account's end users. More than a hundred are narrowed by a search. */
export function EndUserChoice({ value, ...props }: Props) {
  const [q, setQ] = useState('');
  const query = { limit: SHOWN_MAX, ...(q && { q }) };
  const { data } = useQuery({
    queryKey: ['end-users', 'choice', query],
    queryFn: async ({ signal }) => trunkline.compliance.endUsers.list(query, { signal }),
  });
  const listed = data?.items.map(asOption) ?? [];
  const isUnlisted = value !== undefined && data !== undefined && listed.every((each) => each.value !== value);
  const { data: chosen } = useEndUser(isUnlisted ? value : undefined);
  return (
    <Stack gap="xs">
      {(q !== '' || (data && data.next_cursor !== null)) && (
        <SearchField label="Search by name, email or number" value={q} onSearch={(text) => setQ(text.trim())} />
      )}
      <Choice {...props} data={chosen ? [asOption(chosen), ...listed] : listed} value={value} />
    </Stack>
  );
}

/** Loads nothing without an id. */
export const useEndUser = (id: string | undefined) =>
  useQuery({
    queryKey: ['end-users', id],
    queryFn: ({ signal }) => trunkline.compliance.endUsers.get(id ?? '', { signal }),
    enabled: id !== undefined,
  });
