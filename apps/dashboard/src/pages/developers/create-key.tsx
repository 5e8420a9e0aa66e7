import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CreatedApiKey } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { refresh } from '../../session/refresh';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useSubmit } from '../../ui/forms/use-submit';

const DAY_S = 86_400;
const LIFETIMES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In one year' },
];

const expiryOf = (days: string): number | null =>
  days === 'never' ? null : Math.floor(Date.now() / 1000) + Number(days) * DAY_S;

/** Networks, one per line. */
const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

export function CreateKey({ onCreated }: { onCreated: (key: CreatedApiKey) => void }) {
  const withPassword = usePasswordPrompt();
  const form = useForm({ initialValues: { name: '', expires_at: 'never', allowed_cidrs: '' } });
  const submit = useSubmit(
    form,
    ({ name, expires_at, allowed_cidrs }) =>
      withPassword((password) =>
        trunkline.apiKeys.create({
          name,
          expires_at: expiryOf(expires_at),
          ...(allowed_cidrs.trim() && { allowed_cidrs: linesOf(allowed_cidrs) }),
          ...(password && { password }),
        }),
      ),
    async (key) => {
      await refresh('keys');
      onCreated(key);
    },
  );
  return (
    <SubmitForm submit={submit} label="Create">
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <NativeSelect label="Expires" data={LIFETIMES} {...form.getInputProps('expires_at')} />
      <Textarea
        label="Allowed networks (optional)"
        description="One CIDR per line, such as 203.0.113.0/24. Empty allows all."
        autosize
        minRows={2}
        {...form.getInputProps('allowed_cidrs')}
      />
    </SubmitForm>
  );
}
