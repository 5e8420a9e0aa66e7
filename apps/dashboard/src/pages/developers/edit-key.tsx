import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApiKeySummary } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Dialog } from '../../ui/dialogs/dialog';
import { EditForm } from '../../ui/forms/edit-form';
import { type Edit, useEdit } from '../../ui/forms/use-edit';
import { Problem } from '../../ui/problem';

const DAY_S = 86_400;
const SOONER_DAYS = [1, 7, 30, 90];

/** Changes the name and the expiry of a key. What it may do and from where is fixed when it is created. */
export function EditKey({ apiKey: { id, name } }: { apiKey: ApiKeySummary }) {
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open}>
        Edit
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={`Edit ${name}`}>
        <CurrentKey id={id} onSaved={dialog.close} />
      </Dialog>
    </>
  );
}

interface KeyValues extends Record<string, unknown> {
  name: string;
  expires_at: string;
}

interface FormProps {
  readonly id: string;
  readonly onSaved: () => void;
}

/** Reads the key anew, with its version, each time the dialog opens. */
function CurrentKey({ id, onSaved }: FormProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['key', id],
    queryFn: ({ signal }) => trunkline.apiKeys.get(id, { signal }),
    gcTime: 0,
  });
  if (!data)
    return error ? <Problem error={error} retry={refetch} /> : <Skeleton h={160} role="img" aria-label="Loading" />;
  return <KeyForm apiKey={data} onSaved={onSaved} />;
}

function KeyForm({ apiKey, onSaved }: { apiKey: ApiKeySummary; onSaved: () => void }) {
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const edit: Edit<KeyValues> = useEdit(apiKey, {
    valuesOf: ({ name, expires_at }) => ({ name, expires_at: String(expires_at ?? '') }),
    save: ({ name, expires_at }, options) => {
      const expiry = edit.form.isDirty('expires_at') ? { expires_at: Number(expires_at) } : {};
      return trunkline.apiKeys.update(apiKey.id, { name, ...expiry }, options);
    },
    load: () => trunkline.apiKeys.get(apiKey.id),
    onSaved: async () => {
      await refresh('keys');
      onSaved();
    },
  });
  const { form } = edit;
  return (
    <EditForm edit={edit}>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label="Expires"
        description="Can only be moved to an earlier time. For a later expiry, create a new key."
        data={expiries(form.values.expires_at, apiKey.expires_at, now)}
        {...form.getInputProps('expires_at')}
      />
    </EditForm>
  );
}

/** The present expiry, the selected one, and those that are sooner. */
function expiries(selected: string, current: number | null, now: number) {
  const sooner = SOONER_DAYS.map((days) => ({ value: String(now + days * DAY_S), label: `In ${format.days(days)}` }));
  const options = [
    { value: String(current ?? ''), label: current === null ? 'Never' : format.day(current) },
    ...sooner.filter(({ value }) => current === null || Number(value) < current),
  ];
  const isListed = options.some(({ value }) => value === selected);
  return isListed ? options : [...options, { value: selected, label: selected && format.day(Number(selected)) }];
}
