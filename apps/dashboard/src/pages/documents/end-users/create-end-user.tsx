import { NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { EndUser } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { SubmitForm } from '../../../ui/forms/submit-form';
import { useSubmit } from '../../../ui/forms/use-submit';
import { KIND_OPTIONS } from '../labels';
import { EndUserFields } from './end-user-fields';
import { endUserFaults, endUserRequestOf, type EndUserValues, newEndUser } from './end-user-values';

interface Props {
  /** Country of the address to begin with. */
  readonly country?: string | undefined;
  readonly onCreated: (endUser: EndUser) => unknown;
}

/** The form of a new end user. */
export function CreateEndUser({ country, onCreated }: Props) {
  const form = useForm<EndUserValues>({ initialValues: newEndUser(country), validate: endUserFaults });
  const submit = useSubmit(
    form,
    (values) => trunkline.compliance.endUsers.create(endUserRequestOf(values)),
    async (endUser) => {
      await refresh('end-users');
      await onCreated(endUser);
    },
  );
  return (
    <SubmitForm submit={submit} label="Create">
      <Text size="xs" c="dimmed">
        The person or business that uses the numbers. The details are encrypted, and each read is recorded.
      </Text>
      <NativeSelect label="Kind" data={KIND_OPTIONS} data-autofocus {...form.getInputProps('kind')} />
      <EndUserFields form={form} />
    </SubmitForm>
  );
}
