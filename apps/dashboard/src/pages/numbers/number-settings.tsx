import { Button, NativeSelect, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import type { PhoneNumber } from '@trunkline/client';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { EditProblem } from '../../ui/forms/edit-problem';
import { useEdit } from '../../ui/forms/use-edit';
import { UnreachableRoute } from '../trunks/unreachable-trunk';
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
          {number.status === 'released' ? 'The number is released.' : 'Your role cannot change numbers.'}
        </Text>
      )}
    </Stack>
  );
}

function Routing({ number, isReadOnly }: { number: PhoneNumber; isReadOnly: boolean }) {
  const { options } = useRoutes();
  const edit = useEdit(number, {
    valuesOf: (row) => ({ target: targetOf(row) }),
    save: ({ target }, options) => trunkline.numbers.route(number.e164, routeTo(target), options),
    load: () => trunkline.numbers.get(number.e164),
    onSaved: () => refresh('numbers'),
  });
  const { form } = edit;
  return (
    <form onSubmit={edit.onSubmit}>
      <Stack gap="sm">
        <Title order={2}>Routing</Title>
        <NativeSelect
          label="Incoming calls go to"
          data={options}
          disabled={isReadOnly}
          {...form.getInputProps('target')}
        />
        <UnreachableRoute target={form.values.target} />
        <EditProblem edit={edit} />
        <Button type="submit" loading={edit.isPending} disabled={isReadOnly || !form.isDirty()}>
          Save the route
        </Button>
      </Stack>
    </form>
  );
}

function Labels({ number, isReadOnly }: { number: PhoneNumber; isReadOnly: boolean }) {
  const edit = useEdit(number, {
    valuesOf: ({ label, deletion_lock }) => ({ label: label ?? '', deletion_lock }),
    save: ({ label, deletion_lock }, options) =>
      trunkline.numbers.update(number.e164, { label: label.trim() || null, deletion_lock }, options),
    load: () => trunkline.numbers.get(number.e164),
    onSaved: () => refresh('numbers'),
  });
  const { form } = edit;
  return (
    <form onSubmit={edit.onSubmit}>
      <Stack gap="sm">
        <TextInput label="Label" disabled={isReadOnly} {...form.getInputProps('label')} />
        <Switch
          label="Protect against release"
          disabled={isReadOnly}
          {...form.getInputProps('deletion_lock', { type: 'checkbox' })}
        />
        <EditProblem edit={edit} />
        <Button type="submit" variant="default" loading={edit.isPending} disabled={isReadOnly || !form.isDirty()}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
