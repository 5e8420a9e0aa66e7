import { Button, NativeSelect, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { PhoneNumber } from '@trunkline/client';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Problem } from '../../ui/problem';
import { useSubmit } from '../../ui/forms/use-submit';
import { routeTo, targetOf, useRoutes } from './routes';

/** Route, label and lock of a number. */
export function NumberSettings({ number }: { number: PhoneNumber }) {
  const may = useMay();
  const isReadOnly = !may('numbers:write') || number.status === 'released';
  return (
    <Stack>
      <Routing number={number} isReadOnly={isReadOnly} />
      <Labels number={number} isReadOnly={isReadOnly} />
      {isReadOnly && (
        <Text size="sm" c="dimmed">
          {number.status === 'released' ? 'The number is released.' : 'Your role may not change numbers.'}
        </Text>
      )}
    </Stack>
  );
}

function Routing({ number, isReadOnly }: { number: PhoneNumber; isReadOnly: boolean }) {
  const { options } = useRoutes();
  const form = useForm({ initialValues: { target: targetOf(number) } });
  const submit = useSubmit(
    form,
    ({ target }) => trunkline.numbers.route(number.e164, routeTo(target)),
    () => refresh('numbers'),
  );
  return (
    <form onSubmit={submit.onSubmit}>
      <Stack gap="sm">
        <Title order={2}>Routing</Title>
        <NativeSelect
          label="Incoming calls go to"
          data={options}
          disabled={isReadOnly}
          {...form.getInputProps('target')}
        />
        <Problem error={submit.error} />
        <Button type="submit" loading={submit.isPending} disabled={isReadOnly || !form.isDirty()}>
          Save the route
        </Button>
      </Stack>
    </form>
  );
}

function Labels({ number, isReadOnly }: { number: PhoneNumber; isReadOnly: boolean }) {
  const form = useForm({ initialValues: { label: number.label ?? '', deletion_lock: number.deletion_lock } });
  const submit = useSubmit(
    form,
    ({ label, deletion_lock }) => trunkline.numbers.update(number.e164, { label: label.trim() || null, deletion_lock }),
    () => refresh('numbers'),
  );
  return (
    <form onSubmit={submit.onSubmit}>
      <Stack gap="sm">
        <TextInput label="Label" disabled={isReadOnly} {...form.getInputProps('label')} />
        <Switch
          label="Protect against release"
          disabled={isReadOnly}
          {...form.getInputProps('deletion_lock', { type: 'checkbox' })}
        />
        <Problem error={submit.error} />
        <Button type="submit" variant="default" loading={submit.isPending} disabled={isReadOnly || !form.isDirty()}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
